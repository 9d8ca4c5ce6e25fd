import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StartedClientSession } from '../../approvals/clients/client-codes.ts';
import type { Config } from '../../config/config.ts';
import { cookieOptions } from '../people/session-cookie.ts';

/** One per link, sent only to the client endpoints, and useless without the link. */
export function clientCookieName(config: Pick<Config, 'publicUrl'>, linkId: string): string {
  return `${cookieOptions(config).secure ? '__Secure-' : ''}countersign-client-${linkId}`;
}

export function setClientCookie(config: Config, reply: FastifyReply, linkId: string, { token, expiresAt }: StartedClientSession): void {
  const options = { ...cookieOptions(config), path: '/api/client', sameSite: 'strict', expires: expiresAt } as const;
  reply.setCookie(clientCookieName(config, linkId), token, options);
}

export function clientTokenOf(config: Config, request: FastifyRequest, linkId: string): string | null {
  return request.cookies[clientCookieName(config, linkId)] ?? null;
}
