/** A platform may be away for so long without a post failing for good; its faults are counted by time, not by number. */
export const GIVE_UP_AFTER_MS = 3_600_000;
/** And so many tries are made whatever time has passed: the service, too, may have been away, or was asked to wait for hours. */
export const LEAST_TRIES = 5;

const FIRST_MS = 2_000;
const LONGEST_MS = 15 * 60_000;
const LONGEST_ASKED_MS = 24 * 3_600_000;

/**
 * How long to wait after a try that published nothing: 2 s, doubled with each try up to 15 minutes, or what the
 * platform asks for where that is more. The jitter (half to one and a half times) keeps many publications that
 * failed together from coming back together.
 */
export function retryDelayMs(tries: number, retryAfterSeconds: number | null, random = Math.random()): number {
  const growing = Math.round(Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS) * (0.5 + random));
  return Math.max(growing, Math.min((retryAfterSeconds ?? 0) * 1_000, LONGEST_ASKED_MS));
}

/** Whether the platform has been away for long enough. */
export function isTimeToGiveUp({ tries, since }: { tries: number; since: Date }, now: Date): boolean {
  return tries >= LEAST_TRIES && now.getTime() - since.getTime() >= GIVE_UP_AFTER_MS;
}

/** More than two clocks of one house differ by. */
const EARLY_MS = 120_000;

/**
 * Whatever puts a publication off puts it on the queue for then. An entry that comes before, from a worker that died or a sweep, is
 * one too many and ends here; only what is a little early comes again, since its own entry may be what the other clock sent.
 */
export const isOneTooMany = (putOffUntil: Date, now: Date): boolean => putOffUntil.getTime() - now.getTime() > EARLY_MS;
