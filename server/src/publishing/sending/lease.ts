import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { countChanged } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import type { Sending } from './attempt-types.ts';

/**
 * The duration of a lease. Short, since the holder renews it during the call: a dead worker is noticed within this
 * time and one run of the reconciler.
 */
export const LEASE_MS = 12_000;
const RENEW_MS = 4_000;

/** Thrown when a worker is about to send without holding the lease. */
export class LeaseLostError extends Error {}

export interface LeaseKeeper {
  /** Fires when the lease is lost: the work must end. */
  signal: AbortSignal;
  /** Called right before the first byte leaves: until a result is recorded, the outcome is unknown. */
  markSent(learned?: JsonObject): Promise<void>;
  /** Stores what a platform returned for an upload, which creates no post. Throws if the lease is lost. */
  keep(learned: JsonObject, arrived?: number): Promise<void>;
  /** Whether bytes may have left. */
  isSent(): boolean;
  stop(): void;
}

async function renewLease(
  services: Services,
  { publicationId, lease }: Sending['claim'],
  learned?: JsonObject,
  arrived?: number,
): Promise<boolean> {
  const now = services.clock.now();
  // An upload that begins again does not advance before it is farther than ever.
  const advanced = arrived
    ? sql`case when ${arrived}::float8 > coalesce((intent ->> 'farthest')::float8, 0)
        then ${JSON.stringify({ advancedAt: now.toISOString(), farthest: arrived })}::jsonb else '{}' end`
    : sql`'{}'::jsonb`;
  const renewed = await countChanged(
    services.orm.em.fork(),
    tables
      .updateTable('publications')
      .set({
        leased_until: leaseEnd(now),
        ...(learned && {
          intent: sql`jsonb_set(intent, '{keys}', (intent -> 'keys') || ${JSON.stringify(learned)}::jsonb) || ${advanced}`,
        }),
      })
      .where('id', '=', publicationId)
      .where('lease', '=', lease)
      .where('state', 'in', [literal('leased'), literal('sent')])
      .where('leased_until', '>', now),
  );
  return renewed === 1;
}

/** When a lease taken or renewed now expires. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Renews a publication's lease until stopped. Every write is fenced by the lease's number. */
export function keepLease(services: Services, claim: Sending['claim'], mark: (sending: Sending) => Promise<boolean>): LeaseKeeper {
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
    // While the database is unavailable, the lease counts until it expires.
    const isHeld = await holding(() => renewLease(services, claim)).catch(() => services.clock.now().getTime() < heldUntil);
    if (!isHeld) lost.abort(new LeaseLostError('The lease was lost.'));
  };
  const timer = setInterval(() => void renew(), RENEW_MS);
  timer.unref();

  return {
    signal: lost.signal,
    async keep(learned, arrived) {
      if (lost.signal.aborted || !(await holding(() => renewLease(services, claim, learned, arrived))))
        throw new LeaseLostError('The lease was lost during an upload.');
    },
    isSent: () => isSent,
    async markSent(learned = {}) {
      if (lost.signal.aborted || !(await holding(() => mark({ claim, learned }))))
        throw new LeaseLostError('The lease was lost before anything was sent.');
      isSent = true;
    },
    stop: () => clearInterval(timer),
  };
}
