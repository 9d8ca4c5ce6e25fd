const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** After publication; the first one leaves the network time to show the post everywhere. */
const AFTER_MS = [2 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

/** When a post is read back next; null after the last time. */
export function nextVerification(publishedAt: Date, now: Date): Date | null {
  const next = AFTER_MS.map((ms) => publishedAt.getTime() + ms).find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}
