import type { Context, Services, WaitingWork } from '../context.ts';
import { systemContext } from '../db/system-context.ts';
import { commentOf } from '../platforms/platform/first-comment.ts';
import { advancePage } from './jobs/advance-page.ts';
import type { PublicationState } from './publication.entity.ts';
import { sendFirstComment } from './published/send-first-comments.ts';
import { checkBeforeSending } from './reconciliation/check-before-sending.ts';
import { reconcilePublication } from './reconciliation/reconcile-publication.ts';
import { retargetPage } from './review/jobs-without-connection.ts';
import { callPlatform } from './sending/call-platform.ts';
import { createDeliveries, type Deliveries, type Due } from './sending/deliveries.ts';
import { isOneTooMany } from './sending/retry-delay.ts';

export interface Delivering {
  signal: AbortSignal;
  /** Shared by all deliveries of a process, so concurrent ones are batched. */
  deliveries?: Deliveries;
  /** Called once the platform has responded. */
  answered?: () => void;
}

/**
 * Processes a queue entry: does whatever the publication is due for now. Entries may be duplicate, late or
 * unnecessary. Returns the state afterwards; null if nothing was to be done.
 */
export async function workOnPublication(
  services: Services,
  publicationId: string,
  { signal, deliveries = createDeliveries(services), answered = () => {} }: Delivering,
): Promise<PublicationState | null> {
  const publication = await deliveries.find(publicationId);
  if (!publication) return null;
  const state = await workOn(services, publication, { signal, deliveries, answered });
  const { accountId, jobId, platform } = publication;
  if (state) services.log.info({ accountId, jobId, publicationId, platform, state }, 'publication');
  return state;
}

async function workOn(services: Services, publication: Due, options: Required<Delivering>): Promise<PublicationState | null> {
  switch (publication.state) {
    case 'pending':
      if (publication.checksFirst) return checkBeforeSending(services, publication.id);
      return publish(services, publication, options);
    case 'unknown': {
      const nextAttemptAt = publication.nextAttemptAt && new Date(publication.nextAttemptAt);
      const now = services.clock.now();
      if (nextAttemptAt && nextAttemptAt > now) {
        if (!isOneTooMany(nextAttemptAt, now))
          await services.orm.em.fork().transactional((em) => services.queue.enqueue(em, publication, nextAttemptAt));
        return null;
      }
      return reconcilePublication(services, publication.id);
    }
    default:
      return null;
  }
}

/**
 * One attempt: transaction 1 (gates, credits, intent, lease), the call, transaction 2 (outcome). Harmless if
 * delivered twice, too early or too late. Returns the state afterwards; null if there was nothing to do, or another
 * worker holds the lease.
 */
async function publish(
  services: Services,
  { id, draftId, dueAt }: Due,
  { signal, deliveries, answered }: Required<Delivering>,
): Promise<PublicationState | null> {
  const made = await deliveries.claim({ id, draftId, dueAt });
  if (made === null || typeof made === 'string') return made;
  const outcome = await callPlatform(services, made, { signal, ...deliveries });
  answered();
  const state = outcome && (await deliveries.record({ made, outcome }));
  // The worker's next round would also do this.
  if (state === 'published' && commentOf(made.body)) await sendFirstComment(services, id).catch(asWarning(services, id));
  return state;
}

/** Logs a failure: the post is published, whatever happens to its comment. */
const asWarning =
  ({ log }: Services, publicationId: string) =>
  (error: unknown) =>
    log.warn({ err: error, publicationId }, 'the first comment of a post could not be sent; it will be retried');

/**
 * Processes an entry of the waiting queue: one page, and an entry for the next. Entries may be duplicate, late or
 * concurrent: jobs that have advanced no longer wait.
 */
export async function workOnWaiting(services: Services, work: WaitingWork): Promise<void> {
  const after = await workOnPage(systemContext(services), work);
  if (after === null) return;
  await services.orm.em.fork().transactional((em) => services.queue.enqueueWaiting(em, { ...work, after }));
}

async function workOnPage(ctx: Context, work: WaitingWork): Promise<string | null> {
  if (work.kind === 'retarget') return retargetPage(ctx, work);
  return (await advancePage(ctx, work.accountId, work.after)).after;
}
