import { DAY_MS, HOUR_MS } from '../../clock.ts';

/** A platform may be down this long before a post fails permanently; its faults count by time, not by number. */
export const GIVE_UP_AFTER_MS = HOUR_MS;
/**
 * At least this many attempts are made after any time: the service itself may have been down, or asked to wait for
 * hours.
 */
export const LEAST_TRIES = 5;

const FIRST_MS = 2_000;
const LONGEST_MS = 15 * 60_000;
const LONGEST_ASKED_MS = DAY_MS;

/**
 * The delay after an attempt that published nothing: 2 s, doubled with each attempt up to 15 minutes, or what the
 * platform asks for if that is more. The jitter (0.5 to 1.5 times) spreads publications that failed together.
 */
export function retryDelayMs(tries: number, retryAfterSeconds: number | null, random = Math.random()): number {
  const growing = Math.round(Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS) * (0.5 + random));
  return Math.max(growing, Math.min((retryAfterSeconds ?? 0) * 1_000, LONGEST_ASKED_MS));
}

const LEAST_HELD_MS = 60_000;
const MOST_HELD_MS = 5 * 60_000;

/**
 * When to look again at what a gate or a broken connection has held up since a time: the longer it was, the later, so what is
 * held for weeks does not take up every run.
 */
export function heldUntil(since: Date, now: Date): Date {
  const heldMs = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(Math.max(heldMs, LEAST_HELD_MS), MOST_HELD_MS));
}

/** A limit that lasts an hour or more is one of a day: it is over by the try after that. */
export const isLimitOfDay = (retryAfterSeconds: number | null): boolean => (retryAfterSeconds ?? 0) * 1_000 >= HOUR_MS;
const LIMIT_OVER_AFTER_MS = DAY_MS + HOUR_MS;

/** Whether the platform has been unreachable, or has limited the account, for long enough. */
export function isTimeToGiveUp({ tries, since }: { tries: number; since: Date }, isLimited: boolean, now: Date): boolean {
  return tries >= LEAST_TRIES && now.getTime() - since.getTime() >= (isLimited ? LIMIT_OVER_AFTER_MS : GIVE_UP_AFTER_MS);
}

/** More than clocks of one deployment differ. */
const EARLY_MS = 120_000;

/**
 * Postponing a publication queues it for that time. An earlier entry, of a dead worker or the reconciler, is
 * redundant and ends here; only a slightly early one is requeued, since it may be the right one by another clock.
 */
export const isOneTooMany = (putOffUntil: Date, now: Date): boolean => putOffUntil.getTime() - now.getTime() > EARLY_MS;
