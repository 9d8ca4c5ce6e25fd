import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import { graphqlSchema } from './build-schema.ts';
import { type ChangeOnce, createGraphqlContext, type GraphqlContext } from './graphql-context.ts';
import { formatGraphqlError, type Refusals } from './graphql-error.ts';
import type { OperationCost } from './limits/operation-cost.ts';
import { OPERATION_LIMITS } from './limits/operation-limits.ts';
import { createRequestPlugin } from './request-plugin.ts';
import { createStreamHandler, wantsStream } from './stream/stream.handler.ts';

/** What the HTTP server knows and lends: transports do not import each other. */
export interface GraphqlOptions extends Refusals {
  /** Who sends a request, by session cookie or API key; counts it against their limits. */
  authenticate(request: FastifyRequest, cost: OperationCost | null): Promise<Actor>;
  /** What makes the change of a request happen once, by its Idempotency-Key. */
  readChangeOnce(request: FastifyRequest, actor: Actor, meaning: object): ChangeOnce | null;
  /** Compresses the answers that say they may be. */
  compress: onSendAsyncHookHandler;
}

const PATH = '/api/graphql';

/** Mounts GraphQL: POST with `application/json` only, one operation a request; a subscription is answered with a stream. */
export async function registerGraphql(app: FastifyInstance, services: Services, options: GraphqlOptions): Promise<void> {
  const schema = graphqlSchema();
  const apollo = new ApolloServer<GraphqlContext>({
    schema,
    plugins: [createRequestPlugin(options), ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
    formatError: (formatted, error) => formatGraphqlError(formatted, error, options.toDomainError),
    parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
    // The request plugin keeps it to signed-in callers; names that are guessed wrong get no hint from anybody.
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    nodeEnv: 'production',
    stopOnTerminationSignals: false,
    logger: services.log,
  });
  await apollo.start();
  app.addHook('onClose', () => apollo.stop());

  const context = async (request: FastifyRequest): Promise<GraphqlContext> =>
    createGraphqlContext(services, request, {
      authenticate: (cost) => options.authenticate(request, cost),
      readChangeOnce: (actor, meaning) => options.readChangeOnce(request, actor, meaning),
    });
  const answer = fastifyApolloHandler(apollo, { context });
  const stream = createStreamHandler(app, services, schema, options);
  const hooks = { onRequest: forbidStoring, onSend: options.compress };
  app.post(PATH, { config: { authenticates: true }, schema: { hide: true }, ...hooks }, function (request, reply) {
    return wantsStream(request) ? stream(request, reply) : answer.call(this, request, reply);
  });
}

async function forbidStoring(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}
