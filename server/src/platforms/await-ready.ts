import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import { ApiFault, faultWith } from './api/api-fault.ts';
import type { LookupResult, Outcome } from './platform/outcome.ts';

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
      throw faultWith('unavailable', say`${label} still prepares the post.`, 60);
    }
    await wait(Math.min(FIRST_PAUSE_MS * 2 ** (look - 1), LONGEST_PAUSE_MS), undefined, { signal }).catch(() => {});
  }
}

const FIRST_LISTING_PAUSE_MS = 200;

/**
 * Polls until the platform lists a post that it has accepted, at growing intervals and `looks` times at most; `pending` if it
 * still prepares it then.
 */
export async function awaitListed(
  { label, signal, looks }: { label: string; signal: AbortSignal; looks: number },
  find: () => Promise<LookupResult>,
): Promise<Outcome> {
  for (let look = 0; look < looks && !signal.aborted; look += 1) {
    const found = await find().catch(nullIfUnanswered);
    if (found?.kind === 'found') return { ...found, kind: 'published' };
    await wait(FIRST_LISTING_PAUSE_MS * 2 ** look, undefined, { signal }).catch(() => {});
  }
  return { kind: 'pending', ...toStoredMessage(say`${label} still prepares the post.`) };
}

/** The post was accepted: that a look at it failed says nothing about it. */
function nullIfUnanswered(error: unknown): null {
  if (error instanceof ApiFault) return null;
  throw error;
}
