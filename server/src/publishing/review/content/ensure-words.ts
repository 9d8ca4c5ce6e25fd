import { requireWorkspace } from '../../../access/authorise.ts';
import { voiceWith, type Wording } from '../../../access/workspace-policies.ts';
import type { Caption } from '../../../captions/caption.entity.ts';
import type { GeneratedCaption, MadeCaption } from '../../../captions/caption-generator.ts';
import { currentCaptions, platformsWithoutCaption } from '../../../captions/caption-queries.ts';
import { writeCaptions } from '../../../captions/write-captions.ts';
import type { Context } from '../../../context.ts';
import { ownerOf } from '../../../db/admission.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { knownPlatforms } from '../../../drafts/known-platforms.ts';

/** Captions generated before the transaction. */
export type Words = readonly (GeneratedCaption | MadeCaption)[];

/** The tone and language of generated captions. */
interface Wish {
  tone: string | null;
  /** BCP 47. */
  language: string | null;
  /** The draft's own by default. */
  wording?: Wording | undefined;
}

/** Adds missing captions of a locked draft, from `words` where possible. Returns all of its captions. */
export async function ensureWords(ctx: Context, draft: Draft, words: Words = []): Promise<Caption[]> {
  // A draft of the first revision has no captions yet.
  const current = draft.revision === 1 ? null : await currentCaptions(ctx, draft.id);
  const missing = platformsWithoutCaption(draft, current);
  if (current && missing.length === 0) return current.captions;
  const written = await writeCaptions(ctx, draft, await wordsFor(ctx, draft, missing, words), 'extractive', { current });
  return written.captions;
}

/**
 * Captions for these platforms of a draft: prepared ones, the rest from the built-in generator, which only computes.
 * A model needs the network, so it is never called here, within a transaction: the transport calls prepareWords()
 * before.
 */
export async function wordsFor(
  ctx: Context,
  draft: Draft,
  platforms: readonly string[],
  words: Words = [],
  { tone, language, wording }: Wish = { tone: null, language: null },
): Promise<(GeneratedCaption | MadeCaption)[]> {
  const prepared = words.filter(({ platform }) => platforms.includes(platform));
  const missing = platforms.filter((id) => !prepared.some(({ platform }) => platform === id));
  if (missing.length === 0) return prepared;
  const { voice } = await requireWorkspace(ctx, draft.workspaceId, 'read');
  const composed = await ctx.captions.compose({
    sourceText: draft.sourceText,
    link: draft.link ?? null,
    platforms: knownPlatforms(ctx, missing),
    tone,
    language,
    voice: voiceWith(voice, wording, draft.wording),
    owner: ownerOf(ctx),
  });
  return [...prepared, ...composed];
}
