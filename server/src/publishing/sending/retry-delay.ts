/** Tries of one publication before it is given up: with the waits between them, a platform may be away for about an hour. */
export const MAX_ATTEMPTS = 13;

const FIRST_MS = 2_000;
const LONGEST_MS = 15 * 60_000;

/**
 * How long to wait after a try that published nothing: what the platform asks for, else 2 s,
 * doubled with each try up to 15 minutes. The jitter (half to one and a half times) keeps many
 * publications that failed together from coming back together.
 */
export function retryDelayMs(attempts: number, retryAfterSeconds: number | null, random = Math.random()): number {
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds * 1_000, 0), 24 * 3_600_000);
  return Math.round(Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS) * (0.5 + random));
}
