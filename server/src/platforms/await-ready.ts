import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import { ApiFault } from './api/api-fault.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Some twenty seconds in all; slower ones are retried later. */
const LOOKS = 14;

/**
 * Polls until the platform has prepared something, at growing intervals. Nothing was sent yet, so it may also be
 * retried later.
 */
export async function awaitReady(label: string, signal: AbortSignal, isReady: () => Promise<boolean>): Promise<void> {
  for (let look = 1; !(await isReady()); look += 1) {
    if (look >= LOOKS || signal.aborted) {
      throw new ApiFault({ kind: 'unavailable', ...toStoredMessage(say`${label} still prepares the post.`), retryAfterSeconds: 60 });
    }
    await wait(Math.min(FIRST_PAUSE_MS * 2 ** (look - 1), LONGEST_PAUSE_MS), undefined, { signal }).catch(() => {});
  }
}
