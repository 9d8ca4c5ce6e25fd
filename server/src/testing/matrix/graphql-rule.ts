import type { Caller } from './callers.ts';
import type { Outcome } from './outcome.ts';
import type { Subject } from './subject-parts.ts';

/** Who may use a field of Query or Mutation, with arguments that work for permitted callers. */
export interface GraphqlRule {
  variables?(subject: Subject, caller: Caller): Record<string, unknown>;
  expected(caller: Caller): Outcome;
  /** The thing belongs to the caller, so each caller needs one. */
  isPersonal?: true;
}
