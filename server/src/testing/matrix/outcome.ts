import type { ErrorCode } from '../../errors.ts';

/** How an operation ended: it was done, there was nothing to see, or it was refused. */
export type Outcome = 'ok' | 'null' | ErrorCode;

/** The result for permitted callers, where the operation cannot succeed in this set-up. */
export const insteadOfOk = (code: ErrorCode, outcome: Outcome): Outcome => (outcome === 'ok' ? code : outcome);
