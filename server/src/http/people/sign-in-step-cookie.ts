import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { cookieName, cookieOptions } from './session-cookie.ts';

type PublicUrl = Pick<Config, 'publicUrl'>;

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
