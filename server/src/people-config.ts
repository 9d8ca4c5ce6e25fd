/** What is asked of people who sign in. */
export interface PeopleConfig {
  /** A session that nothing was done with for so long is over. */
  sessionIdleMs: number;
}

type Environment = Record<string, string | undefined>;

const HOUR_MS = 3_600_000;

/** A wrong setting throws a sentence that names it. */
export function readPeople({ SESSION_IDLE_HOURS: hours = '24' }: Environment): PeopleConfig {
  if (!/^[1-9]\d{0,2}$/.test(hours) || Number(hours) > 336) {
    throw new Error(`SESSION_IDLE_HOURS must be a number of hours from 1 to 336, not "${hours}".`);
  }
  return { sessionIdleMs: Number(hours) * HOUR_MS };
}
