import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AttemptBucket } from '../access/attempt-limit.ts';
import type { Browser, StartedSession } from '../access/start-session.ts';
import type { Actor, Context, Services } from '../context.ts';
import { knownDeviceOf, rememberDevice } from './known-device.ts';
import { requireSameSite } from './same-site.ts';
import { setSessionCookie } from './session-cookie.ts';

/** Attempts within a quarter of an hour. */
export const MOST_BY_ADDRESS = 30;
const MOST_BY_PERSON = 10;

/** For every route that signs people in or out: another site must not do it in this browser, with or without a cookie. */
export function sameSiteOnly(services: Services): (request: FastifyRequest) => Promise<void> {
  return async (request) => requireSameSite(services, request);
}

/** Outside any transaction; nobody is known unless the route has found out. */
export function personContext(services: Services, request: FastifyRequest, actor: Actor = { kind: 'anonymous' }): Context {
  return { ...services, em: services.orm.em.fork(), actor, requestId: request.id };
}

export function browserOf(request: FastifyRequest): Browser {
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
}

/** Guesses at what a person knows are counted together from anywhere, those from a browser of theirs apart. */
export function personBucket(services: Services, request: FastifyRequest, what: string, email: string): AttemptBucket {
  const device = knownDeviceOf(services, request, email);
  return { name: device ? `${what}/device/${device}` : `${what}/person/${email.trim().toLowerCase()}`, most: MOST_BY_PERSON };
}

/** The answer to a sign-in that is complete: the token goes into the cookie, and this browser is known from now on. */
export function sendSignedIn(
  services: Services,
  reply: FastifyReply,
  session: StartedSession & { userId: string; email: string },
): FastifyReply {
  setSessionCookie(services.config, reply, session.token, session.expiresAt);
  rememberDevice(services, reply, session.email);
  return reply.header('cache-control', 'no-store').send({ user_id: session.userId });
}
