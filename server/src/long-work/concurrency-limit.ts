import { DomainError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';

const RETRY_AFTER_SECONDS = 5;

interface ConcurrencyLimitOptions {
  atOnce: number;
  /**
   * How many one owner may have, even if others wait: for work whose duration depends on a foreign server. Defaults
   * to all.
   */
  mostOfOne?: number;
  waitMs: number;
  mostWaiting: number;
  /** Whether slots are not freed because the database does not respond. */
  isSilent?: () => boolean;
}

/**
 * A concurrency limit: others queue, round-robin over owners, first come first served within one. When the queue is
 * full, a newcomer with fewer entries than another owner displaces one of theirs, so no owner fills it alone.
 */
export interface ConcurrencyLimit {
  /** Resolves when the caller gets a slot. Throws `service_busy` after `waitMs`, or at once if the queue is full. */
  enter(owner?: string): Promise<void>;
  /** Releases a slot to the next in the queue. */
  leave(owner?: string): void;
  /** Runs the work in a slot, and releases it in any case. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  enter(): void;
  refuse(refusal: DomainError): void;
}

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { atOnce, mostOfOne = atOnce, waitMs, mostWaiting, isSilent = () => false } = options;
  const refusal = (busy = serviceBusy()) => (isSilent() ? databaseUnavailable('The database does not answer.') : busy);
  const inside = createPlaces(atOnce, mostOfOne);
  let waiting = 0;
  // Round-robin: an owner moves to the end after a turn.
  const lines = new Map<string, Set<Waiting>>();
  const remove = (owner: string, one: Waiting): boolean => {
    const line = lines.get(owner);
    if (!line?.delete(one)) return false;
    waiting -= 1;
    if (line.size === 0) lines.delete(owner);
    return true;
  };
  const makeRoomFor = (owner: string) => {
    const own = lines.get(owner)?.size ?? 0;
    const [longest, line] = [...lines].reduce((most, each) => (each[1].size > most[1].size ? each : most), [owner, new Set<Waiting>()]);
    const newest = [...line].at(-1);
    if (!newest || line.size <= own + 1) throw refusal(own > 0 ? tooMuchOfOne() : serviceBusy());
    remove(longest, newest);
    newest.refuse(refusal(tooMuchOfOne()));
  };
  const concurrency: ConcurrencyLimit = {
    async enter(owner = '') {
      if (inside.take(owner)) return;
      if (waiting >= mostWaiting) makeRoomFor(owner);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const one = { enter: resolve, refuse: reject };
      lines.set(owner, (lines.get(owner) ?? new Set()).add(one));
      waiting += 1;
      const timer = setTimeout(() => {
        if (remove(owner, one)) reject(refusal());
      }, waitMs);
      // The slot is handed over directly, so it is never free in between.
      await promise.finally(() => clearTimeout(timer));
    },
    leave(left = '') {
      inside.giveBack(left);
      for (const [owner, line] of lines) {
        const [next] = line;
        if (!next || !inside.take(owner)) continue;
        remove(owner, next);
        if (lines.delete(owner)) lines.set(owner, line);
        next.enter();
        return;
      }
    },
    async run(owner, work) {
      await concurrency.enter(owner);
      try {
        return await work();
      } finally {
        concurrency.leave(owner);
      }
    },
  };
  return concurrency;
}

/** Counts slots in total and per owner. */
function createPlaces(atOnce: number, mostOfOne: number) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(owner: string): boolean {
      const own = taken.get(owner) ?? 0;
      if (all >= atOnce || own >= mostOfOne) return false;
      all += 1;
      taken.set(owner, own + 1);
      return true;
    },
    giveBack(owner: string): void {
      const own = taken.get(owner) ?? 0;
      all -= 1;
      if (own > 1) taken.set(owner, own - 1);
      else taken.delete(owner);
    },
  };
}

/** The error for all interfaces while the database does not respond or cannot be reached. */
export const databaseUnavailable = (message?: string) =>
  new DomainError('database_unavailable', { ...(message && { message }), details: { retry_after_seconds: 2 } });
/** The error for callers beyond the concurrency limit. */
export const serviceBusy = (message?: LocalizedMessage) =>
  new DomainError('service_busy', { ...(message && { message }), details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
const tooMuchOfOne = () => serviceBusy(say`Too many of your requests are already waiting. Send fewer at once.`);

/** How many places one of them may have: a caller, an account, or all together. */
interface Share {
  of: string;
  most: number;
  /** Of the refusal. */
  message: string;
}

interface OpenLimit {
  /** Takes a place under each name, or throws `rate_limited`; call the result to give it back. */
  enter(limits: readonly Share[]): () => void;
}

/** Counts what is open at the same time in this process, such as streams, each of which costs a socket. */
export function createOpenLimit(retryAfterSeconds: number): OpenLimit {
  const taken = new Map<string, number>();
  return {
    enter(limits) {
      const full = limits.find(({ of, most }) => (taken.get(of) ?? 0) >= most);
      if (full) throw new DomainError('rate_limited', { message: full.message, details: { retry_after_seconds: retryAfterSeconds } });
      for (const { of } of limits) taken.set(of, (taken.get(of) ?? 0) + 1);
      return () => {
        for (const { of } of limits) {
          const left = (taken.get(of) ?? 1) - 1;
          if (left > 0) taken.set(of, left);
          else taken.delete(of);
        }
      };
    },
  };
}
