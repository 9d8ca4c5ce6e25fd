import type { TSchema } from 'typebox';
import type { OfferedOperation } from '../http/engine/add-operation.ts';

/** One tool of `/api/mcp`: an operation of the API under the name that a model reads. */
export interface Tool {
  /** The operation's id; its schemas, scope and rules are the tool's. */
  operation: string;
  title: string;
  /** For a model: when to use it, and what comes next. */
  description: string;
  /** Whether it may remove something. */
  isDestructive?: boolean;
  /** Whether repeating it with the same arguments has no further effect. */
  isIdempotent?: boolean;
  /** Whether it changes nothing, although its operation may. */
  isReadOnly?: boolean;
  /** Whether it, or what follows from it, reaches beyond this service: networks, web pages, language models. */
  isOpenWorld?: boolean;
  /** Whether the person is shown the page for the decision, if the host can, before waiting for the response. */
  asksPerson?: boolean;
  /** For an operation that takes bodies of several shapes: the one that this tool offers. */
  shape?: TSchema;
  /** Whether the response is signed: no field of it may be left out or reworded. */
  isSigned?: boolean;
}

/** Whether a call of the tool only reads. */
export function changesNothing({ isRead, operation }: OfferedOperation, { isReadOnly }: Pick<Tool, 'isReadOnly'>): boolean {
  return isRead || operation.isCheck === true || isReadOnly === true;
}
