import { availableParallelism } from 'node:os';
import type { Actor } from '../access/actor.ts';
import { type Admission, createAdmission } from '../long-work/create-admission.ts';
import type { Pulse } from './connections/pulse.ts';

/**
 * Requests that are in a transaction at the same time in one process. More would not get done
 * sooner: a core works on a few of them, and each of the others would only hold a connection and get slower.
 */
export const REQUESTS_AT_ONCE = Math.min(4 * availableParallelism(), 16);
/** As long as an agent's own time limit lets it hope for an answer. */
const WAIT_MS = 20_000;
const MOST_WAITING = 2_000;

/** The limit of one process on the transactions of requests. */
export function createRequestAdmission(pulse: Pulse): Admission {
  return createAdmission({ atOnce: REQUESTS_AT_ONCE, waitMs: WAIT_MS, mostWaiting: MOST_WAITING, isSilent: () => pulse.isSilent });
}

/** Null for the service's own work, which never waits behind requests: a worker that could not renew its lease in time would lose it. */
export function admissionFor({ orm, actor }: { orm: { admission: Admission }; actor: Actor }): Admission | null {
  return actor.kind === 'system' || actor.kind === 'operator' ? null : orm.admission;
}

/**
 * Whose turn it is taken in: one customer's flood waits behind itself, not before the others. A customer's agents have one line
 * together and each person their own, so that an agent keeps nobody from calling it off.
 */
export function ownerOf({ actor }: { actor: Actor }): string {
  if (actor.kind === 'agent' || actor.kind === 'client') return actor.accountId;
  return actor.kind === 'user' ? actor.userId : '';
}
