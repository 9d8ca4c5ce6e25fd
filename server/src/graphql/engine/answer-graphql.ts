import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Services } from '../../context.ts';
import { graphqlSchema } from './build-schema.ts';
import { createGraphqlContext, type GraphqlContext, type GraphqlOptions } from './graphql-context.ts';
import { formatGraphqlError } from './graphql-error.ts';
import { OPERATION_LIMITS } from './limit-operation.ts';
import { createRequestPlugin } from './request-plugin.ts';
import { createStreamHandler, wantsStream } from './stream.handler.ts';

/** The GraphQL implementation, once loaded. */
export interface GraphqlAnswers {
  answer: RouteHandlerMethod;
  /** Ends every subscription. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** The schema, and the server that runs it. */
export async function openGraphql(services: Services, options: GraphqlOptions): Promise<GraphqlAnswers> {
  const schema = graphqlSchema();
  const apollo = new ApolloServer<GraphqlContext>({
    schema,
    plugins: [createRequestPlugin(options), ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
    formatError: (formatted, error) => formatGraphqlError(formatted, error, options.toDomainError),
    parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
    // The request plugin restricts it to signed-in callers; no one gets suggestions for misspelled names.
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    // A request with a key in a header is no simple request either, so a GET with one needs no further header.
    csrfPrevention: { requestHeaders: ['authorization', 'x-apollo-operation-name', 'apollo-require-preflight'] },
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    nodeEnv: 'production',
    stopOnTerminationSignals: false,
    logger: services.log,
  });
  await apollo.start();

  const context = async (request: FastifyRequest, reply: FastifyReply): Promise<GraphqlContext> =>
    createGraphqlContext(services, request, {
      authenticate: (cost) => options.authenticate(request, cost),
      readChangeOnce: (actor, meaning) => options.readChangeOnce(request, actor, meaning),
      sendSession: (session) => options.sendSession(reply, session),
    });
  // The integration types its reply as text, which no Fastify route matches.
  const whole = fastifyApolloHandler(apollo, { context }) as RouteHandlerMethod;
  const stream = createStreamHandler(services, schema, options);
  return {
    answer(request, reply) {
      const isStream = wantsStream(request, options.takesStream(request));
      return isStream ? stream.answer(request, reply) : whole.call(this, request, reply);
    },
    endStreams: stream.end,
    stop: () => apollo.stop(),
  };
}
