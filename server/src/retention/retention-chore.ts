import type { Services } from '../context.ts';
import { systemContext } from '../db/system-context.ts';
import { dropOld } from './drop-old.ts';

/** Per run of the reconciler: a month of a large account is deleted within hours, without noticeable load. */
const AT_ONCE = 10_000;
const REST_MS = 3_600_000;

/**
 * Scheduled task: drops data beyond the operator's retention, a part per run, and pauses for an hour once nothing is
 * left.
 */
export function createRetentionChore(): (services: Services) => Promise<void> {
  let restsUntil = 0;
  return async (services) => {
    const now = services.clock.now().getTime();
    if (now < restsUntil) return;
    const dropped = await dropOld(systemContext(services), AT_ONCE);
    const total = Object.values(dropped).reduce((sum, count) => sum + count, 0);
    if (total === 0) restsUntil = now + REST_MS;
    else services.log.info({ event: 'dropped_by_age', ...dropped }, 'What is older than KEEP_MONTHS says was dropped.');
  };
}
