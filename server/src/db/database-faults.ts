/** Faults of the way to the server: nothing listens, the line broke, the name is not resolved. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';

/** What pg and its pool say without a code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  POOL_EXHAUSTED,
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
];

/**
 * The database is there, and has no connection to spare: all of this process were in use for so long that whoever
 * waited for one gave up (the pool's own words), or the server takes no more of anybody (53300).
 */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes(POOL_EXHAUSTED) || (error as { code?: unknown }).code === '53300' || isDatabaseFull(error.cause);
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && (codes.includes((error as { code?: string }).code ?? '') || hasCode(error.cause, codes));

/** Whether there was no room on a disk. 53100: PostgreSQL's. The others: this machine's own, where pictures lie. */
export const isStorageFull = (error: unknown): boolean => hasCode(error, ['53100', 'ENOSPC', 'EDQUOT']);

/**
 * Whether one of the time limits ended it: the database is well, and the same once more may go through. 55P03: a lock was not free in
 * time. 57014: a statement took longer than it may. 25P03: a transaction was silent for too long.
 */
export const isOutOfTime = (error: unknown): boolean => hasCode(error, ['55P03', '57014', '25P03']);

/** 25P03: the transaction was idle for too long, as on a machine that had no time for this process; nothing of it was kept. */
export const isIdledOut = (error: unknown): boolean => hasCode(error, ['25P03']);

/** 40001: another transaction came between. 40P01: two waited for each other, and this one was given up. The same once more goes through. */
export const isConflict = (error: unknown): boolean => hasCode(error, ['40001', '40P01']);

/** 25006: it takes no changes, as a standby does, or a primary that has just become one. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, ['25006']);

/**
 * Whether the database could not be reached or went away, as against a statement that it refused.
 * MikroORM wraps the driver's error, and Node gathers the tries of several addresses, so causes
 * and parts are looked at too.
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const { code, severity, syscall } = error as Error & { code?: unknown; severity?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    // Only a socket's own faults: a missing file is ENOENT as well.
    if (NETWORK_CODES.has(code) && (syscall === undefined || syscall !== 'open')) return true;
    // 08: connection exceptions. 57P: the server stops, starts or ended the session. 53300: no connection is free.
    if (/^(08|57P)/.test(code) || code === '53300') return true;
  }
  // PostgreSQL ends the session after a FATAL error, whatever its code; refused log-ins are such.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  if (DRIVER_MESSAGES.some((message) => error.message.includes(message))) return true;
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error.cause, (error as { previous?: unknown }).previous, ...parts].some((inner) => isDatabaseUnavailable(inner, depth + 1));
}
