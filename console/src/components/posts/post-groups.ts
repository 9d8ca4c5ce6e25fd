import { diffWords } from '../../lib/diff-words.ts';
import type { ShownPayload } from './shown-payload.ts';

/** Payloads with equal text and images, in the order of their platforms. */
export interface PostGroup<P extends ShownPayload> {
  key: string;
  payloads: readonly [P, ...P[]];
}

/** Equal texts once, with all their platforms; the most frequent text first. */
export function groupPosts<P extends ShownPayload>(payloads: readonly P[]): PostGroup<P>[] {
  const groups = Map.groupBy(payloads, ({ preview: { title, parts, images } }) =>
    JSON.stringify([title, parts.map(({ text }) => text), images.map(({ url, altText }) => [url, altText])]),
  );
  return [...groups]
    .flatMap(([key, [first, ...others]]) => (first ? [{ key, payloads: [first, ...others] as const }] : []))
    .sort((a, b) => b.payloads.length - a.payloads.length);
}

/** The whole visible text as one string, for comparison. */
export function wordsOf({ preview: { title, parts } }: Pick<ShownPayload, 'preview'>): string {
  return [...(title ? [title] : []), ...parts.map(({ text }) => text)].join('\n\n');
}

interface Stretch {
  start: number;
  end: number;
}

/** Above this share of new words, differences are not marked individually. */
const MOST_NEW = 0.5;

/** Longer ones take the time of many frames to compare; "Compare" does it on demand. */
const MOST_COMPARED = 6_000;

/** Where the text differs from the other. */
export function newWords(text: string, other: string): Stretch[] {
  if (text.length + other.length > MOST_COMPARED) return [];
  let at = 0;
  const found: Stretch[] = [];
  for (const { kind, text: part } of diffWords(other, text)) {
    if (kind === 'added' && part.trim() !== '') found.push({ start: at, end: at + part.length });
    if (kind !== 'removed') at += part.length;
  }
  const size = found.reduce((sum, { start, end }) => sum + end - start, 0);
  return size > text.length * MOST_NEW ? [] : found;
}
