import { requireScope, requireWorkspace } from '../../../access/authorise.ts';
import type { GeneratedCaption } from '../../../captions/caption-generator.ts';
import { keptWords, type OwnWords } from '../../../captions/own-words.ts';
import type { Context } from '../../../context.ts';
import { checkDraftFields } from '../../../drafts/check-draft-fields.ts';
import { knownPlatforms } from '../../../drafts/known-platforms.ts';
import { DomainError } from '../../../errors.ts';
import { altTextFaults, describedBy } from '../../../media/describe-media.ts';
import { isBlocking } from '../../../safety/safety-finding.ts';
import { type CheckedWords, checkWords } from './check-words.ts';

export interface WordsToValidate {
  workspaceId: string;
  /** Left out: those of `captions`. */
  platforms?: string[] | undefined;
  /** For every platform without an entry in `captions`. */
  words?: Omit<OwnWords, 'platform'> | undefined;
  captions?: OwnWords[] | undefined;
  link?: string | undefined;
  mediaIds?: string[] | undefined;
  altTexts?: string[] | undefined;
}

export interface ValidatedWords extends CheckedWords {
  words: GeneratedCaption;
  /** They have no violation and no blocking finding. */
  fits: boolean;
}

/** Evaluates texts for their platforms, with a link and images, by the same rules as saving and sending. Read-only. */
export async function validateWords(ctx: Context, input: WordsToValidate): Promise<ValidatedWords[]> {
  const { workspaceId, link, mediaIds = [], altTexts = [] } = input;
  requireScope(ctx, 'read');
  await requireWorkspace(ctx, workspaceId, 'read');
  const words = keptWords(ctx, wordsOf(ctx, input));
  requireAltTexts(mediaIds, altTexts);
  await checkDraftFields(ctx, workspaceId, { link: link ?? null, mediaIds });
  const around = { workspaceId, link: link ?? null, linkCardId: null, pictures: describedBy(mediaIds, altTexts) };
  const checked = await checkWords(ctx, around, words);
  return checked.flatMap((check, index): ValidatedWords[] => {
    const own = words[index];
    return own ? [{ ...check, words: own, fits: check.violations.length === 0 && !check.findings.some(isBlocking) }] : [];
  });
}

function requireAltTexts(mediaIds: readonly string[], altTexts: readonly string[]): void {
  const fields = altTextFaults(mediaIds, altTexts);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
}

/** One for each platform, in their order. */
function wordsOf(ctx: Context, { platforms, words, captions = [] }: WordsToValidate): OwnWords[] {
  knownCaptions(ctx, captions);
  const wanted = platforms ?? captions.map(({ platform }) => platform);
  knownPlatforms(ctx, wanted);
  const own = new Map(captions.map((caption) => [caption.platform, caption]));
  const strange = captions.findIndex(({ platform }) => !wanted.includes(platform));
  if (strange >= 0) refuse(`/captions/${strange}/platform`, 'must be one of the platforms.');
  if (own.size < captions.length) refuse('/captions', 'must have no platform twice.');
  if (wanted.length === 0) refuse('/platforms', 'must name at least one platform.');
  return wanted.flatMap((platform) => {
    const found = own.get(platform) ?? (words && { ...words, platform });
    return found ? [found] : refuse('/text', `is needed for ${platform}, or words of its own in captions.`);
  });
}

function knownCaptions(ctx: Context, captions: readonly OwnWords[]): void {
  const unknown = captions.findIndex(({ platform }) => !ctx.platforms.has(platform));
  if (unknown >= 0) refuse(`/captions/${unknown}/platform`, 'must be a platform that GET /v1/platforms lists.');
}

function refuse(pointer: string, message: string): never {
  throw new DomainError('validation_failed', { fields: [{ pointer, message }] });
}
