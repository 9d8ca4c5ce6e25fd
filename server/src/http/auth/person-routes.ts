import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { type AttemptBucket, networkOf, slowingBucket } from '../../access/attempt-limit.ts';
import type { Browser, StartedSession } from '../../access/sessions/sessions.ts';
import type { Context, Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { acceptedLanguage, type Language } from '../../languages/language.ts';
import { requireSameSite } from './authenticate.ts';
import { knownDeviceOf, rememberDevice, setSessionCookie } from './cookies.ts';

/** Attempts within a quarter of an hour. Beyond this an address is slowed down, never blocked: others may share it. */
const MOST_BY_ADDRESS = 30;
/** Per person from one address, or from one browser of theirs. */
const MOST_BY_PERSON = 10;
/** Per person from anywhere but their own browsers, so many addresses guess no better than a few. */
const MOST_FROM_ANYWHERE = 50;

/**
 * For every route that signs people in or out: another site must not trigger it in this browser, with or without a
 * cookie.
 */
export function sameSiteOnly(services: Services): (request: FastifyRequest) => Promise<void> {
  return async (request) => requireSameSite(services, request);
}

/** Outside any transaction; anonymous unless the route has identified the caller. */
export function personContext(services: Services, request: FastifyRequest, actor: Actor = { kind: 'anonymous' }): Context {
  return { ...services, em: forkAsOwner(services.orm), actor, requestId: request.id };
}

/** The language that the browser prefers. */
export const languageOf = (request: FastifyRequest): Language => acceptedLanguage(request.headers['accept-language']);

export function browserOf(request: FastifyRequest): Browser {
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
}

/** Wrong attempts slow this endpoint down for the address. */
export function endpointBucket(what: string, request: FastifyRequest): AttemptBucket {
  return slowingBucket(what, request.ip, MOST_BY_ADDRESS);
}

/**
 * The buckets that guesses at a person's secret are counted in. Those from a browser in which they have signed in
 * before are counted separately, so guesses by strangers never block it, wherever they come from; a stranger's are
 * counted by address, so one address locks no one else out.
 */
export function guessBuckets(services: Services, request: FastifyRequest, what: string, email: string): AttemptBucket[] {
  const device = knownDeviceOf(services, request, email);
  if (device) return [{ name: `${what}/device/${device}`, most: MOST_BY_PERSON }];
  const person = email.trim().toLowerCase();
  return [
    endpointBucket(what, request),
    { name: `${what}/from/${networkOf(request.ip)}/${person}`, most: MOST_BY_PERSON },
    { name: `${what}/person/${person}`, most: MOST_FROM_ANYWHERE },
  ];
}

/** A code is short, so attempts are limited across all addresses; to make one requires the password. */
export function codeBuckets(services: Services, request: FastifyRequest, what: string, email: string): AttemptBucket[] {
  const device = knownDeviceOf(services, request, email);
  return [{ name: device ? `${what}/device/${device}` : `${what}/person/${email.trim().toLowerCase()}`, most: MOST_BY_PERSON }];
}

/** Completes a sign-in: sets the session cookie, and marks this browser as known. */
export function sendSignedIn(
  services: Services,
  reply: FastifyReply,
  session: StartedSession & { userId: string; email: string },
): FastifyReply {
  setSessionCookie(services.config, reply, session.token, session.expiresAt);
  rememberDevice(services, reply, session.email);
  return reply.header('cache-control', 'no-store').send({ user_id: session.userId });
}
