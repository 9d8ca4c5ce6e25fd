import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { loadOnce } from '../../load-ahead.ts';
import type { GraphqlOptions } from './graphql-context.ts';

const PATH = '/api/graphql';

/**
 * Mounts GraphQL: POST with `application/json`, one operation per request; queries by GET too. Subscriptions are
 * streamed. The schema and its executor are loaded with the first request: a service used by agents alone needs
 * neither.
 */
export function registerGraphql(app: FastifyInstance, services: Services, options: GraphqlOptions): void {
  const graphql = loadOnce(async () => (await import('./answer-graphql.ts')).openGraphql(services, options));
  // Before the server waits for its connections: streams would never end by themselves.
  app.addHook('preClose', async () => (await graphql.loaded())?.endStreams());
  app.addHook('onClose', async () => (await graphql.loaded())?.stop());
  app.route({
    method: ['GET', 'POST'],
    url: PATH,
    config: { authenticates: true, isData: true },
    schema: { hide: true },
    onRequest: forbidStoring,
    async handler(request, reply) {
      return (await graphql.load()).answer.call(this, request, reply);
    },
  });
}

async function forbidStoring(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}
