import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../context.ts';

const WAITS_MS = [100, 300, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Writes what is known only in this process's memory, and does not give up at the first fault: the
 * database may be away for a moment, and an outcome that is lost would have to be found out again.
 * The work must be harmless when it is done twice.
 */
export async function withRetries<T>(services: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      services.log.debug({ err: error }, 'an outcome could not be written; trying again');
      await sleep(wait);
    }
  }
  return work();
}
