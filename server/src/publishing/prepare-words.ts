import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Generation } from '../captions/caption-generator.ts';
import { type CurrentCaptions, currentCaptions, platformsWithoutCaption } from '../captions/caption-queries.ts';
import { generateCaptions } from '../captions/generate-captions.ts';
import type { Context } from '../context.ts';
import type { CreateDraftInput } from '../drafts/create-draft.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';

export interface WordsWish {
  draftId: string;
  /** Which platforms: those without words (the default), those whose words a program made, or the ones named. */
  platforms?: 'missing' | 'generated' | readonly string[] | undefined;
  /** What the draft is about to become. */
  sourceText?: string | undefined;
  link?: string | null | undefined;
  /** The platforms it is about to be for; its own when left out. */
  targets?: readonly string[] | undefined;
  tone?: string | null | undefined;
  language?: string | null | undefined;
  /** Whether generated words may take the place of a person's. */
  replace?: boolean | undefined;
}

const NOTHING: Generation = { captions: [], notices: [] };

/**
 * Asks the model for a draft's words before the transaction that will keep them, since no network
 * call is made in one. Without a model there is nothing to wait for: words that nobody asked
 * for by name are made where they are needed. Throws `not_found` and `insufficient_role` as the command after it would.
 */
export async function prepareWords(ctx: Context, wish: WordsWish): Promise<Generation> {
  const isNamed = Array.isArray(wish.platforms);
  if (!ctx.config.captionModel && !isNamed) return NOTHING;
  const draft = await loadDraft(ctx, wish.draftId, 'write');
  const current = await currentCaptions(ctx, draft.id);
  const platforms = wantedPlatforms(draft, current, wish);
  const { sourceText = draft.sourceText, link = draft.link ?? null, tone = null, language = null } = wish;
  const { voice } = await requireWorkspace(ctx, draft.workspaceId, 'write');
  return generateCaptions(ctx, { sourceText, link, platforms, tone, language, voice });
}

/** The same for a draft that does not exist yet; nothing where it stays a draft. */
export async function prepareFirstWords(ctx: Context, input: CreateDraftInput): Promise<Generation> {
  if (!ctx.config.captionModel || (input.publishMode ?? 'draft_only') === 'draft_only') return NOTHING;
  const { voice } = await requireWorkspace(ctx, input.workspaceId, 'write');
  requireScope(ctx, 'jobs:write');
  return generateCaptions(ctx, { sourceText: input.sourceText, link: input.link ?? null, platforms: input.platforms, voice });
}

function wantedPlatforms(draft: Draft, current: CurrentCaptions | null, { platforms = 'missing', replace }: WordsWish): string[] {
  const captions = current?.captions ?? [];
  if (platforms === 'missing') return platformsWithoutCaption(draft, current);
  const persons = new Set(captions.flatMap(({ origin, platform }) => (origin === 'person' ? [platform] : [])));
  if (platforms === 'generated')
    return captions.flatMap(({ origin, platform }) => (origin === 'extractive' || origin === 'model' ? [platform] : []));
  return platforms.filter((platform) => draft.platforms.includes(platform) && (replace || !persons.has(platform)));
}
