import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

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
