/** Whom the operator asks for a second factor: nobody has to, operators have to, or owners of accounts too. */
export const SECOND_FACTOR_FOR = ['nobody', 'operators', 'owners'] as const;
export type SecondFactorFor = (typeof SECOND_FACTOR_FOR)[number];

/** What is asked of people who sign in. */
export interface PeopleConfig {
  /** A session that nothing was done with for so long is over. */
  sessionIdleMs: number;
  requireSecondFactor: SecondFactorFor;
}

type Environment = Record<string, string | undefined>;

const HOUR_MS = 3_600_000;

/** A wrong setting throws a sentence that names it. */
export function readPeople({ SESSION_IDLE_HOURS: hours = '24', REQUIRE_SECOND_FACTOR: factor = 'nobody' }: Environment): PeopleConfig {
  if (!/^[1-9]\d{0,2}$/.test(hours) || Number(hours) > 336) {
    throw new Error(`SESSION_IDLE_HOURS must be a number of hours from 1 to 336, not "${hours}".`);
  }
  const requireSecondFactor = SECOND_FACTOR_FOR.find((name) => name === factor);
  if (!requireSecondFactor) throw new Error(`REQUIRE_SECOND_FACTOR must be one of ${SECOND_FACTOR_FOR.join(', ')}, not "${factor}".`);
  return { sessionIdleMs: Number(hours) * HOUR_MS, requireSecondFactor };
}
