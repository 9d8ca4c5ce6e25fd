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
  /** The grant has to carry all of them. */
  scopes: Scope[];
  /** Each agent asks about its own data only. */
  isOwn?: true;
  /** Is about something that another agent of the workspace keeps to itself. */
  isAnothers?: true;
  /** The result for permitted callers, where the operation cannot succeed here. */
  insteadOfOk?: Outcome;
  request(subject: Subject): RestRequest;
}
