/** A half-open range of UTF-16 units within one text. */
export interface Span {
  start: number;
  end: number;
}

/** A span of the text that the platform links. */
export interface Facet extends Span {
  kind: 'link' | 'mention' | 'tag';
  /** The target of a click. */
  target: string;
}
