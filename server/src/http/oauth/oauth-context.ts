import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Context, Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';

/** Outside any transaction; anonymous unless the route has identified the caller. */
export function oauthContext(services: Services, request: FastifyRequest, actor: Actor = { kind: 'anonymous' }): Context {
  return { ...services, em: forkAsOwner(services.orm), actor, requestId: request.id };
}
