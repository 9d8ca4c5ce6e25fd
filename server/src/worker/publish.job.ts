import type { Services } from '../context.ts';
import { isDatabaseUnavailable } from '../db/database-faults.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import type { OutageLog } from './outage-log.ts';

/**
 * One entry of the queue. It never fails: whatever goes wrong, the publication's own state says
 * what comes next, and the sweep finds what has been left lying.
 */
export async function publishJob(services: Services, publicationId: string, signal: AbortSignal, outage: OutageLog): Promise<void> {
  try {
    const state = await workOnPublication(services, publicationId, { signal });
    if (state) services.log.info({ publicationId, state }, 'publication');
  } catch (error) {
    if (isDatabaseUnavailable(error)) outage.report(error);
    else services.log.error({ err: error, publicationId }, 'work on a publication failed');
  }
}
