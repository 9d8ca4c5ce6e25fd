import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../context.ts';
import { isDatabaseUnavailable, isOutOfTime } from '../db/database-faults.ts';
import { DomainError } from '../errors.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { type Delivering, workOnPublication } from '../publishing/work-on-publication.ts';

/**
 * One entry of the queue. Whatever goes wrong, the publication's own state says what comes next. Only what the database cut off
 * fails: its entry is not done, so the queue gives it to somebody again once the database is there.
 */
export async function publishJob(services: Services, publicationId: string, delivering: Delivering): Promise<void> {
  try {
    await workOnPublication(services, publicationId, delivering);
  } catch (error) {
    if (isOutOfTime(error) || isBusy(error)) await lookAgainSoon(services, publicationId);
    else if (isDatabaseUnavailable(error)) throw error;
    else services.log.error({ err: error, publicationId }, 'work on a publication failed');
  }
}

const isBusy = (error: unknown) => error instanceof DomainError && error.code === 'service_busy';

/** Somebody holds what it takes, perhaps a worker that froze: it costs this publication a moment, and no place. */
const AGAIN_MS = 1_000;

async function lookAgainSoon({ orm, queue, log, clock }: Services, publicationId: string): Promise<void> {
  log.debug({ publicationId }, 'a publication has to wait for somebody else; looking again soon');
  const again = new Date(clock.now().getTime() + AGAIN_MS);
  await orm.em
    .fork()
    .transactional(async (em) => queue.enqueue(em as EntityManager, await em.findOneOrFail(Publication, publicationId), again));
}
