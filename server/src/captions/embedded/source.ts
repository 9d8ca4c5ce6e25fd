/** A paragraph, heading or list as it is told, with what stands between it and the next one. */
export interface Piece {
  text: string;
  gap: string;
  /** Nothing may end here: a heading leads to what stands below it. */
  isHeading?: boolean;
}

/** What a source says, from top to bottom. */
export interface Source {
  kind: 'plain' | 'markdown' | 'page' | 'mail';
  /** As it reads where no markup is shown. */
  plain: Piece[];
  /** As it is written, for networks that show Markdown; null for a plain text. */
  markdown: Piece[] | null;
  /** Where the whole of it stands, as the document says itself. */
  link: string | null;
  /** That its author gave it beside the text. */
  tags: string[];
}
