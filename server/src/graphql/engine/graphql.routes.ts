import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { loadOnce } from '../../load-ahead.ts';
import type { GraphqlOptions } from './graphql-context.ts';

const PATH = '/api/graphql';
const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Mounts GraphQL: POST with `application/json`, one operation per request; queries by GET too. Subscriptions are
 * streamed. Every refusal has GraphQL's form, including those of the body parser and of unknown methods. The schema
 * and its executor are loaded with the first request, since a service used only by agents needs neither.
 */
export function registerGraphql(app: FastifyInstance, services: Services, options: GraphqlOptions): void {
  const graphql = loadOnce(async () => (await import('./answer-graphql.ts')).openGraphql(services, options));
  // Before the server waits for open connections: streams do not end by themselves.
  app.addHook('preClose', async () => (await graphql.loaded())?.endStreams());
  app.addHook('onClose', async () => (await graphql.loaded())?.stop());
  app.register(
    async (own) => {
      own.setErrorHandler(async (thrown, request, reply) => (await graphql.load()).refuse(thrown, request, reply));
      own.setNotFoundHandler(refuseUnknown);
      own.route({
        method: METHODS,
        url: '/',
        bodyLimit: options.bodyLimit,
        config: { authenticates: true, isData: true },
        schema: { hide: true },
        onRequest: forbidStoring,
        async handler(request, reply) {
          return (await graphql.load()).answer.call(this, request, reply);
        },
      });
    },
    { prefix: PATH },
  );
}

function refuseUnknown({ method, url }: FastifyRequest, reply: FastifyReply): void {
  const [path = ''] = url.split('?', 1);
  if (path !== PATH) throw new DomainError('not_found', { message: `There is nothing at ${path}. GraphQL is at ${PATH}.` });
  reply.header('allow', METHODS.join(', '));
  throw new DomainError('method_not_allowed', { message: `${PATH} does not support ${method}.`, details: { allow: METHODS } });
}

async function forbidStoring(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}
