import { DomainError } from '../errors.ts';

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
  const refusal = () => (isDatabaseSilent() ? silent() : serviceBusy());
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
/** More than is worked on at once; what to say to whoever comes too many. */
export const serviceBusy = () => new DomainError('service_busy', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
