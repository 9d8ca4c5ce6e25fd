import type { Services } from '../../context.ts';
import type { JsonObject } from '../../platforms/platform.ts';

/**
 * How long a worker may be silent before another takes over. Short, since the holder renews it
 * all through its call: a dead worker is noticed within this time and one sweep.
 */
export const LEASE_MS = 12_000;
const RENEW_MS = 4_000;

/** Thrown where a worker is about to send and finds that it is not its turn any more. */
export class LeaseLostError extends Error {}

export interface LeaseKeeper {
  /** Fires when the lease is lost: whatever is under way must end. */
  signal: AbortSignal;
  /** Right before the first byte leaves: from here on the outcome is unknown until it is known. */
  markSent(learned?: JsonObject): Promise<void>;
  /** Whether bytes may have left. */
  isSent(): boolean;
  stop(): void;
}

/**
 * What was let through by a standing approval does not begin once that has ended: whoever ends it waits for this statement, or is
 * seen by it. What has begun is finished, since half a thread helps nobody.
 */
const BY_STANDING = `with by_standing as (
  select s.state from publications p join publish_jobs j on j.id = p.job_id join approvals a on a.id = j.approval_id
  join standing_approvals s on s.id = a.standing_id where p.id = ? for share of s)`;

/** That bytes are about to leave, and what the platform has learned on the way to that. */
export interface Leaving {
  claim: Held;
  learned: JsonObject;
}

interface Held {
  publicationId: string;
  lease: number;
}

/** Writes that bytes are about to leave. False: the lease is not held any more, and nothing may be sent. */
export async function markSent(services: Services, { claim: { publicationId, lease }, learned }: Leaving): Promise<boolean> {
  const now = services.clock.now();
  const { affectedRows } = await services.orm.em.fork().execute<{ affectedRows: number }>(
    `${BY_STANDING} update publications set leased_until = ?, state = 'sent', intent = jsonb_set(intent, '{keys}', (intent -> 'keys') || ?::jsonb)
     where id = ? and lease = ? and state in ('leased', 'sent') and leased_until > ?
       and (state = 'sent' or not exists (select from by_standing where state <> 'active'))`,
    [publicationId, leaseEnd(now), JSON.stringify(learned), publicationId, lease, now],
    'run',
  );
  return affectedRows === 1;
}

async function renewLease(services: Services, { publicationId, lease }: Held): Promise<boolean> {
  const now = services.clock.now();
  const { affectedRows } = await services.orm.em
    .fork()
    .execute<{ affectedRows: number }>(
      `update publications set leased_until = ? where id = ? and lease = ? and state in ('leased', 'sent') and leased_until > ?`,
      [leaseEnd(now), publicationId, lease, now],
      'run',
    );
  return affectedRows === 1;
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Renews a publication's lease until stopped. Every write is fenced by the lease's number. */
export function keepLease(services: Services, claim: Held, mark: (sent: Leaving) => Promise<boolean>): LeaseKeeper {
  const lost = new AbortController();
  let isSent = false;
  let heldUntil = leaseEnd(services.clock.now()).getTime();

  const holding = async (write: () => Promise<boolean>): Promise<boolean> => {
    const until = leaseEnd(services.clock.now()).getTime();
    const isHeld = await write();
    if (isHeld) heldUntil = until;
    return isHeld;
  };
  const renew = async (): Promise<void> => {
    // While the database is away the lease is held until it runs out, and no longer.
    const isHeld = await holding(() => renewLease(services, claim)).catch(() => services.clock.now().getTime() < heldUntil);
    if (!isHeld) lost.abort(new LeaseLostError('The lease was lost.'));
  };
  const timer = setInterval(() => void renew(), RENEW_MS);
  timer.unref();

  return {
    signal: lost.signal,
    isSent: () => isSent,
    async markSent(learned = {}) {
      if (lost.signal.aborted || !(await holding(() => mark({ claim, learned }))))
        throw new LeaseLostError('The lease was lost before anything was sent.');
      isSent = true;
    },
    stop: () => clearInterval(timer),
  };
}
