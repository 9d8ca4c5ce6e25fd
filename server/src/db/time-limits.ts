import type { EntityManager } from '@mikro-orm/postgresql';

/** How long one connection may take, in milliseconds; 0 is for ever. PostgreSQL keeps to them by itself. */
export interface TimeLimits {
  /** For one statement. */
  statement: number;
  /** For one lock that somebody else holds. */
  lock: number;
  /** For the pause between two statements of a transaction: whoever is silent for longer is shut out, and its locks are free. */
  silence: number;
}

/**
 * Of requests and workers. A process that was frozen inside a transaction holds up the others for as long as its
 * silence may last; those of its own that wait for a lock give up before that, so that they do not get it one after the other.
 */
export const SERVICE_LIMITS: TimeLimits = { statement: 15_000, lock: 2_000, silence: 3_000 };

/** Of what changes the schema: it may take long, but whoever wants a table whose lock it waits for waits with it. */
export const MIGRATION_LIMITS: TimeLimits = { statement: 0, lock: 30_000, silence: 0 };

const namesOf = ({ statement, lock, silence }: TimeLimits): [string, number][] => [
  ['statement_timeout', statement],
  ['lock_timeout', lock],
  ['idle_in_transaction_session_timeout', silence],
];

/** The limits as the server takes them when a connection begins. */
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
 * Longer than a lock takes as a rule, and much shorter than it may: a process that froze holds a batch up no longer than
 * this, and each of the batch then goes by itself.
 */
const BATCH_LOCK_MS = 500;

/** For a transaction about a batch of many, before anything else in it. */
export async function limitLockWaits(em: EntityManager): Promise<void> {
  await em.execute(untilCommit({ ...SERVICE_LIMITS, lock: BATCH_LOCK_MS }));
}
