import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { networkOf } from '../../access/attempt-limit.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import {
  type Counted,
  consume,
  consumeAllOrNone,
  counted,
  countersOf,
  LIMITS,
  type Limiter,
  type Owner,
  type Quota,
  requireFewEnough,
  WINDOW_SECONDS,
} from './quotas.ts';
import { isSharedAddress } from './unnamed-proxy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The limits that the request was counted against. */
    quotas: Quota[];
    /** Admitted beyond the limit of its address, since its credential was valid recently. */
    isTrusted: boolean;
  }

  interface FastifyContextConfig {
    /** The caller is identified and counted by credential; other routes count by address, even if a credential is sent. */
    authenticates?: boolean;
    /** For a POST that changes nothing. */
    countsAs?: Cost['kind'];
  }
}

/** What a request costs: a GraphQL document may contain several changes. */
export interface Cost {
  kind: 'reads' | 'writes';
  points: number;
}

const GOOD_FOR_MS = HOUR_MS;
const MOST_REMEMBERED = 10_000;
/** As many people and agents may share an undeclared proxy. */
const SHARED = 20;

/** The cost of a REST request. */
export const costOf = ({ method, routeOptions: { config } }: FastifyRequest): Cost => ({
  kind: config.countsAs ?? (method === 'GET' || method === 'HEAD' ? 'reads' : 'writes'),
  points: 1,
});

/** Every response of the API reports the limits it was counted against (draft-ietf-httpapi-ratelimit-headers-11). */
export function addRateLimits(app: HttpServer, services: Services): void {
  app.decorateRequest('quotas');
  app.decorateRequest('isTrusted', false);
  app.addHook('onRequest', async (request) => {
    request.quotas = [];
    if (isCounted(request)) await admitAddress(services, request);
  });
  app.addHook('onResponse', async (request, reply) => {
    // Counted provisionally as a trusted caller, and never identified, though the service could have.
    if (request.isTrusted && reply.statusCode < 500) forgetCredential(services, request);
  });
  app.addHook('onSend', async (request, reply) => {
    // Requests that Fastify itself refuses have passed no hook.
    const quotas = request.quotas ?? [];
    if (quotas.length === 0) return;
    reply.header('ratelimit-policy', quotas.map(({ name, most }) => `"${name}";q=${most};w=${WINDOW_SECONDS}`).join(', '));
    reply.header('ratelimit', quotas.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`).join(', '));
  });
}

/** The console's files cost nothing, and health checks must always be served. */
const isCounted = ({ url, method }: FastifyRequest): boolean =>
  url.startsWith('/api/') ? !url.startsWith('/api/health/') : method !== 'GET' && method !== 'HEAD';

/** For routes that identify callers by credential: the request is counted against its caller. */
export const AUTHENTICATES = { config: { authenticates: true } } as const;

/**
 * Every request is first counted as anonymous, and refunded once its caller is identified. When an address is over
 * its limit, only credentials that were valid recently are looked up, and only on routes that charge their caller: so
 * a flood costs no query, locks out no one else at the same address, and no credential pays for it.
 */
async function admitAddress({ config }: Services, request: FastifyRequest): Promise<void> {
  const { limiters, good } = countersOf(config.limits);
  const points = isSharedAddress({ config }, request) ? 1 / SHARED : 1;
  await consume(limiters, ['strangers', networkOf(request.ip)], points, request).catch((refusal: unknown) => {
    if (!request.routeOptions.config.authenticates || !isGood(good, request)) throw refusal;
    request.isTrusted = true;
  });
}

/** A credential that is no longer valid counts as anonymous again. */
export function forgetCredential({ config }: Pick<Services, 'config'>, request: FastifyRequest): void {
  countersOf(config.limits).good.delete(digestOf(request) ?? '');
}

/** Counts a request against its key and account, or its person. Throws `rate_limited`. */
export async function chargeActor({ config }: Pick<Services, 'config'>, request: FastifyRequest, actor: Actor, cost: Cost): Promise<void> {
  if (actor.kind !== 'agent' && actor.kind !== 'user') return;
  const { limiters, good } = countersOf(config.limits);
  await refundPoints(limiters.strangers, good, request, config);
  for (const owner of ownersOf(actor, cost.kind)) await consume(limiters, owner, cost.points, request);
}

/**
 * Charges the further points of a request that turns out to contain several: all of them, or none. Throws
 * `rate_limited`.
 */
export async function chargeMore({ config, actor }: Context, request: Counted, points: number): Promise<void> {
  if (points <= 0 || actor.kind !== 'agent') return;
  const { limiters } = countersOf(config.limits);
  const owners = ownersOf(actor, 'writes');
  requireFewEnough(limiters, owners, points + 1);
  await consumeAllOrNone(limiters, owners, points, request);
}

/** Each limit that applies to the actor, with the key to count under. */
function ownersOf(actor: Extract<Actor, { kind: 'agent' | 'user' }>, kind: Cost['kind']): Owner[] {
  if (actor.kind === 'user') return [[kind === 'reads' ? 'personReads' : 'personWrites', actor.userId]];
  return [
    [kind === 'reads' ? 'keyReads' : 'keyWrites', actor.grantId],
    [kind === 'reads' ? 'accountReads' : 'accountWrites', actor.accountId],
  ];
}

async function refundPoints(
  strangers: Limiter | undefined,
  good: Map<string, number>,
  request: FastifyRequest,
  config: Services['config'],
): Promise<void> {
  if (!strangers) return;
  // Once only: an MCP body is charged for each of its messages, and was counted as one request.
  if (request.quotas.some(({ name }) => name === LIMITS.strangers.name)) {
    await counted(strangers.reward(networkOf(request.ip), isSharedAddress({ config }, request) ? 1 / SHARED : 1));
  }
  request.isTrusted = false;
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
