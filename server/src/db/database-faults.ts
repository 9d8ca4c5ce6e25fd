import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { createOutageLog, reasonOf } from '../log.ts';

/** Network errors: nothing listens, the connection broke, the name does not resolve. */
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

/** Errors of pg and its pool without a code. */
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
 * The database is reachable but has no free connection: this process's were in use until the wait timed out
 * (the pool's message), or the server accepts no more (53300).
 */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes(POOL_EXHAUSTED) || (error as { code?: unknown }).code === '53300' || isDatabaseFull(error.cause);
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && (codes.includes((error as { code?: string }).code ?? '') || hasCode(error.cause, codes));

/** Whether a disk is full. 53100: PostgreSQL's. The others: this machine's, which stores pictures. */
export const isStorageFull = (error: unknown): boolean => hasCode(error, ['53100', 'ENOSPC', 'EDQUOT']);

/**
 * Whether a time limit was exceeded: the database is healthy, and a retry may succeed. 55P03: a lock was not
 * available in time. 57014: a statement timed out. 25P03: a transaction was idle for too long.
 */
export const isOutOfTime = (error: unknown): boolean => hasCode(error, ['55P03', '57014', '25P03']);

/**
 * 25P03: the transaction was idle for too long, for example on an overloaded machine; nothing of it was
 * stored.
 */
export const isIdledOut = (error: unknown): boolean => hasCode(error, ['25P03']);

/** 40001: a serialization failure. 40P01: a deadlock, of which this transaction was the victim. A retry succeeds. */
export const isConflict = (error: unknown): boolean => hasCode(error, ['40001', '40P01']);

/** 25006: read-only, such as a standby, or a demoted primary. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, ['25006']);

/**
 * Whether the database was unreachable or went away, as opposed to a refused statement. MikroORM wraps the driver's
 * error, and Node collects the attempts at several addresses, so causes and parts are checked too.
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const { code, severity, syscall } = error as Error & { code?: unknown; severity?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    // Only network errors: a missing file is ENOENT as well.
    if (NETWORK_CODES.has(code) && (syscall === undefined || syscall !== 'open')) return true;
    // 08: connection exceptions. 57P: the server stops, starts or ended the session. 53300: no connection is free.
    if (/^(08|57P)/.test(code) || code === '53300') return true;
  }
  // PostgreSQL ends the session after a FATAL error, whatever its code; refused logins are FATAL.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  if (DRIVER_MESSAGES.some((message) => error.message.includes(message))) return true;
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error.cause, (error as { previous?: unknown }).previous, ...parts].some((inner) => isDatabaseUnavailable(inner, depth + 1));
}

/**
 * Whether only the operator's database or disk is at fault: unreachable, read-only or full. A later attempt
 * succeeds. A session that PostgreSQL ended because its transaction was idle for too long does not count.
 */
export const isOutage = (error: unknown): boolean =>
  !isOutOfTime(error) && (isDatabaseUnavailable(error) || isReadOnly(error) || isStorageFull(error));

type Log = Pick<Logger, 'warn' | 'error'>;

/**
 * Logs a failure that is retried: a warning for an exceeded time limit, otherwise a fault of ours with its
 * stack.
 */
export function logFault(log: Log, error: unknown, about: object, sentence: string): void {
  if (isOutOfTime(error)) log.warn({ ...about, event: 'out_of_time', reason: reasonOf(error) }, sentence);
  else log.error({ err: error, ...about }, sentence);
}

/**
 * Works on these rows, `atOnce` at a time. One that fails is logged and holds up no other; its own due time decides when
 * it is tried again. Throws when the database is away.
 */
export async function workThrough(
  log: Log,
  ids: readonly string[],
  { atOnce, failure }: { atOnce: number; failure: string },
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const waiting = ids.values();
  const lane = async (): Promise<void> => {
    for (const id of waiting) {
      try {
        await work(id);
      } catch (error) {
        if (isOutage(error)) throw error;
        logFault(log, error, { id }, failure);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

export interface FaultLog {
  /** Logs a failure that is retried; during an outage, not each one. */
  report(error: unknown, sentence: string, about?: object): void;
}

export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Throws unless the database responds. */
export const askDatabase = (orm: MikroORM): Promise<unknown> => orm.em.fork().execute('select 1');

/**
 * Logs failures in the background, and outages of the database with `outageSentence` when they begin and end.
 */
export function createFaultLog({ log, orm }: { log: Logger; orm: MikroORM }, outageSentence: string): FaultLog {
  const outage = createOutageLog(log, outageSentence, () => succeeds(askDatabase(orm)));
  return {
    report(error, sentence, about = {}) {
      if (isOutage(error)) outage.report(error);
      else logFault(log, error, about, sentence);
    },
  };
}
