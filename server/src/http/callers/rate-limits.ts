import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '../../access/actor.ts';
import { networkOf } from '../../access/attempts/attempt-limit.ts';
import type { Limits, RequestLimits } from '../../config/limits-config.ts';
import type { Context, Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { isSharedAddress } from './unnamed-proxy.ts';

/** How much of a limit a request has left, as its answer says. */
export interface Quota {
  name: string;
  most: number;
  left: number;
  resetSeconds: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was counted in. */
    quotas: Quota[];
  }
}

/** What a request costs: a GraphQL document may hold several changes. */
export interface Cost {
  kind: 'reads' | 'writes';
  points: number;
}

const WINDOW_SECONDS = 60;
const GOOD_FOR_MS = 3_600_000;
const MOST_REMEMBERED = 10_000;
/** So many people and agents may well sit behind a proxy that nobody named. */
const SHARED = 20;

type LimitName = keyof RequestLimits;

/** The names in the answer's headers, and whose limit it is in the words of a refusal. */
const LIMITS: Record<LimitName, { name: string; whose: string }> = {
  keyReads: { name: 'key-reads', whose: 'This key has read' },
  keyWrites: { name: 'key-writes', whose: 'This key has changed things' },
  accountReads: { name: 'account-reads', whose: 'The keys of this account have read' },
  accountWrites: { name: 'account-writes', whose: 'The keys of this account have changed things' },
  personReads: { name: 'person-reads', whose: 'You have read' },
  personWrites: { name: 'person-writes', whose: 'You have changed things' },
  strangers: { name: 'address', whose: 'Requests without a valid credential came from this address' },
};

/** The counts of one process, in its memory: a count in the database would cost every request a write. */
interface Counters {
  limiters: Partial<Record<LimitName, RateLimiterMemory>>;
  /** Credentials that were good within the last hour, by their digest. */
  good: Map<string, number>;
}

const counters = new WeakMap<Limits, Counters>();

function countersOf(limits: Limits): Counters {
  const known = counters.get(limits);
  if (known) return known;
  const limiters: Counters['limiters'] = {};
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    if (Number.isFinite(limits[name])) limiters[name] = new RateLimiterMemory({ points: limits[name], duration: WINDOW_SECONDS });
  }
  const made = { limiters, good: new Map() };
  counters.set(limits, made);
  return made;
}

/** What a REST request costs. */
export const costOf = ({ method }: FastifyRequest): Cost => ({
  kind: method === 'GET' || method === 'HEAD' ? 'reads' : 'writes',
  points: 1,
});

