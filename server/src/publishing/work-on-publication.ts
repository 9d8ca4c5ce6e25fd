import type { Services } from '../context.ts';
import { Publication } from './publication.entity.ts';
import type { PublicationState } from './publication-states.ts';
import { reconcilePublication } from './reconciliation/reconcile-publication.ts';
import { publishPublication } from './sending/publish-publication.ts';

/**
 * What a queue entry means: look at this publication now, and do whatever it is due for. Entries
 * may come twice, late or for nothing. Answers the state after it; null when nothing was to be done.
 */
export async function workOnPublication(
  services: Services,
  publicationId: string,
  options: { signal: AbortSignal },
): Promise<PublicationState | null> {
  const publication = await services.orm.em.fork().findOne(Publication, publicationId);
  if (!publication) return null;
  const state = await workOn(services, publication, options);
  const { accountId, jobId, platform } = publication;
  if (state) services.log.info({ accountId, jobId, publicationId, platform, state }, 'publication');
  return state;
}

async function workOn(services: Services, publication: Publication, options: { signal: AbortSignal }): Promise<PublicationState | null> {
  const { id } = publication;
  switch (publication.state) {
    case 'pending':
      return publishPublication(services, id, options);
    case 'unknown': {
      const { nextAttemptAt } = publication;
      if (nextAttemptAt && nextAttemptAt > services.clock.now()) {
        await services.orm.em.fork().transactional((em) => services.queue.enqueue(em, publication, nextAttemptAt));
        return null;
      }
      return reconcilePublication(services, id);
    }
    default:
      return null;
  }
}
