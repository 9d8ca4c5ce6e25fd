import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConflict, isDatabaseFull, isDatabaseUnavailable, isIdledOut, isReadOnly } from './database-faults.ts';
import type { clientClass } from './service-client.ts';

/** Delays between attempts, with jitter so two that conflicted do not conflict again. */
const WAITS_MS = [50, 250];
/**
 * No attempt starts later, once admitted: the caller then gets 503 with Retry-After, however long the
 * failover takes.
 */
const TRY_WITHIN_MS = 2_000;

/** The progress of one attempt. */
export interface TransactionAttempt {
  /** The commit was sent: if the connection is lost, its outcome is unknown. */
  isEnding: boolean;
  /** It intended no changes: a read-only error is then a bug of ours, not a standby. */
  isReading?: boolean;
}

/**
 * Retries a transaction that the database aborted for reasons of its own: a conflict (40001, 40P01), a primary that
 * was demoted (25006), a connection lost or a transaction idle for too long before the commit. Then nothing of the
 * first attempt was stored.
 */
export async function retryTransaction<T>(transaction: (current: TransactionAttempt) => Promise<T>): Promise<T> {
  let startedAt = performance.now();
  for (const waitMs of [...WAITS_MS, null]) {
    const current: TransactionAttempt = { isEnding: false };
    try {
      return await transaction(current);
    } catch (error) {
      // The time was lost to a busy machine, not to an unreachable database.
      if (isIdledOut(error)) startedAt = performance.now();
      const isOver = waitMs === null || performance.now() - startedAt > TRY_WITHIN_MS;
      if (isOver || !isWorthAnother(error, current)) throw current.isReading ? error : asOutage(error);
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
  throw new Error('The last try ends before this.');
}

function isWorthAnother(error: unknown, { isEnding, isReading }: TransactionAttempt): boolean {
  if (isConflict(error)) return true;
  if (isReadOnly(error)) return !isReading;
  return !isEnding && isDatabaseUnavailable(error) && !isDatabaseFull(error);
}

/** For callers, a read-only database is an unreachable one. */
function asOutage(error: unknown): unknown {
  if (!isReadOnly(error)) return error;
  return Object.assign(new Error('The database takes no changes: it is no primary any more.', { cause: error }), { code: '57P03' });
}

const UNTIL_STORED_MS = [100, 300, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Writes what is only in memory, with retries: the database may be briefly unavailable, and the outcome of a call would be
 * lost. The work must be idempotent.
 */
export async function withRetries<T>({ log }: { log: Logger }, work: () => Promise<T>): Promise<T> {
  for (const wait of UNTIL_STORED_MS) {
    try {
      return await work();
    } catch (error) {
      log.debug({ err: error }, 'an outcome could not be written; trying again');
      await sleep(wait);
    }
  }
  return work();
}

/** Closes connections to a former primary: the next one leads to the current primary. */
export function leaveStandbys(pool: Pool): void {
  pool.on('release', (_error, client) => {
    // The pool does not reuse a connection that is closing.
    const connection = client as unknown as ServiceConnection;
    if (connection.isDemoted) void connection.end();
  });
}

type ServiceConnection = InstanceType<ReturnType<typeof clientClass>>;
