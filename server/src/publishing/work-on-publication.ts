import type { Services } from '../context.ts';
import { ask } from '../db/reading/ask.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import type { PublicationState } from './publication-states.ts';
import { reconcilePublication } from './reconciliation/reconcile-publication.ts';
import { publishPublication } from './sending/publish-publication.ts';
import { isOneTooMany } from './sending/retry-delay.ts';

/** As much of a publication as says what it is due for. The draft that it belongs to never changes, so that it may be read before anything is locked. */
interface Due {
  id: string;
  accountId: string;
  jobId: string;
  draftId: string;
  platform: string;
  connectionId: string | null;
  state: PublicationState;
  nextAttemptAt: Date | string | null;
}

const FIND = `
  select p.id, p.account_id as "accountId", p.job_id as "jobId", j.draft_id as "draftId", p.platform, p.connection_id as "connectionId",
    p.state, p.next_attempt_at as "nextAttemptAt"
  from publications p join publish_jobs j on j.id = p.job_id where p.id = $1`;

/**
 * What a queue entry means: look at this publication now, and do whatever it is due for. Entries
 * may come twice, late or for nothing. Answers the state after it; null when nothing was to be done.
 */
export async function workOnPublication(
  services: Services,
  publicationId: string,
  options: { signal: AbortSignal },
): Promise<PublicationState | null> {
  const [publication] = await ask<Due>(forkAsOwner(services.orm), FIND, [publicationId]);
  if (!publication) return null;
  const state = await workOn(services, publication, options);
  const { accountId, jobId, platform } = publication;
  if (state) services.log.info({ accountId, jobId, publicationId, platform, state }, 'publication');
  return state;
}

async function workOn(services: Services, publication: Due, options: { signal: AbortSignal }): Promise<PublicationState | null> {
  switch (publication.state) {
    case 'pending':
      return publishPublication(services, publication, options);
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