/** Every answer of the API says what it was counted in (draft-ietf-httpapi-ratelimit-headers-11). */
export function addRateLimits(app: HttpServer, services: Services): void {
  app.decorateRequest('quotas');
  app.addHook('onRequest', async (request) => {
    request.quotas = [];
    if (isCounted(request)) await admitAddress(services, request);
  });
  app.addHook('onSend', async (request, reply) => {
    // What Fastify itself refuses has passed no hook.
    const quotas = request.quotas ?? [];
    if (quotas.length === 0) return;
    reply.header('ratelimit-policy', quotas.map(({ name, most }) => `"${name}";q=${most};w=${WINDOW_SECONDS}`).join(', '));
    reply.header('ratelimit', quotas.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`).join(', '));
  });
}

/** Files of the console cost nothing, and who watches over the service has to be answered always. */
const isCounted = ({ url }: FastifyRequest): boolean => url.startsWith('/api/') && !url.startsWith('/api/health/');

/**
 * Every request is first counted as a stranger's, and taken back once its credential has proved good.
 * Where an address has used its requests up, only credentials that were good lately are looked at, so
 * that a flood costs no query and shuts nobody out who works from the same address.
 */
async function admitAddress({ config }: Services, request: FastifyRequest): Promise<void> {
  const { limiters, good } = countersOf(config.limits);
  if (!limiters.strangers || isGood(good, request)) return;
  const points = isSharedAddress({ config }, request) ? 1 / SHARED : 1;
  await consume(limiters.strangers, 'strangers', networkOf(request.ip), points, request);
}

/** A credential that is good no more is a stranger's again. */
export function forgetCredential({ config }: Pick<Services, 'config'>, request: FastifyRequest): void {
  countersOf(config.limits).good.delete(digestOf(request) ?? '');
}

/** Counts a request against its key and account, or its person. Throws `rate_limited`. */
export async function chargeActor({ config }: Pick<Services, 'config'>, request: FastifyRequest, actor: Actor, cost: Cost): Promise<void> {
  if (actor.kind !== 'agent' && actor.kind !== 'user') return;
  const { limiters, good } = countersOf(config.limits);
  await takeBack(limiters.strangers, good, request, config);
  await consumeAll(limiters, actor, cost, request);
}

/** Counts what a request turns out to be more than one of. Throws `rate_limited`. */
export async function chargeMore({ config, actor }: Context, request: { quotas?: Quota[] }, points: number): Promise<void> {
  if (points > 0 && actor.kind === 'agent')
    await consumeAll(countersOf(config.limits).limiters, actor, { kind: 'writes', points }, request);
}

async function consumeAll(
  limiters: Counters['limiters'],
  actor: Extract<Actor, { kind: 'agent' | 'user' }>,
  cost: Cost,
  request: { quotas?: Quota[] },
): Promise<void> {
  const owners: [LimitName, string][] =
    actor.kind === 'agent'
      ? [
          [cost.kind === 'reads' ? 'keyReads' : 'keyWrites', actor.grantId],
          [cost.kind === 'reads' ? 'accountReads' : 'accountWrites', actor.accountId],
        ]
      : [[cost.kind === 'reads' ? 'personReads' : 'personWrites', actor.userId]];
  for (const [name, owner] of owners) {
    const limiter = limiters[name];
    if (limiter) await consume(limiter, name, owner, cost.points, request);
  }
}

async function consume(
  limiter: RateLimiterMemory,
  name: LimitName,
  owner: string,
  points: number,
  request: { quotas?: Quota[] },
): Promise<void> {
  const result = await limiter.consume(owner, points).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
  const quota = { name: LIMITS[name].name, most: limiter.points, left: Math.max(0, Math.floor(result.remainingPoints)), resetSeconds };
  // What was counted twice says how it stands now.
  request.quotas = [...(request.quotas ?? []).filter((other) => other.name !== quota.name), quota];
  if (result.consumedPoints <= limiter.points) return;
  throw new DomainError('rate_limited', {
    message: `${LIMITS[name].whose} more than ${limiter.points} times within a minute. Try again in ${resetSeconds} seconds.`,
    details: { retry_after_seconds: resetSeconds, violated_policies: [quota.name] },
  });
}

async function takeBack(
  strangers: RateLimiterMemory | undefined,
  good: Map<string, number>,
  request: FastifyRequest,
  config: Services['config'],
): Promise<void> {
  if (!strangers) return;
  if (!isGood(good, request)) await strangers.reward(networkOf(request.ip), isSharedAddress({ config }, request) ? 1 / SHARED : 1);
  request.quotas = request.quotas.filter(({ name }) => name !== LIMITS.strangers.name);
  const digest = digestOf(request);
  if (digest === null) return;
  good.delete(digest);
  if (good.size >= MOST_REMEMBERED) good.delete(good.keys().next().value ?? '');
  good.set(digest, Date.now());
}

function isGood(good: ReadonlyMap<string, number>, request: FastifyRequest): boolean {
  const digest = digestOf(request);
  return digest !== null && Date.now() - (good.get(digest) ?? 0) < GOOD_FOR_MS;
}

function digestOf({ headers }: FastifyRequest): string | null {
  const credential = headers.authorization ?? headers.cookie;
  return credential === undefined ? null : createHash('sha256').update(credential).digest('base64');
}
