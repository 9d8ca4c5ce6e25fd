/** A half-open range of UTF-16 units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A stretch of text under the same facet and the same marks. */
export interface Segment<F, M> {
  text: string;
  start: number;
  facet: F | null;
  marks: M[];
}

/**
 * Splits a text at every edge of its facets and marks. Facets do not overlap (of two that do, the first one wins);
 * marks may overlap each other and facets. Spans come from a server and are not trusted: they are clamped to the text
 * and never split a surrogate pair.
 */
export function segmentText<F extends TextSpan, M extends TextSpan>(
  text: string,
  facets: readonly F[],
  marks: readonly M[],
): Segment<F, M>[] {
  const kept = withoutOverlaps(toFitted(text, facets));
  const marked = toFitted(text, marks);
  const edges = new Set([0, text.length]);
  for (const { span } of [...kept, ...marked]) edges.add(span.start).add(span.end);
  const cuts = [...edges].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    const covers = ({ span }: { span: TextSpan }): boolean => span.start <= start && end <= span.end;
    return {
      text: text.slice(start, end),
      start,
      facet: kept.find(covers)?.item ?? null,
      marks: marked.filter(covers).map(({ item }) => item),
    };
  });
}

interface Fitted<T> {
  item: T;
  span: TextSpan;
}

function toFitted<T extends TextSpan>(text: string, items: readonly T[]): Fitted<T>[] {
  return items
    .map((item) => ({ item, span: { start: snap(text, item.start, -1), end: snap(text, item.end, 1) } }))
    .filter(({ span }) => span.start < span.end)
    .sort((a, b) => a.span.start - b.span.start);
}

function withoutOverlaps<T>(items: Fitted<T>[]): Fitted<T>[] {
  let reached = 0;
  return items.filter(({ span }) => {
    if (span.start < reached) return false;
    reached = span.end;
    return true;
  });
}

/** Clamped to the text and, inside a surrogate pair, moved to its edge. */
function snap(text: string, at: number, direction: 1 | -1): number {
  const clamped = Math.min(Math.max(Math.trunc(at), 0), text.length);
  const isInsidePair = /[\uD800-\uDBFF]/.test(text[clamped - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[clamped] ?? '');
  return isInsidePair ? clamped + direction : clamped;
}
