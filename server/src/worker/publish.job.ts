import type { Services } from '../context.ts';
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
    if (isConnectionFault(error)) outage.report(error);
    else services.log.error({ err: error, publicationId }, 'work on a publication failed');
  }
}

/** Faults of the way to the database (node's, PostgreSQL's class 08 and 57P), as opposed to faults of the work. */
export function isConnectionFault(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (/^(08|57P)/.test(code) || /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|Connection ended/i.test(cause.message)) return true;
  }
  return false;
}
