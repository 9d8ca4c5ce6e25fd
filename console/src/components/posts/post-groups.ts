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
