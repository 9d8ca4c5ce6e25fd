/** A paragraph, heading or list as rendered, with the separator to the next one. */
export interface Piece {
  text: string;
  gap: string;
  /** A text must not end here: a heading introduces what follows. */
  isHeading?: boolean;
}

/** The content of a source, from top to bottom. */
export interface Source {
  kind: 'plain' | 'markdown' | 'page' | 'mail';
  /** As rendered without markup. */
  plain: Piece[];
  /** As written, for networks that render Markdown; null for plain text. */
  markdown: Piece[] | null;
  /** The canonical URL that the document declares. */
  link: string | null;
  /** The author's tags, from outside the text. */
  tags: string[];
}
