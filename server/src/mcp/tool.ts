import type { TSchema } from 'typebox';

/** One tool of `/api/mcp`: an operation of the API under the name that a model reads. */
export interface Tool {
  /** The operation's id; its schemas, scope and rules are the tool's. */
  operation: string;
  title: string;
  /** For a model: when to use it, and what comes next. */
  description: string;
  /** Whether it may take something away that was there. */
  isDestructive?: boolean;
  /** Whether calling it again with the same arguments changes nothing more. */
  isIdempotent?: boolean;
  /** Whether the person is shown the page where they decide, where the host can, before the answer is waited for. */
  asksPerson?: boolean;
  /** Of an operation that takes bodies of several shapes: the one that this tool offers, and what it answers then. */
  shape?: { body: TSchema; answer: TSchema };
}
