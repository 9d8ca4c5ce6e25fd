import { HOUR_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import type { LookupResult } from '../../platforms/platform.ts';
import { recordPublicationEvent } from '../jobs/job-events.ts';
import { publicationsIn } from '../jobs/load-job.ts';
import { Publication, type PublicationState } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { isAbsenceFinal, withoutOthers } from '../sending/record-lookup.ts';
import { dueAtOf, markAllUnknown, recreateIntent } from './mark-unknown-after-restore.ts';
import { lookFor } from './reconcile-publication.ts';

const ASK_AGAIN_MS = 2_000;

/**
 * Asks the network about a planned post that may have been published since the restored backup. If it is not
 * due, it stays planned: absent, it is published at its time; found, it is recorded as published; unclear, it
 * is asked again. If it is due and still unclear, its outcome becomes unknown once there are credits for it. Sends nothing. Returns the
 * state afterwards; null if nothing changed.
 */
export async function checkBeforeSending(services: Services, publicationId: string): Promise<PublicationState | null> {
  const em = services.orm.em.fork();
  const publication = await em.findOneOrFail(Publication, publicationId);
  const finding = await ask(services, publication, await em.findOneOrFail(Payload, publication.payloadId));
  return inTransaction(systemContext(services), (tx) => recordCheck(tx, publicationId, finding));
}

/** Null if the network cannot be asked. */
async function ask(services: Services, publication: Publication, payload: Payload): Promise<LookupResult | null> {
  const { checkFirst, connectionId } = publication;
  const platform = services.platforms.get(publication.platform);
  if (!checkFirst || checkFirst.isChanged || !connectionId || !platform?.isFoundWithoutIntent) return null;
  const em = services.orm.em.fork();
  const about = { body: payload.body, backupAt: new Date(checkFirst.backupAt) };
  return lookFor(services, publication, payload, await recreateIntent({ ...services, em }, publication, about));
}

async function recordCheck(tx: Context, publicationId: string, finding: LookupResult | null): Promise<PublicationState | null> {
  const { jobId } = await tx.em.findOneOrFail(Publication, publicationId);
  const { draftId } = await tx.em.findOneOrFail(PublishJob, jobId);
  const draft = await lockDraft(tx, draftId);
  const job = await tx.em.findOneOrFail(PublishJob, jobId, { refresh: true });
  const publications = await publicationsIn(tx, jobId);
  const publication = publications.find(({ id }) => id === publicationId);
  if (publication?.state !== 'pending' || !publication.checkFirst) return null;
  const counted = finding && (await withoutOthers(tx, publication, finding));
  const now = tx.clock.now();
  const due = dueAtOf(job);
  const [backupAt, restoredAt] = [new Date(publication.checkFirst.backupAt), new Date(publication.checkFirst.restoredAt)];

  const platform = tx.platforms.get(publication.platform);
  if (counted?.kind === 'absent' && platform && isAbsenceFinal(platform, restoredAt.getTime(), now.getTime())) {
    publication.checkFirst = null;
    await tx.queue.enqueue(tx.em, publication, due > now ? due : undefined);
    await tx.em.flush();
    return 'pending';
  }
  const isOut = finding?.kind === 'found' || finding?.kind === 'partial';
  const again = new Date(now.getTime() + Math.max(now.getTime() - restoredAt.getTime(), ASK_AGAIN_MS));
  if (!isOut && due > now) {
    const next = finding && again < due ? again : due;
    await tx.queue.enqueue(tx.em, publication, next);
    return null;
  }
  // A post that awaits a decision is not about to be sent; it is checked after that.
  if (!['approved', 'scheduled', 'publishing'].includes(draft.state)) return null;
  const doubtful = due > now ? [publication] : publications.filter(({ checkFirst }) => checkFirst);
  await markAllUnknown(tx, { job, draft }, publications, { doubtful, found: isOut ? publication : null, backupAt });
  for (const each of doubtful) if (each.state === 'unknown' && !each.nextAttemptAt) recordPublicationEvent(tx, job, each);
  if (publication.state !== 'pending') return publication.state;
  // It lacks credits, which may be bought at any time.
  await tx.queue.enqueue(tx.em, publication, new Date(Math.min(again.getTime(), now.getTime() + HOUR_MS)));
  return null;
}
