import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { authenticateKey } from '../../access/grants/api-keys.ts';
import { authenticateSession } from '../../access/sessions/authenticate-session.ts';
import { every, type Repeated } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { logBackgroundFault } from '../engine/log-service-fault.ts';
import { type Cost, chargeActor, costOf, forgetCredential } from '../limits/rate-limits.ts';
import { rememberActor } from '../limits/trace-refusals.ts';
import { sessionTokenOf } from './cookies.ts';

export type AgentActor = Extract<Actor, { kind: 'agent' }>;

/** Authenticates a request to a route that both people and agents use. Throws `second_factor_required`. */
export async function authenticateRequest(services: Services, request: FastifyRequest): Promise<Actor> {
  const actor = await identifyRequest(services, request);
  if (actor.kind === 'user' && actor.lacksSecondFactor) throw new DomainError('second_factor_required');
  return actor;
}

/**
 * The person of an authenticated request again, for a response that may outlast the access. By the session: its token may
 * have been renewed since. Throws if the session has ended.
 */
export async function authenticateAgain(services: Services, sessionId: string): Promise<Actor> {
  const actor = await authenticateSession(services, forkAsOwner(services.orm), { sessionId });
  if (!actor) throw new DomainError('unauthenticated');
  if (actor.lacksSecondFactor) throw new DomainError('second_factor_required');
  return actor;
}

/**
 * Like `authenticateRequest`, but also accepts people who still need to present a second factor: the caller checks
 * it. A request with an Authorization header is judged by that alone: the cookie never rescues a bad key. Counts the
 * request against its limits; with a `cost` of null it has been counted already.
 */
export async function identifyRequest(services: Services, request: FastifyRequest, cost: Cost | null = costOf(request)): Promise<Actor> {
  if (request.headers.authorization !== undefined) return authenticateAgent(services, request, cost);
  const token = sessionTokenOf(services.config, request);
  if (!token) return { kind: 'anonymous' };
  requireSameSite(services, request);
  // A GET changes no row, not even the session's last use.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const actor = await authenticateSession(services, forkAsOwner(services.orm), token, isRead ? undefined : request.ip);
  if (!actor) {
    forgetCredential(services, request);
    return { kind: 'anonymous' };
  }
  rememberActor(request, actor);
  if (cost) await chargeActor(services, request, actor, cost);
  return actor;
}

/** The agent behind an API key; REST operations accept no other credentials. */
export async function authenticateAgent(
  services: Services,
  request: FastifyRequest,
  cost: Cost | null = costOf(request),
): Promise<AgentActor> {
  const header = request.headers.authorization;
  if (header === undefined) throw new DomainError('unauthenticated');
  const [, key] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (key === undefined) {
    throw new DomainError('unauthenticated', { message: 'The Authorization header is not of the form "Bearer <API key>".' });
  }
  const actor = await authenticateKey(services, forkAsOwner(services.orm), key).catch((error: unknown) => {
    // While the database is unavailable nothing is known of the key.
    if (error instanceof DomainError && (error.status === 401 || error.status === 403)) forgetCredential(services, request);
    throw error;
  });
  if (actor.kind !== 'agent') throw new Error('An API key belongs to an agent.');
  rememberActor(request, actor);
  if (cost) await chargeActor(services, request, actor, cost);
  return actor;
}

/**
 * Refuses a change that a page of another site sent with this browser's cookie. Every current
 * browser says where a request comes from in Sec-Fetch-Site, which no script can set; older ones
 * at least send Origin with a POST.
 */
export function requireSameSite(services: Services, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const isOurs = site === undefined ? isOwnOrigin(services, request) : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new DomainError('cross_site_request');
}

function isOwnOrigin(services: Services, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin === services.config.publicUrl || origin === `${request.protocol}://${request.host}`;
}

/** Soon enough for the list of keys, and one statement for any number of requests. */
const WRITE_EVERY_MS = 5_000;

/** Records which keys and sessions were used: regularly while the server listens, and once more when it stops. */
export function writeLastUses(app: HttpServer, services: Services): void {
  const write = () => services.lastUses.write();
  const report = (error: unknown) =>
    logBackgroundFault(services, error, 'The last uses of keys and sessions could not be written; they are retried with the next ones.');
  let writing: Repeated | undefined;
  app.addHook('onListen', async () => {
    writing = every(WRITE_EVERY_MS, write, report);
  });
  app.addHook('onClose', async () => {
    await writing?.stop();
    await write().catch(report);
  });
}
