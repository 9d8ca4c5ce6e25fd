import type { ShownPayload } from './shown-payload.ts';

/** Payloads of which one's preview shows all that is signed. */
export interface PostGroup<P extends ShownPayload> {
  key: string;
  /** The first is the one to draw: it shows the most. */
  payloads: readonly [P, ...P[]];
}

/** Equal posts once, with all their platforms; the most frequent first. */
export function groupPosts<P extends ShownPayload>(payloads: readonly P[]): PostGroup<P>[] {
  const keyed = payloads.map((payload) => ({ payload, content: contentOf(payload), card: payload.preview.linkCard?.url }));
  const groups = Map.groupBy(keyed, ({ content, card = keyed.find((other) => other.content === content && other.card)?.card }) =>
    JSON.stringify([content, card]),
  );
  return [...groups]
    .flatMap(([key, own]) => {
      const [first, ...others] = own.map(({ payload }) => payload).toSorted((a, b) => shownBy(b) - shownBy(a));
      return first ? [{ key, payloads: [first, ...others] as const }] : [];
    })
    .sort((a, b) => b.payloads.length - a.payloads.length);
}

/** All that an author chooses for a network. The card follows from the link, and some networks show none. */
function contentOf({ preview: { title, parts, images, settings, tags } }: ShownPayload): string {
  return JSON.stringify([
    title,
    parts.map(({ text, facets }) => [text, facets.flatMap(({ kind, ...link }) => (kind === 'LINK' && isNamed(text, link) ? [link] : []))]),
    images.map(({ url, altText, cover, subtitles }) => [url, altText, cover?.isSent, subtitles?.isSent]),
    settings.map(({ name, value }) => [name, value]),
    tags ?? [],
  ]);
}

/** Whether the words do not say where their link leads. */
function isNamed(text: string, { start, end, target }: { start: number; end: number; target: string }): boolean {
  const plain = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return plain(text.slice(start, end)) !== plain(target);
}

/** How much a preview shows of what others may not: a published card, and descriptions of pictures. */
function shownBy({ preview: { linkCard, images } }: ShownPayload): number {
  const card = linkCard ? 1 + Number(!linkCard.isMadeByNetwork) : 0;
  return card + images.filter(({ hasNoAltText }) => !hasNoAltText).length;
}

/** The whole visible text as one string, for comparison. */
export function wordsOf({ preview: { title, parts } }: Pick<ShownPayload, 'preview'>): string {
  return [...(title ? [title] : []), ...parts.map(({ text }) => text)].join('\n\n');
}
