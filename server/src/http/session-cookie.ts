import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

type PublicUrl = Pick<Config, 'publicUrl'>;

/**
 * Browsers keep a Secure cookie over https, and over plain http from localhost alone; elsewhere
 * over http it would be thrown away, so there it goes by a name without the `__Host-` promise.
 */
function isSecure({ publicUrl }: PublicUrl): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || hostname === 'localhost';
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
