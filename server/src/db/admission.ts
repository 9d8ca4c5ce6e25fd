import { availableParallelism } from 'node:os';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';

/**
 * Requests that are in a transaction at the same time in one process. More would not get done
 * sooner: a core works on a few of them, and each of the others would only hold a connection and get slower.
 */
export const REQUESTS_AT_ONCE = Math.min(4 * availableParallelism(), 16);
/** As long as an agent's own time limit lets it hope for an answer. */
const WAIT_MS = 20_000;
const MOST_WAITING = 2_000;
const RETRY_AFTER_SECONDS = 5;

export interface AdmissionOptions {
  atOnce: number;
  waitMs: number;
  mostWaiting: number;
}

/** Lets so many through at once; the others wait their turn, first come, first served. */
export interface Admission {
  /** Resolves when it is the caller's turn. Throws `service_busy` after `waitMs`, or at once where too many wait already. */
  enter(): Promise<void>;
  leave(): void;
}

export function createAdmission({ atOnce, waitMs, mostWaiting }: AdmissionOptions): Admission {
  let inside = 0;
  const waiting = new Set<() => void>();
  return {
    async enter() {
      if (inside < atOnce) {
        inside += 1;
        return;
      }
      if (waiting.size >= mostWaiting) throw busy();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const timer = setTimeout(() => {
        if (waiting.delete(resolve)) reject(busy());
      }, waitMs);
      // Whoever leaves hands the place over, so that it is never free in between.
      await promise.finally(() => clearTimeout(timer));
    },
    leave() {
      const [next] = waiting;
      if (!next) {
        inside -= 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}

const busy = () => new DomainError('service_busy', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });

const admissions = new WeakMap<MikroORM, Admission>();

/**
 * The one of this process for requests from outside; null for the service's own work, which never
 * stands in their queue: a worker that could not renew its lease in time would lose it.
 */
export function admissionFor({ orm, actor }: Pick<Context, 'orm' | 'actor'>): Admission | null {
  if (actor.kind === 'system' || actor.kind === 'operator') return null;
  const admission = admissions.get(orm) ?? createAdmission({ atOnce: REQUESTS_AT_ONCE, waitMs: WAIT_MS, mostWaiting: MOST_WAITING });
  admissions.set(orm, admission);
  return admission;
}
