import { type Expression, sql } from 'kysely';
import type { Context, Services } from '../../context.ts';
import { workThrough } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { literal, type Places, prepared, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { say } from '../../languages/sentence.ts';
import { Attempt } from '../attempt.entity.ts';
import { recordPublicationEvent } from '../jobs/job-events.ts';
import { publicationsIn } from '../jobs/load-job.ts';
import { movePublication, rollUpJob } from '../jobs/roll-up-job.ts';
import { asFailure, Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { PUBLISH_QUEUE } from '../publish-queue.ts';
import { freeForRetry } from './apply-outcome.ts';

/** A publication that has been due for this long, unprocessed and without a queue entry, has lost it. */
const GRACE_MS = 30_000;
const REQUEUED_AT_ONCE = 500;

/** The columns read from a pg-boss entry. */
interface Entry {
  name: string;
  /** In lifecycle order. */
  state: string;
  blocked: boolean;
  start_after: Date;
  group_id: string | null;
}

const entriesOf = (queue: Expression<string>) =>
  tables.selectFrom(sql<Entry>`pgboss.job`.as('e')).select(sql<string>`e.data->>'publicationId'`.as('id')).where('e.name', '=', queue);

/**
 * Publications that wait for a slot of their connection still have their queue entry. Adding another on each run
 * would pile up entries of a network that hangs and fill the limit, so other lost entries would not be found. So
 * would targets whose account does not work: while another target waits for its next attempt, the job is not parked
 * and they are held. The queue has an index for each half of `entries`.
 */
export const findOverdue = prepared(({ before, queue, atOnce }: Places<{ before: Date; queue: string; atOnce: number }>) =>
  tables
    .with(
      (cte) => cte('overdue').materialized(),
      () =>
        tables
          .selectFrom('publish_jobs as j')
          .innerJoin('publications as p', 'p.job_id', 'j.id')
          .leftJoin('connections as c', 'c.id', 'p.connection_id')
          .select(['p.id', 'p.platform', 'p.connection_id as connectionId'])
          .where('j.state', 'in', [literal('ready'), literal('queued'), literal('publishing')])
          .where(sql<Date>`greatest(j.scheduled_at, j.quiet_until, j.updated_at)`, '<', before)
          .where('p.state', '=', literal('pending'))
          .where(({ eb, or }) => or([eb('p.next_attempt_at', 'is', null), eb('p.next_attempt_at', '<', before)]))
          .where(({ and, eb, exists, not, or, selectFrom }) => {
            const others = selectFrom('publications as s').select('s.id').whereRef('s.job_id', '=', 'j.id');
            const waiting = others.where('s.state', '=', literal('pending')).where('s.next_attempt_at', '>=', before);
            return or([and([eb('c.health', '=', literal('healthy')), eb('c.disconnected_at', 'is', null)]), not(exists(waiting))]);
          })
          .unionAll(
            tables
              .selectFrom('publications as p')
              .select(['p.id', 'p.platform', 'p.connection_id as connectionId'])
              .where('p.state', '=', literal('unknown'))
              .where('p.next_attempt_at', '<', before),
          ),
    )
    .with('entries', () =>
      entriesOf(queue)
        .where('e.state', '<', literal('active'))
        .where('e.blocked', '=', literal(false))
        .where('e.start_after', '<=', sql<Date>`now()`)
        .unionAll(entriesOf(queue).where('e.state', '=', literal('active')).where('e.group_id', 'is not', null)),
    )
    .selectFrom('overdue as o')
    .selectAll('o')
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom('entries as e').select('e.id').whereRef('e.id', '=', 'o.id'))))
    .orderBy('o.id')
    .limit(atOnce),
);

/**
 * Requeues due publications without a queue entry: an extra entry is harmless, a missing one is a post that never
 * arrives.
 */
export async function requeueOverdue(ctx: Context, atOnce = REQUEUED_AT_ONCE): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS);
  const overdue = await query(ctx.em, findOverdue({ before, queue: PUBLISH_QUEUE, atOnce }));
  if (overdue.length === 0) return 0;
  await inTransaction(ctx, async (tx) => {
    for (const publication of overdue) await tx.queue.enqueue(tx.em, publication);
  });
  return overdue.length;
}

const AT_ONCE = 200;
/** A slow worker may still be sending: its call must have ended before the platform is asked. */
const SETTLE_MS = 10_000;

/**
 * Takes over expired leases. If nothing was sent, the publication is free again; if bytes may have been sent, the
 * outcome is unknown and the platform is asked. Returns how many.
 */
export async function expireLeases(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const silent = await ctx.em.find(
    Publication,
    { state: { $in: ['leased', 'sent'] }, leasedUntil: { $lte: services.clock.now() } },
    { orderBy: { leasedUntil: 'asc' }, limit: AT_ONCE },
  );
  let expired = 0;
  const leases = new Map(silent.map(({ id, lease }) => [id, lease]));
  await workThrough(
    ctx.log,
    [...leases.keys()],
    { atOnce: 1, failure: 'a lease could not be taken over; it is tried again' },
    async (id) => {
      if (await inTransaction(ctx, (tx) => expireLease(tx, id, leases.get(id) ?? 0))) expired += 1;
    },
  );
  return expired;
}

async function expireLease(ctx: Context, publicationId: string, lease: number): Promise<boolean> {
  const { jobId } = await ctx.em.findOneOrFail(Publication, publicationId);
  const job = await ctx.em.findOneOrFail(PublishJob, jobId);
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  // Locked and read again: its worker may have ended it, or marked it as sent, a moment ago.
  await query(ctx.em, tables.selectFrom('publications').select('id').where('id', '=', publicationId).forUpdate());
  const publication = await ctx.em.findOneOrFail(Publication, publicationId, { refresh: true });
  const now = ctx.clock.now();
  if (publication.lease !== lease || !publication.leasedUntil || publication.leasedUntil > now) return false;
  if (publication.state !== 'leased' && publication.state !== 'sent') return false;

  const { leasedUntil } = publication;
  publication.leasedUntil = null;
  if (publication.state === 'leased') {
    if (await freeForRetry(ctx, { publication, job })) await ctx.queue.enqueue(ctx.em, publication);
    else await rollUpJob(ctx, job, draft, await publicationsIn(ctx, jobId));
  } else {
    movePublication(publication, 'unknown');
    // Its call ended with the lease: a worker that is alive stops as soon as it cannot renew it.
    await ctx.em.nativeUpdate(Attempt, { publicationId, number: publication.attempts, endedAt: null }, { endedAt: leasedUntil });
    publication.failureCode = 'unknown';
    Object.assign(publication, asFailure(say`The worker stopped responding while it was sending.`));
    const isIdempotent = ctx.platforms.get(publication.platform)?.duplicateClass === 'idempotent';
    publication.nextAttemptAt = new Date(now.getTime() + (isIdempotent ? 0 : SETTLE_MS));
    await ctx.queue.enqueue(ctx.em, publication, publication.nextAttemptAt);
    recordPublicationEvent(ctx, job, publication);
  }
  await ctx.em.flush();
  const { accountId, platform, state } = publication;
  ctx.log.warn({ accountId, jobId, publicationId, platform, state }, 'a lease expired');
  return true;
}
