import { textFault } from '../../drafts/text-fault.ts';
import { findFacets } from '../../platforms/facets.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { CaptionRequest, GeneratedCaption } from '../caption-generator.ts';
import { findInventions } from './find-inventions.ts';

/** The words as they would be kept: trimmed, tags bare, and where they stand in the text, exactly those. */
export function tidyWords(platform: Platform, { text, tags, thread }: GeneratedCaption): GeneratedCaption {
  const parts = [text, ...thread].map((part) => part.replaceAll('\r\n', '\n').trim()).filter((part, index) => index === 0 || part !== '');
  const written = parts.flatMap((part) => findFacets(part).flatMap((facet) => (facet.kind === 'tag' ? [facet.target] : [])));
  const bare = tags.map((tag) => tag.trim().replace(/^[#＃]+/u, '')).filter(Boolean);
  const [first = '', ...rest] = parts;
  return { platform: platform.id, text: first, thread: rest, tags: unique(platform.tagsIn === 'text' ? written : bare) };
}

/** Every reason why a person should not get these words, in sentences that a model can mend them by. Empty when there is none. */
export function findWordFaults(platform: Platform, words: GeneratedCaption, request: CaptionRequest): string[] {
  const parts = [words.text, ...words.thread];
  const unstorable = [...parts, ...words.tags].flatMap((part) => textFault(part) ?? []);
  if (unstorable.length > 0) return unstorable.map((fault) => `A text ${fault}`);
  const violations = platform.validate({ text: words.text, tags: words.tags, thread: words.thread, link: request.link });
  const inventions = findInventions(parts, request.sourceText, request.link, request.language);
  return [
    ...violations.map(({ field, message, remedy }) => `${field}: ${message} ${remedy}`),
    ...inventions.map(({ kind, value }) => `The ${kind} ${JSON.stringify(value)} is not in the source; leave it out.`),
  ];
}

function unique(tags: readonly string[]): string[] {
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
}
