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

/** Words that were made before the transaction opened. */
export type Words = readonly (GeneratedCaption | MadeCaption)[];

/** How generated words should sound. */
interface Wish {
  tone: string | null;
  /** BCP 47. */
  language: string | null;
  /** The draft's own when left out. */
  wording?: Wording | undefined;
}

/** Writes words for those platforms of a locked draft that have none, from `words` as far as they are there. Answers all of its words. */
export async function ensureWords(ctx: Context, draft: Draft, words: Words = []): Promise<Caption[]> {
  // A draft of the first revision has no words yet.
  const current = draft.revision === 1 ? null : await currentCaptions(ctx, draft.id);
  const missing = platformsWithoutCaption(draft, current);
  if (current && missing.length === 0) return current.captions;
  const written = await writeCaptions(ctx, draft, await wordsFor(ctx, draft, missing, words), 'extractive', { current });
  return written.captions;
}

/**
 * Words for these platforms of a draft: those prepared, the rest from the embedded generator, which
 * only computes. A model is asked over the network, and so never here, where a transaction is open:
 * the transport asks it before, with prepareWords().
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
