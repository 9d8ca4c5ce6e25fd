const SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The first at once, and one after each pause. */
export const MOST_ATTEMPTS = SECONDS.length + 1;
const MOST_MS = 86_400_000;
const JITTER = 0.1;

/** The delay after the attempt of this number (from 1); null after the last. At least what the receiver asks for. */
export function retryAfterMs(attempt: number, askedSeconds: number | null, random = Math.random()): number | null {
  const seconds = SECONDS[attempt - 1];
  if (seconds === undefined) return null;
  const spread = seconds * 1_000 * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min((askedSeconds ?? 0) * 1_000, MOST_MS)));
}
