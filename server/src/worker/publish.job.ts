import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services, WaitingWork } from '../context.ts';
import { type FaultLog, isOutage, isOutOfTime } from '../db/database-faults.ts';
import { DomainError } from '../errors.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { type Delivering, workOnPublication, workOnWaiting } from '../publishing/work-on-publication.ts';

/**
 * Processes one queue entry. After a failure the publication's own state determines what comes next. Only a database
 * outage throws: the entry is not completed, and the queue redelivers it once the database is back.
 */
export async function publishJob(services: Services, publicationId: string, delivering: Delivering): Promise<void> {
  try {
    await workOnPublication(services, publicationId, delivering);
  } catch (error) {
    if (isOutOfTime(error) || isBusy(error)) await lookAgainSoon(services, publicationId);
    else if (isOutage(error)) throw error;
    else services.log.error({ err: error, publicationId }, 'work on a publication failed');
  }
}

const isBusy = (error: unknown) => error instanceof DomainError && error.code === 'service_busy';

/** A lock is held elsewhere, perhaps by a frozen worker: this publication waits a moment, without using a slot. */
const AGAIN_MS = 1_000;

async function lookAgainSoon({ orm, queue, log, clock }: Services, publicationId: string): Promise<void> {
  log.debug({ publicationId }, 'a publication must wait for another process; trying again soon');
  const again = new Date(clock.now().getTime() + AGAIN_MS);
  await orm.em
    .fork()
    .transactional(async (em) => queue.enqueue(em as EntityManager, await em.findOneOrFail(Publication, publicationId), again));
}

/** Processes one page of waiting jobs. If it fails the entry fails too, and is redelivered. */
export async function waitingJob(services: Services, work: WaitingWork, faults: FaultLog): Promise<void> {
  try {
    await workOnWaiting(services, work);
  } catch (error) {
    faults.report(error, 'waiting jobs could not be looked at; they are looked at again', { work });
    throw error;
  }
}
