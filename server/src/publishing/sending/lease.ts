import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { countChanged } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import { statesBefore } from '../../state-table.ts';
import { PUBLICATION_TRANSITIONS } from '../publication.entity.ts';
import type { Sending } from './try.ts';

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
  keep(learned: JsonObject): Promise<void>;
  /** Whether bytes may have left. */
  isSent(): boolean;
  stop(): void;
}

/**
 * Records that sending begins; returns the publications that may be sent. The others must not be sent: their
 * lease is lost, or their standing approval has ended. Ending a standing approval either waits for this
 * statement or is visible to it; a post that has begun is completed, since half a thread is of no use. A
 * batch also skips locked rows.
 */
export async function markSent({ orm, clock }: Services, sending: readonly Sending[]): Promise<Sending[]> {
  const now = clock.now();
  // An earlier attempt of the same publication, whose lease expired, may ask concurrently.
  const byKey = new Map(sending.toReversed().map((each) => [keyOf(each.claim.publicationId, each.claim.lease), each]));
  const asked = [...byKey.values()].map(({ claim: { publicationId, lease }, learned }) => ({ id: publicationId, lease, learned }));
  const from = statesBefore(PUBLICATION_TRANSITIONS, 'sent');
  const marked = await orm.em
    .fork()
    .execute<{ id: string; lease: number }[]>(markSql(sending.length > 1), [JSON.stringify(asked), from.join(), now, leaseEnd(now)]);
  return marked.flatMap(({ id, lease }) => byKey.get(keyOf(id, lease)) ?? []);
}

const keyOf = (publicationId: string, lease: number): string => `${publicationId} ${lease}`;

const markSql = (isBatch: boolean): string => `
  with asked as materialized (
    select * from json_to_recordset(?::json) as a (id text, lease int, learned jsonb)
  ), standing as materialized (
    select p.id, s.state from asked a join publications p on p.id = a.id join publish_jobs j on j.id = p.job_id
      join approvals b on b.id = j.approval_id join standing_approvals s on s.id = b.standing_id
    order by s.id for share of s ${isBatch ? 'skip locked' : ''}
  ), free as materialized (
    select p.id, a.learned from publications p join asked a on a.id = p.id and a.lease = p.lease
      join publish_jobs j on j.id = p.job_id left join approvals b on b.id = j.approval_id left join standing s on s.id = p.id
    where (p.state = 'sent' or p.state = any(string_to_array(?, ',')) and (b.standing_id is null or s.state = 'active'))
      and p.leased_until > ?::timestamptz
    order by p.id for update of p ${isBatch ? 'skip locked' : ''}
  )
  update publications p set leased_until = ?::timestamptz, state = 'sent', intent = jsonb_set(p.intent, '{keys}', (p.intent -> 'keys') || f.learned)
  from free f where p.id = f.id returning p.id, p.lease`;

async function renewLease(services: Services, { publicationId, lease }: Sending['claim'], learned?: JsonObject): Promise<boolean> {
  const now = services.clock.now();
  const renewed = await countChanged(
    services.orm.em.fork(),
    tables
      .updateTable('publications')
      .set({
        leased_until: leaseEnd(now),
        ...(learned && { intent: sql`jsonb_set(intent, '{keys}', (intent -> 'keys') || ${JSON.stringify(learned)}::jsonb)` }),
      })
      .where('id', '=', publicationId)
      .where('lease', '=', lease)
      .where('state', 'in', [literal('leased'), literal('sent')])
      .where('leased_until', '>', now),
  );
  return renewed === 1;
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

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
    async keep(learned) {
      if (lost.signal.aborted || !(await holding(() => renewLease(services, claim, learned))))
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
