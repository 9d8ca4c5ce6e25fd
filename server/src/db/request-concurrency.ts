import { availableParallelism } from 'node:os';
import type { Actor } from '../access/actor.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import type { HealthCheck } from './service-client.ts';

/**
 * Concurrent request transactions per process. More would not be faster: a core works on a few of them, and each of
 * the others would only hold a connection and slow down.
 */
export const REQUESTS_AT_ONCE = Math.min(4 * availableParallelism(), 16);
/** The client timeout of an agent. */
const WAIT_MS = 20_000;
const MOST_WAITING = 2_000;

/** One process's limit on request transactions. */
export function createRequestConcurrency(health: HealthCheck): ConcurrencyLimit {
  return createConcurrencyLimit({ atOnce: REQUESTS_AT_ONCE, waitMs: WAIT_MS, mostWaiting: MOST_WAITING, isSilent: () => health.isSilent });
}

/**
 * Null for the service's own work, which never queues behind requests: a worker that could not renew its
 * lease in time would lose it.
 */
export function concurrencyLimitFor({ orm, actor }: { orm: { concurrency: ConcurrencyLimit }; actor: Actor }): ConcurrencyLimit | null {
  return actor.kind === 'system' || actor.kind === 'operator' ? null : orm.concurrency;
}

/**
 * The queue of the request: one customer's flood delays only that customer. A customer's agents share one queue and
 * people have one each, so an agent cannot keep people from stopping it.
 */
export function ownerOf({ actor }: { actor: Actor }): string {
  if (actor.kind === 'agent' || actor.kind === 'client') return actor.accountId;
  return actor.kind === 'user' ? actor.userId : '';
}
