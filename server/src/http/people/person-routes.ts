import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { type AttemptBucket, networkOf, slowingBucket } from '../../access/attempts/attempt-limit.ts';
import type { Browser, StartedSession } from '../../access/sessions/start-session.ts';
import type { Context, Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { acceptedLanguage, type Language } from '../../languages/language.ts';
import { requireSameSite } from '../callers/same-site.ts';
import { knownDeviceOf, rememberDevice } from './known-device.ts';
import { setSessionCookie } from './session-cookie.ts';

/** Attempts within a quarter of an hour. From then on an address is slow, and never shut: others sit behind it. */
const MOST_BY_ADDRESS = 30;
/** Of one person's from one address, or from one browser of theirs. */
const MOST_BY_PERSON = 10;
/** Of one person's from anywhere but their own browsers, so that many addresses guess no better than a few. */
const MOST_FROM_ANYWHERE = 50;

/** For every route that signs people in or out: another site must not do it in this browser, with or without a cookie. */
export function sameSiteOnly(services: Services): (request: FastifyRequest) => Promise<void> {
  return async (request) => requireSameSite(services, request);
}

/** Outside any transaction; nobody is known unless the route has found out. */
export function personContext(services: Services, request: FastifyRequest, actor: Actor = { kind: 'anonymous' }): Context {
  return { ...services, em: forkAsOwner(services.orm), actor, requestId: request.id };
}

/** What the browser asks to be spoken to in. */
export const languageOf = (request: FastifyRequest): Language => acceptedLanguage(request.headers['accept-language']);

export function browserOf(request: FastifyRequest): Browser {
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
}

/** Wrong ones from the address make this door slow for it. */
export function doorBucket(what: string, request: FastifyRequest): AttemptBucket {
  return slowingBucket(what, request.ip, MOST_BY_ADDRESS);
}

/**
 * What guesses at a person's secret are counted in. Those from a browser in which they have signed
 * in before are counted apart, so that no stranger's guesses stand in its way, wherever they come
 * from; a stranger's are counted by where they come from, so that one address shuts nobody else out.
 */
export function guessBuckets(services: Services, request: FastifyRequest, what: string, email: string): AttemptBucket[] {
  const device = knownDeviceOf(services, request, email);
  if (device) return [{ name: `${what}/device/${device}`, most: MOST_BY_PERSON }];
  const person = email.trim().toLowerCase();
  return [
    doorBucket(what, request),
    { name: `${what}/from/${networkOf(request.ip)}/${person}`, most: MOST_BY_PERSON },
    { name: `${what}/person/${person}`, most: MOST_FROM_ANYWHERE },
  ];
}

/** A code is short, so it is guessed at only so often from anywhere; whoever does that has the password already. */
export function codeBuckets(services: Services, request: FastifyRequest, what: string, email: string): AttemptBucket[] {
  const device = knownDeviceOf(services, request, email);
  return [{ name: device ? `${what}/device/${device}` : `${what}/person/${email.trim().toLowerCase()}`, most: MOST_BY_PERSON }];
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
