import type { Scope } from '../../access/actor.ts';
import type { Outcome } from './outcome.ts';
import type { Subject } from './subject-parts.ts';

export interface RestRequest {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Who may use an operation of the REST API, with a request that works for permitted callers. */
export interface RestRule {
  /** The grant needs all of them. */
  scopes: Scope[];
  /** Each agent asks about its own data only. */
  isOwn?: true;
  /** The object is private to another agent of the workspace. */
  isAnothers?: true;
  /** The result for permitted callers, where the operation cannot succeed here. */
  insteadOfOk?: Outcome;
  request(subject: Subject): RestRequest;
}
