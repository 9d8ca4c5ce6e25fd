import type { Facet, Span } from '../platform.ts';

/** A stretch of a text: plain, or clickable. */
export interface Stretch {
  text: string;
  start: number;
  facet: Facet | null;
}

/** The text, or a span of it, in stretches, in order; facets of other kinds are plain text. */
export function stretchesOf(
  { text, facets }: { text: string; facets: readonly Facet[] },
  kind: Facet['kind'],
  span: Span = { start: 0, end: text.length },
): Stretch[] {
  const stretches: Stretch[] = [];
  let from = span.start;
  const add = (end: number, facet: Facet | null): void => {
    if (end > from) stretches.push({ text: text.slice(from, end), start: from, facet });
    from = end;
  };
  for (const facet of facets) {
    if (facet.kind !== kind || facet.start < span.start || facet.end > span.end) continue;
    add(facet.start, null);
    add(facet.end, facet);
  }
  add(span.end, null);
  return stretches;
}
