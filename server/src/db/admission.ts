import { availableParallelism } from 'node:os';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { isSilent } from './pulse.ts';

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
  /** Whether the turns do not come since the database answers nobody. */
  isSilent?: () => boolean;
}

/** Lets so many through at once; the others wait their turn: owners one after the other, and of each first come, first served. */
export interface Admission {
  /** Resolves when it is the caller's turn. Throws `service_busy` after `waitMs`, or at once where too many wait already. */
  enter(owner?: string): Promise<void>;
  leave(): void;
}

export function createAdmission({ atOnce, waitMs, mostWaiting, isSilent: isDatabaseSilent = () => false }: AdmissionOptions): Admission {
  const refusal = () => (isDatabaseSilent() ? silent() : busy());
  let inside = 0;
  let waiting = 0;
  // In the order of their turns: whoever had one goes to the end.
  const lines = new Map<string, Set<() => void>>();
  const remove = (owner: string, line: Set<() => void>, resolve: () => void): boolean => {
    if (!line.delete(resolve)) return false;
    waiting -= 1;
    lines.delete(owner);
    if (line.size > 0) lines.set(owner, line);
    return true;
  };
  return {
    async enter(owner = '') {
      if (inside < atOnce) {
        inside += 1;
        return;
      }
      if (waiting >= mostWaiting) throw refusal();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const line = lines.get(owner) ?? new Set();
      lines.set(owner, line.add(resolve));
      waiting += 1;
      const timer = setTimeout(() => {
        if (remove(owner, line, resolve)) reject(refusal());
      }, waitMs);
      // Whoever leaves hands the place over, so that it is never free in between.
      await promise.finally(() => clearTimeout(timer));
    },
    leave() {
      const [first] = lines;
      const [next] = first?.[1] ?? [];
      if (!first || !next) {
        inside -= 1;
        return;
      }
      remove(first[0], first[1], next);
      next();
    },
  };
}

const silent = () => new DomainError('database_unavailable', { message: 'The database does not answer.' });
const busy = () => new DomainError('service_busy', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });

const admissions = new WeakMap<MikroORM, Admission>();

/**
 * The one of this process for requests from outside; null for the service's own work, which never
 * stands in their queue: a worker that could not renew its lease in time would lose it.
 */
export function admissionFor({ orm, actor }: Pick<Context, 'orm' | 'actor'>): Admission | null {
  if (actor.kind === 'system' || actor.kind === 'operator') return null;
  const admission =
    admissions.get(orm) ??
    createAdmission({ atOnce: REQUESTS_AT_ONCE, waitMs: WAIT_MS, mostWaiting: MOST_WAITING, isSilent: () => isSilent(orm) });
  admissions.set(orm, admission);
  return admission;
}

/** Whose turn it is taken in: one customer's flood waits behind itself, not before the others. */
export function ownerOf({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind === 'agent') return actor.accountId;
  return actor.kind === 'user' ? actor.userId : '';
}
