import type { Scope } from '../../access/actor.ts';
import type { Outcome } from './outcome.ts';
import type { Subject } from './subject-parts.ts';

export interface RestRequest {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Who may do an operation of the REST API, and a request that works for whoever may. */
export interface RestRule {
  /** The grant has to carry all of them. */
  scopes: Scope[];
  /** Concerns nobody's things: each agent asks about its own. */
  isOwn?: true;
  /** Is about something that another agent of the workspace keeps to itself. */
  isAnothers?: true;
  /** What whoever may is told, where it cannot be done here. */
  insteadOfOk?: Outcome;
  request(subject: Subject): RestRequest;
}
