import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../context.ts';
import { isDatabaseUnavailable, isOutOfTime } from '../db/database-faults.ts';
import { DomainError } from '../errors.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import type { OutageLog } from './outage-log.ts';

/**
 * One entry of the queue. It never fails: whatever goes wrong, the publication's own state says
 * what comes next, and the sweep finds what has been left lying.
 */
export async function publishJob(services: Services, publicationId: string, signal: AbortSignal, outage: OutageLog): Promise<void> {
  try {
    await workOnPublication(services, publicationId, { signal });
  } catch (error) {
    if (isOutOfTime(error) || isBusy(error)) await lookAgainSoon(services, publicationId);
    else if (isDatabaseUnavailable(error)) outage.report(error);
    else services.log.error({ err: error, publicationId }, 'work on a publication failed');
  }
}

const isBusy = (error: unknown) => error instanceof DomainError && error.code === 'service_busy';

/** Somebody holds what it takes, perhaps a worker that froze: it costs this publication a moment, and no place. */
const AGAIN_MS = 1_000;

async function lookAgainSoon({ orm, queue, log }: Services, publicationId: string): Promise<void> {
  log.debug({ publicationId }, 'a publication has to wait for somebody else; looking again soon');
  const again = new Date(Date.now() + AGAIN_MS);
  // Where not even that is possible, the sweep finds it.
  await orm.em
    .fork()
    .transactional(async (em) => queue.enqueue(em as EntityManager, await em.findOneOrFail(Publication, publicationId), again))
    .catch((error: unknown) => log.debug({ err: error, publicationId }, 'a publication could not be put on the queue again'));
}
