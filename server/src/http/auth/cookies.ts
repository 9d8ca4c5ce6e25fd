import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Services } from '../../context.ts';
import { isSameDigest } from '../../sealing/sealer.ts';

const KEPT_SECONDS = 180 * 86_400;
const FORM = /^([a-f0-9]{32})\.([a-f0-9]{64})$/;

/**
 * The cookie of a browser in which this person has signed in before (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies"). Attempts from it are counted separately, so a stranger's guesses never use up the owner's. It
 * grants nothing by itself.
 */
export function knownDeviceOf(services: Services, request: FastifyRequest, email: string): string | null {
  const [, device, proof] = FORM.exec(request.cookies[cookieName(services.config, 'countersign-device')] ?? '') ?? [];
  if (device === undefined || proof === undefined) return null;
  return isSameDigest(proofOf(services, device, email), proof) ? device : null;
}

export function rememberDevice(services: Services, reply: FastifyReply, email: string): void {
  const device = randomBytes(16).toString('hex');
  reply.setCookie(cookieName(services.config, 'countersign-device'), `${device}.${proofOf(services, device, email)}`, {
    ...cookieOptions(services.config),
    sameSite: 'strict',
    maxAge: KEPT_SECONDS,
  });
}

const proofOf = (services: Services, device: string, email: string): string =>
  services.sealer.hash('device', `${device}/${email.trim().toLowerCase()}`);

type PublicUrl = Pick<Config, 'publicUrl'>;

/**
 * Browsers drop Secure cookies over plain HTTP, Safari even on localhost; so there they are sent without, under a
 * name without the `__Host-` prefix.
 */
function isSecure({ publicUrl }: PublicUrl): boolean {
  return new URL(publicUrl).protocol === 'https:';
}

export function cookieName(config: PublicUrl, name = 'countersign'): string {
  return isSecure(config) ? `__Host-${name}` : name;
}

export function cookieOptions(config: PublicUrl): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) };
}

export function setSessionCookie(config: PublicUrl, reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(cookieName(config), token, { ...cookieOptions(config), expires });
}

export function clearSessionCookie(config: PublicUrl, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config), cookieOptions(config));
}

/** The session's token as the browser sent it. */
export function sessionTokenOf(config: PublicUrl, request: FastifyRequest): string | null {
  return request.cookies[cookieName(config)] ?? null;
}

const NAME = 'countersign-sign-in';

/** Between the password and the code: it grants nothing by itself, and is valid for five minutes. */
export function setStepCookie(config: PublicUrl, reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(cookieName(config, NAME), token, { ...cookieOptions(config), sameSite: 'strict', expires });
}

export function clearStepCookie(config: PublicUrl, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config, NAME), { ...cookieOptions(config), sameSite: 'strict' });
}

export function stepTokenOf(config: PublicUrl, request: FastifyRequest): string | null {
  return request.cookies[cookieName(config, NAME)] ?? null;
}
