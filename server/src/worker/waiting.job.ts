import type { Services, WaitingWork } from '../context.ts';
import { isDatabaseUnavailable } from '../db/database-faults.ts';
import { workOnWaiting } from '../publishing/work-on-waiting.ts';
import type { OutageLog } from './queue.ts';

/** Processes one page of waiting jobs. If it fails the entry fails too, and is redelivered. */
export async function waitingJob(services: Services, work: WaitingWork, outage: OutageLog): Promise<void> {
  try {
    await workOnWaiting(services, work);
  } catch (error) {
    if (isDatabaseUnavailable(error)) outage.report(error);
    else services.log.error({ err: error, work }, 'waiting jobs could not be looked at; they are looked at again');
    throw error;
  }
}
