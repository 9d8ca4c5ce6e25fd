import type { Voice } from '../../access/workspace-policies.ts';
import { textFault } from '../../drafts/draft-text.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { CaptionRequest, GeneratedCaption } from '../caption-generator.ts';
import { saysNone } from '../embedded/apply-voice.ts';
import { findInventions } from './find-inventions.ts';

/** The caption as it would be stored: trimmed, tags bare, and exactly those in the text if they are written there. */
export function tidyWords(platform: Platform, { text, tags, thread }: GeneratedCaption): GeneratedCaption {
  const parts = [text, ...thread].map((part) => part.replaceAll('\r\n', '\n').trim()).filter((part, index) => index === 0 || part !== '');
  const [first = '', ...rest] = parts;
  const facets = platform.preview({ text: first, tags: [], thread: rest, link: null }).parts.flatMap((part) => part.facets);
  const written = facets.flatMap((facet) => (facet.kind === 'tag' ? [facet.target] : []));
  const bare = tags.map((tag) => tag.trim().replace(/^[#＃]+/u, '')).filter(Boolean);
  const kept = { text: written, field: bare, none: [] }[platform.tagsIn];
  return { platform: platform.id, text: first, thread: rest, tags: unique(kept) };
}

/**
 * Every reason to reject a caption, in sentences that let the model correct it. A name may be another form of one in
 * the source, so `keepsNames` leaves names to a person, who sees them marked.
 */
export function findWordFaults(
  platform: Pick<Platform, 'validate'>,
  words: GeneratedCaption,
  request: CaptionRequest,
  keepsNames = false,
): string[] {
  const parts = [words.text, ...words.thread];
  const unstorable = [...parts, ...words.tags].flatMap((part) => textFault(part)?.toString() ?? []);
  if (unstorable.length > 0) return unstorable.map((fault) => `A text ${fault}`);
  const post = { text: words.text, tags: words.tags, thread: words.thread, link: request.link };
  // No text can replace a missing picture.
  const violations = platform.validate(post).filter(({ field }) => field !== 'media');
  const { voice } = request;
  const inventions = findInventions(parts, request.sourceText, request.link, request.language).filter(
    ({ kind }) => kind !== 'name' || !keepsNames,
  );
  return [
    ...violations.map(({ field, message, remedy }) => `${field}: ${message} ${remedy}`),
    ...(voice ? voiceFaults(parts, words.tags, voice) : []),
    ...inventions.map(({ kind, value }) => `The ${kind} ${JSON.stringify(value)} is not in the source; leave it out.`),
  ];
}

function voiceFaults(parts: readonly string[], tags: readonly string[], { emoji, maxTags, bannedWords }: Voice): string[] {
  const all = [...parts, ...tags];
  return [
    ...bannedWords.filter((word) => !all.every(saysNone([word]))).map((word) => `The word ${JSON.stringify(word)} must not be said.`),
    ...(maxTags !== null && tags.length > maxTags ? [`There are ${tags.length} tags; at most ${maxTags} are wanted.`] : []),
    ...(emoji === 'none' && all.some((part) => /\p{RGI_Emoji}/v.test(part)) ? ['There must be no emoji.'] : []),
  ];
}

function unique(tags: readonly string[]): string[] {
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
}
