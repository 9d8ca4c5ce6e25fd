import type { ErrorCode } from '../../errors.ts';

/** How an operation ended: it was done, there was nothing to see, or it was refused. */
export type Outcome = 'ok' | 'null' | ErrorCode;
