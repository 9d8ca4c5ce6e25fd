import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { isSameDigest } from '../../sealing/sealer.ts';
import { cookieName, cookieOptions } from './session-cookie.ts';

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
