/** A stretch of the source that stands by itself. Inline markup is still in it. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item';
  /** 1 to 6 for a heading, else 0. */
  level: number;
  text: string;
  /** What stands before an item: its number as written, a bullet, or nothing where the lines themselves are the list. */
  mark: string;
  /** Whether it goes on right below the block before it, without a blank line. */
  isTight: boolean;
  /** Whether the source quotes somebody here. */
  isQuoted: boolean;
}

export const BULLET = '•';
