import { DomainError } from '../errors.ts';

const RETRY_AFTER_SECONDS = 5;

export interface AdmissionOptions {
  atOnce: number;
  waitMs: number;
  mostWaiting: number;
  /** Whether the turns do not come since the database answers nobody. */
  isSilent?: () => boolean;
}

/**
 * Lets so many through at once; the others wait their turn: owners one after the other, and of each first come, first served. Where
 * all the places in line are taken, whoever has fewer than another gets one of the other's, so that nobody fills it alone.
 */
export interface Admission {
  /** Resolves when it is the caller's turn. Throws `service_busy` after `waitMs`, or as soon as there is no place in line. */
  enter(owner?: string): Promise<void>;
  leave(): void;
}

interface Waiting {
  enter(): void;
  refuse(refusal: DomainError): void;
}

export function createAdmission({ atOnce, waitMs, mostWaiting, isSilent: isDatabaseSilent = () => false }: AdmissionOptions): Admission {
  const refusal = (busy = serviceBusy()) => (isDatabaseSilent() ? silent() : busy);
  let inside = 0;
  let waiting = 0;
  // In the order of their turns: whoever had one goes to the end.
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
  return {
    async enter(owner = '') {
      if (inside < atOnce) {
        inside += 1;
        return;
      }
      if (waiting >= mostWaiting) makeRoomFor(owner);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const one = { enter: resolve, refuse: reject };
      lines.set(owner, (lines.get(owner) ?? new Set()).add(one));
      waiting += 1;
      const timer = setTimeout(() => {
        if (remove(owner, one)) reject(refusal());
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
      const [owner, line] = first;
      remove(owner, next);
      if (lines.delete(owner)) lines.set(owner, line);
      next.enter();
    },
  };
}

const silent = () => new DomainError('database_unavailable', { message: 'The database does not answer.' });
/** More than is worked on at once; what to say to whoever comes too many. */
export const serviceBusy = (message?: string) =>
  new DomainError('service_busy', { ...(message && { message }), details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
const tooMuchOfOne = () => serviceBusy('So much that you have sent waits already that others come first. Send less at once.');
