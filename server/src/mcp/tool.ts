import type { TSchema } from 'typebox';
import type { OfferedOperation } from '../http/engine/add-operation.ts';

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
  /** Whether it changes nothing, although its operation may. */
  isReadOnly?: boolean;
  /** Whether it, or what follows from it, reaches beyond this service: networks, web pages, language models. */
  isOpenWorld?: boolean;
  /** Whether the person is shown the page where they decide, where the host can, before the answer is waited for. */
  asksPerson?: boolean;
  /** Of an operation that takes bodies of several shapes: the one that this tool offers. */
  shape?: TSchema;
  /** Whether the answer is signed, so that it is passed on byte for byte in meaning: no field of it is left out or put in other words. */
  isSigned?: boolean;
}

/** Whether calling a tool is reading. */
export function changesNothing({ isRead, operation }: OfferedOperation, { isReadOnly }: Pick<Tool, 'isReadOnly'>): boolean {
  return isRead || operation.isCheck === true || isReadOnly === true;
}
