import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StartedClientSession } from '../../approvals/clients/client-codes.ts';
import type { Config } from '../../config.ts';
import { cookieName, cookieOptions } from '../session-cookie.ts';

/** Its own name and its own table: no other door looks at it, and it is worth nothing without the link. */
const name = (config: Config): string => cookieName(config, 'countersign-client');

export function setClientCookie(config: Config, reply: FastifyReply, { token, expiresAt }: StartedClientSession): void {
  reply.setCookie(name(config), token, { ...cookieOptions(config), sameSite: 'strict', expires: expiresAt });
}

export function clientTokenOf(config: Config, request: FastifyRequest): string | null {
  return request.cookies[name(config)] ?? null;
}
