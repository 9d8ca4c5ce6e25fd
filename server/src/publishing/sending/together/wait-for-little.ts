import type { Context } from '../../../context.ts';
import { SERVICE_LIMITS, untilCommit } from '../../../db/time-limits.ts';

/**
 * Longer than others take for the same, and much shorter than a lock may take: who freezes with a lock in hand holds up those that
 * were to be done together with what needs it no longer than this, and then each is done by itself.
 */
const LOCK_MS = 500;

/** For a transaction about many, before anything else in it. */
export async function waitForLittle({ em }: Context): Promise<void> {
  await em.execute(untilCommit({ ...SERVICE_LIMITS, lock: LOCK_MS }));
}
