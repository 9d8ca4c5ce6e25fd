/** Requests per minute. `Infinity`: no limit. */
export interface RequestLimits {
  /** Per API key. */
  keyReads: number;
  keyWrites: number;
  /** Per account, across its keys. */
  accountReads: number;
  accountWrites: number;
  /** Per person in the console. */
  personReads: number;
  personWrites: number;
  /** Per address, without a valid credential. */
  strangers: number;
}

export interface Limits extends RequestLimits {
  /** Minimum time between sign-in attempts from an address with many failures. */
  slotMs: number;
}

type Environment = Record<string, string | undefined>;

/** An agent that continuously sends a few requests per second stays below these. */
const DEFAULTS: RequestLimits = {
  keyReads: 1_200,
  keyWrites: 240,
  accountReads: 6_000,
  accountWrites: 1_200,
  personReads: 1_200,
  personWrites: 600,
  strangers: 1_200,
};

const TURN_MS = 1_000;

/** By the setting's names. */
const NAMES: Record<string, keyof RequestLimits> = {
  'key-reads': 'keyReads',
  'key-writes': 'keyWrites',
  'account-reads': 'accountReads',
  'account-writes': 'accountWrites',
  'person-reads': 'personReads',
  'person-writes': 'personWrites',
  strangers: 'strangers',
};

/** For benchmarks. */
export const NO_LIMITS: Limits = {
  ...(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, Number.POSITIVE_INFINITY])) as unknown as RequestLimits),
  slotMs: TURN_MS,
};

/** `key-writes=500,strangers=5000`, or `off`; others keep their default. Throws an error that names the invalid setting. */
export function readLimits({ RATE_LIMITS: setting }: Environment): Limits {
  if (setting === 'off') return NO_LIMITS;
  const limits: Limits = { ...DEFAULTS, slotMs: TURN_MS };
  for (const part of (setting ?? '').split(',').map((entry) => entry.trim())) {
    if (part === '') continue;
    const [, name = '', figure = ''] = /^([a-z-]+) *= *([1-9]\d{0,8})$/.exec(part) ?? [];
    const limit = NAMES[name];
    if (!limit) {
      throw new Error(
        `RATE_LIMITS must be off, or requests per minute such as "key-writes=500" for ${Object.keys(NAMES).join(', ')}; not "${part}".`,
      );
    }
    limits[limit] = Number(figure);
  }
  return limits;
}
