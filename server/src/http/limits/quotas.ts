import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits, RequestLimits } from '../../config/limits-config.ts';
import { DomainError } from '../../errors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { serviceBusy } from '../../long-work/concurrency-limit.ts';

/** The remaining part of a limit, as in the response headers. */
export interface Quota {
  name: string;
  most: number;
  left: number;
  resetSeconds: number;
}

/** A request that reports in its response headers which limits it was counted against. */
export type Counted = { quotas?: Quota[] };

export const WINDOW_SECONDS = 60;

type LimitName = keyof RequestLimits;

/** Names as in the response headers, and the subject of the refusal's message. */
export const LIMITS: Record<LimitName, { name: string; whose: LocalizedMessage }> = {
  keyReads: { name: 'key-reads', whose: 'This key has read' },
  keyWrites: { name: 'key-writes', whose: 'This key has changed things' },
  accountReads: { name: 'account-reads', whose: 'The keys of this account have read' },
  accountWrites: { name: 'account-writes', whose: 'The keys of this account have changed things' },
  personReads: { name: 'person-reads', whose: say`You have read` },
  personWrites: { name: 'person-writes', whose: say`You have changed things` },
  strangers: { name: 'address', whose: say`Requests without a valid credential came from this address` },
};

export type Limiter = RateLimiterMemory | RateLimiterCluster;

/** Processes of the same parent share their counters, in the parent. */
const createLimiter = (name: LimitName, points: number): Limiter =>
  cluster.isWorker
    ? new RateLimiterCluster({ keyPrefix: name, points, duration: WINDOW_SECONDS })
    : new RateLimiterMemory({ points, duration: WINDOW_SECONDS });

/** The state of a counter, also when it refuses. A parent that does not reply in time is reported as a busy service. */
export const counted = (answer: Promise<RateLimiterRes>): Promise<RateLimiterRes> =>
  answer.catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw serviceBusy();
  });

/**
 * Counters of one process, or of all that one parent has started, in memory: counting in the database would cost a
 * write per request.
 */
interface Counters {
  limiters: Partial<Record<LimitName, Limiter>>;
  /** Digests of the credentials that were valid within the last hour. */
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

/** A limit, and the caller it applies to. */
export type Owner = [LimitName, string];

/** Consumes the points from each limit, or from none: refused requests cost nothing. Throws `rate_limited`. */
export async function consumeAllOrNone(limiters: Counters['limiters'], owners: Owner[], points: number, request: Counted): Promise<void> {
  const counted: Owner[] = [];
  try {
    for (const owner of owners) {
      counted.push(owner);
      await consume(limiters, owner, points, request);
    }
  } catch (refusal) {
    for (const owner of counted) await refundPoints(limiters, owner, points, request);
    throw refusal;
  }
}

/** Consumes the points from one limit, also when it refuses them. Throws `rate_limited`. */
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

async function refundPoints(limiters: Counters['limiters'], [name, owner]: Owner, points: number, request: Counted): Promise<void> {
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
    // The refused request counts as one.
    remedy: say`Send at most ${Math.max(1, most - 1)} at once.`,
    details: { violated_policies: tooSmall.map(({ policy }) => policy) },
  });
}

function noteQuota(limiter: Limiter, name: LimitName, result: RateLimiterRes, request: Counted): Quota {
  const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
  const quota = { name: LIMITS[name].name, most: limiter.points, left: Math.max(0, Math.floor(result.remainingPoints)), resetSeconds };
  // A limit that was counted twice is reported once, with its latest state.
  request.quotas = [...(request.quotas ?? []).filter((other) => other.name !== quota.name), quota];
  return quota;
}
