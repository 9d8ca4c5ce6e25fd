import { purgeAttemptWindows } from '../access/attempt-limit.ts';
import type { Services } from '../context.ts';
import { purgeIdempotencyKeys } from './idempotency.ts';

/** A chore for the worker: throws away what no request looks at any more. Safe in many processes at once. */
export async function purgeExpired(services: Services): Promise<{ idempotencyKeys: number; attemptWindows: number }> {
  const em = services.orm.em.fork();
  const now = services.clock.now();
  return { idempotencyKeys: await purgeIdempotencyKeys(em, now), attemptWindows: await purgeAttemptWindows(em, now) };
}
