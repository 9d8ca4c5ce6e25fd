import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../../config/limits-config.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';

/** With more callers waiting than this, the next one is refused with the time to retry. */
const MOST_WAITING = 8;
const MOST_KEPT = 10_000;

/** The time of each key's next turn, in this process. */
const turns = new Map<string, number>();

/**
 * Waits for the next turn of `key`: attempts are serialised, so a flood of guesses gets nowhere while a correct
 * secret from the same address still passes a few moments later. Throws `rate_limited`, with seconds, if others queue
 * already.
 */
export async function takeSlot({ slotMs }: Pick<Limits, 'slotMs'>, key: string): Promise<void> {
  const now = performance.now();
  const mine = Math.max(turns.get(key) ?? 0, now);
  if (mine - now > MOST_WAITING * slotMs) {
    const seconds = Math.max(1, Math.ceil((mine - now) / 1_000));
    throw new DomainError('rate_limited', {
      message: say`Too much went wrong at this address a moment ago. Try again in ${seconds} seconds.`,
      details: { retry_after_seconds: seconds },
    });
  }
  if (turns.size >= MOST_KEPT) forgetPast(now);
  turns.set(key, mine + slotMs);
  await sleep(mine - now);
}

function forgetPast(now: number): void {
  for (const [key, next] of turns) if (next <= now) turns.delete(key);
}
