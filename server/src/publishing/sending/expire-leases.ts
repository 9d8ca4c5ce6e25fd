import type { Context, Services } from '../../context.ts';
import { isOutOfTime } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { say } from '../../languages/sentence.ts';
import { asFailure } from '../as-failure.ts';
import { movePublication } from '../jobs/job-moves.ts';
import { tellPublication } from '../jobs/tell-job.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';

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
  for (const { id, lease } of silent) {
    const isExpired = await inTransaction(ctx, (tx) => expireLease(tx, id, lease)).catch((error: unknown) => {
      // A locked row must not keep the others from being taken over; the next run tries it again.
      if (!isOutOfTime(error)) throw error;
      return false;
    });
    if (isExpired) expired += 1;
  }
  return expired;
}

async function expireLease(ctx: Context, publicationId: string, lease: number): Promise<boolean> {
  const { jobId } = await ctx.em.findOneOrFail(Publication, publicationId);
  const job = await ctx.em.findOneOrFail(PublishJob, jobId);
  await lockDraft(ctx, job.draftId);
  // Locked and read again: its worker may have ended it, or marked it as sent, a moment ago.
  await query(ctx.em, tables.selectFrom('publications').select('id').where('id', '=', publicationId).forUpdate());
  const publication = await ctx.em.findOneOrFail(Publication, publicationId, { refresh: true });
  const now = ctx.clock.now();
  if (publication.lease !== lease || !publication.leasedUntil || publication.leasedUntil > now) return false;
  if (publication.state !== 'leased' && publication.state !== 'sent') return false;

  publication.leasedUntil = null;
  if (publication.state === 'leased') {
    movePublication(publication, 'pending');
    await ctx.queue.enqueue(ctx.em, publication);
  } else {
    movePublication(publication, 'unknown');
    publication.failureCode = 'unknown';
    Object.assign(publication, asFailure(say`The worker went silent while it was sending.`));
    const isIdempotent = ctx.platforms.get(publication.platform)?.duplicateClass === 'idempotent';
    publication.nextAttemptAt = new Date(now.getTime() + (isIdempotent ? 0 : SETTLE_MS));
    await ctx.queue.enqueue(ctx.em, publication, publication.nextAttemptAt);
    tellPublication(ctx, job, publication);
  }
  await ctx.em.flush();
  const { accountId, platform, state } = publication;
  ctx.log.warn({ accountId, jobId, publicationId, platform, state }, 'a lease has run out');
  return true;
}
