import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits, RequestLimits } from '../../config/limits-config.ts';
import { DomainError } from '../../errors.ts';
import { say, type Words } from '../../languages/sentence.ts';
import { serviceBusy } from '../../long-work/create-admission.ts';

/** How much of a limit a request has left, as its answer says. */
export interface Quota {
  name: string;
  most: number;
  left: number;
  resetSeconds: number;
}

/** A request that says in its answer what it was counted in. */
export type Counted = { quotas?: Quota[] };

export const WINDOW_SECONDS = 60;

type LimitName = keyof RequestLimits;

/** The names in the answer's headers, and whose limit it is in the words of a refusal. */
export const LIMITS: Record<LimitName, { name: string; whose: Words }> = {
  keyReads: { name: 'key-reads', whose: 'This key has read' },
  keyWrites: { name: 'key-writes', whose: 'This key has changed things' },
  accountReads: { name: 'account-reads', whose: 'The keys of this account have read' },
  accountWrites: { name: 'account-writes', whose: 'The keys of this account have changed things' },
  personReads: { name: 'person-reads', whose: say`You have read` },
  personWrites: { name: 'person-writes', whose: say`You have changed things` },
  strangers: { name: 'address', whose: say`Requests without a valid credential came from this address` },
};

export type Limiter = RateLimiterMemory | RateLimiterCluster;

/** Those of one parent count together, in the parent. */
const createLimiter = (name: LimitName, points: number): Limiter =>
  cluster.isWorker
    ? new RateLimiterCluster({ keyPrefix: name, points, duration: WINDOW_SECONDS })
    : new RateLimiterMemory({ points, duration: WINDOW_SECONDS });

/** How a count stands, also where it refuses. A parent that does not answer in time is as busy as a service that cannot count. */
export const counted = (answer: Promise<RateLimiterRes>): Promise<RateLimiterRes> =>
  answer.catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw serviceBusy();
  });

/** The counts of one process, or of all that one parent has started, in memory: a count in the database would cost every request a write. */
interface Counters {
  limiters: Partial<Record<LimitName, Limiter>>;
  /** Credentials that were good within the last hour, by their digest. */
  good: Map<string, number>;
}

const counters = new WeakMap<Limits, Counters>();

export function countersOf(limits: Limits): Counters {
  const known = counters.get(limits);
  if (known) return known;
  const limiters: Counters['limiters'] = {};
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    if (Number.isFinite(limits[name])) limiters[name] = createLimiter(name, limits[name]);
  }
  const made = { limiters, good: new Map() };
  counters.set(limits, made);
  return made;
}

/** A limit, and whose. */
export type Owner = [LimitName, string];

/** Counts so many points in each limit, or in none of them: what is refused costs nothing. Throws `rate_limited`. */
export async function consumeAllOrNone(limiters: Counters['limiters'], owners: Owner[], points: number, request: Counted): Promise<void> {
  const counted: Owner[] = [];
  try {
    for (const owner of owners) {
      counted.push(owner);
      await consume(limiters, owner, points, request);
    }
  } catch (refusal) {
    for (const owner of counted) await giveBack(limiters, owner, points, request);
    throw refusal;
  }
}

/** Counts so many points in one limit, also where it refuses them. Throws `rate_limited`. */
export async function consume(limiters: Counters['limiters'], [name, owner]: Owner, points: number, request: Counted): Promise<void> {
  const limiter = limiters[name];
  if (!limiter) return;
  const result = await counted(limiter.consume(owner, points));
  const { resetSeconds, name: policy } = noteQuota(limiter, name, result, request);
  if (result.consumedPoints <= limiter.points) return;
  throw new DomainError('rate_limited', {
    message: say`${LIMITS[name].whose} more than ${limiter.points} times within a minute. Try again in ${resetSeconds} seconds.`,
    details: { retry_after_seconds: resetSeconds, violated_policies: [policy] },
  });
}

async function giveBack(limiters: Counters['limiters'], [name, owner]: Owner, points: number, request: Counted): Promise<void> {
  const limiter = limiters[name];
  if (limiter) noteQuota(limiter, name, await counted(limiter.reward(owner, points)), request);
}

/** Throws `rate_limited` for a batch that exceeds a limit by itself: waiting would not help. */
export function requireFewEnough(limiters: Counters['limiters'], owners: Owner[], many: number): void {
  const tooSmall = owners.flatMap(([name]) => {
    const most = limiters[name]?.points ?? Number.POSITIVE_INFINITY;
    return most < many ? [{ most, policy: LIMITS[name].name }] : [];
  });
  if (tooSmall.length === 0) return;
  const most = Math.min(...tooSmall.map((limit) => limit.most));
  throw new DomainError('rate_limited', {
    message: say`At most ${most} changes a minute are allowed.`,
    remedy: say`Send at most ${most} at once.`,
    details: { violated_policies: tooSmall.map(({ policy }) => policy) },
  });
}

function noteQuota(limiter: Limiter, name: LimitName, result: RateLimiterRes, request: Counted): Quota {
  const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
  const quota = { name: LIMITS[name].name, most: limiter.points, left: Math.max(0, Math.floor(result.remainingPoints)), resetSeconds };
  // What was counted twice says how it stands now.
  request.quotas = [...(request.quotas ?? []).filter((other) => other.name !== quota.name), quota];
  return quota;
}
