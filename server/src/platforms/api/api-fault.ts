import type { Outcome } from '../platform.ts';

/** Every outcome that is not a post. */
export type FaultOutcome = Exclude<Outcome, { kind: 'published' | 'pending' }>;

/** Thrown by an `Api` where a call did not end as it should, with the outcome that follows. */
export class ApiFault extends Error {
  readonly outcome: FaultOutcome;
  /** The platform's own short name for the fault, where it gave one. */
  readonly code: string;

  constructor(outcome: FaultOutcome, code = '') {
    super(outcome.message);
    this.outcome = outcome;
    this.code = code;
  }
}
