import type { Services } from '../context.ts';
import type { PublicationState } from './publication-states.ts';
import { reconcilePublication } from './reconciliation/reconcile-publication.ts';
import type { Due } from './sending/find-due.ts';
import { publishPublication } from './sending/publish-publication.ts';
import { isOneTooMany } from './sending/retry-delay.ts';
import { type Deliveries, deliverAlone } from './sending/together/deliveries.ts';

export interface Delivering {
  signal: AbortSignal;
  /** Beside others; each delivery by itself when left out. */
  deliveries?: Deliveries;
  /** Told once the platform has been heard. */
  answered?: () => void;
}

/**
 * What a queue entry means: look at this publication now, and do whatever it is due for. Entries
 * may come twice, late or for nothing. Answers the state after it; null when nothing was to be done.
 */
export async function workOnPublication(
  services: Services,
  publicationId: string,
  { signal, deliveries = deliverAlone(services), answered = () => {} }: Delivering,
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
