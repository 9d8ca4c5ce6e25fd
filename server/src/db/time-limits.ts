import type { EntityManager } from '@mikro-orm/postgresql';

/** Limits of one connection, in milliseconds; 0 is unlimited. PostgreSQL itself enforces them. */
export interface TimeLimits {
  /** For one statement. */
  statement: number;
  /** For a lock held by another transaction. */
  lock: number;
  /**
   * For the pause between two statements of a transaction: a longer one ends the session and releases its
   * locks.
   */
  silence: number;
}

/**
 * For requests and workers. A process frozen inside a transaction blocks the others until its idle limit;
 * those waiting for a lock give up earlier, so they do not get it one after the other.
 */
export const SERVICE_LIMITS: TimeLimits = { statement: 15_000, lock: 2_000, silence: 3_000 };

/** In addition to the limit of a statement: a reachable server has reported its timeout by then. */
export const PATIENCE_MS = 2_000;

/** For schema changes: they may take long, but everything that needs a table waits with them for its lock. */
export const MIGRATION_LIMITS: TimeLimits = { statement: 0, lock: 30_000, silence: 0 };

const namesOf = ({ statement, lock, silence }: TimeLimits): [string, number][] => [
  ['statement_timeout', statement],
  ['lock_timeout', lock],
  ['idle_in_transaction_session_timeout', silence],
];

/** The limits as options of a new connection. */
export function asConnectionOptions(limits: TimeLimits): string {
  return namesOf(limits)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The limits as settings of a transaction, by name. */
export const limitSettings = (limits: TimeLimits): Record<string, string> =>
  Object.fromEntries(namesOf(limits).map(([name, value]) => [name, String(value)]));

/** The statement that sets other limits until the transaction ends. */
export function untilCommit(limits: TimeLimits): string {
  return `select ${namesOf(limits)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;
}

/**
 * Longer than most lock waits, and much shorter than the limit: a frozen process delays a batch no longer
 * than this, and each item of the batch is then processed alone.
 */
const BATCH_LOCK_MS = 500;

/** For a transaction about a batch, before its first statement. */
export async function limitLockWaits(em: EntityManager): Promise<void> {
  await em.execute(untilCommit({ ...SERVICE_LIMITS, lock: BATCH_LOCK_MS }));
}
