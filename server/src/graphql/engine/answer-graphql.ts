import { ApolloServer, type ApolloServerPlugin, type GraphQLRequest, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { DocumentNode, FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Actor } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { createStreamHandler, wantsStream } from './answer-stream.ts';
import { graphqlSchema } from './build-schema.ts';
import { createGraphqlContext, type GraphqlContext, type GraphqlOptions, identify } from './graphql-context.ts';
import { formatGraphqlError, noteError, type Refusals, refusedRequest, toRequestError } from './graphql-error.ts';
import { limitOperation, OPERATION_LIMITS, operationCost, rootFields } from './limit-operation.ts';
import { beginReading, endReading, endReadingLater } from './read-transaction.ts';

/** Fields available before the required second factor: the viewer, and fields to provide or set one up. */
const BEFORE_IT: ReadonlySet<string> = new Set([
  '__typename',
  'viewer',
  'security',
  'reauthenticate',
  'beginPasskeyReauthentication',
  'beginTotp',
  'confirmTotp',
  'beginPasskey',
  'addPasskey',
]);

/** Refuses a whole operation, before any of it runs, if its caller lacks a required second factor. */
function requireSecondFactor(actor: Actor, document: DocumentNode, { selectionSet }: OperationDefinitionNode): void {
  if (actor.kind !== 'user' || !actor.lacksSecondFactor) return;
  if (rootFields(document, selectionSet).some((name) => !BEFORE_IT.has(name))) throw new DomainError('second_factor_required');
}

/**
 * Runs for every operation between parsing and execution: first it is measured, without any query, and only then the
 * caller is identified. Afterwards errors are logged.
 */
function createRequestPlugin(refusals: Refusals): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      /** The response stored under the same Idempotency-Key. */
      let stored: string | null = null;
      return {
        async didResolveOperation({ schema, document, operation, request, contextValue }) {
          if (!operation) return;
          try {
            if (operation.operation === 'subscription') {
              throw new DomainError('bad_user_input', { message: 'Request a subscription with "Accept: text/event-stream".' });
            }
            const { isIntrospection } = limitOperation(schema, document, operation, request.variables ?? {});
            identify(contextValue, await contextValue.authenticate(operationCost(document, operation)));
            if (operation.operation === 'mutation') stored = await readOnce(contextValue, operation, request);
            requireSecondFactor(contextValue.actor, document, operation);
            if (isIntrospection && contextValue.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
            // Not when execution starts, where a refusal would be an internal error.
            await beginReading(contextValue, document, operation);
          } catch (thrown) {
            throw toRequestError(thrown, refusals);
          }
        },
        async responseForOperation() {
          return stored === null ? null : replay(stored);
        },
        async willSendResponse({ operation, contextValue, response: { body, http } }) {
          // A query's result contains no secret; a mutation's may, once (decision 183).
          if (operation?.operation === 'query') http.headers.set('vary', 'accept-encoding');
          if (!contextValue.changeOnce || stored !== null || body.kind !== 'single' || isOverSoon(body.singleResult)) return;
          await keepAnswer(contextValue, JSON.stringify(body.singleResult));
        },
        async executionDidStart({ operation, contextValue }) {
          // A mutation's response may be stored for replay, outside of the transaction that it was read in.
          const isQuery = operation?.operation === 'query';
          return { executionDidEnd: async () => (isQuery ? endReadingLater(contextValue) : endReading(contextValue)) };
        },
        async didEncounterErrors({ errors, contextValue }) {
          const { actor, clientAddress: address, requestId } = contextValue;
          for (const error of errors) {
            refusals.trace(noteError(error, refusals, contextValue), { actor, address, requestId });
          }
        },
      };
    },
  };
}

/** One key is one change: with several, a replay could not tell which of them had been made. */
async function readOnce(ctx: GraphqlContext, operation: OperationDefinitionNode, request: GraphQLRequest): Promise<string | null> {
  const { query, operationName, variables } = request;
  ctx.changeOnce = ctx.readChangeOnce(ctx.actor, { query, operationName, variables });
  if (!ctx.changeOnce) return null;
  const [first, second] = operation.selectionSet.selections;
  if (first?.kind !== 'Field' || second) {
    throw new DomainError('bad_user_input', { message: 'An Idempotency-Key requires an operation with exactly one mutation.' });
  }
  return ctx.changeOnce.findAnswer(ctx);
}

/** Internal errors are not stored: they should not be replayed for a day. */
function isOverSoon({ errors = [] }: FormattedExecutionResult): boolean {
  return errors.some(({ extensions }) => Number(extensions?.status) >= 500);
}

/** The mutation has committed; return its result even if storing it for replay fails. */
async function keepAnswer(ctx: GraphqlContext, answer: string): Promise<void> {
  try {
    await ctx.changeOnce?.keepAnswer(ctx, answer);
  } catch (err) {
    ctx.log.warn({ err, requestId: ctx.requestId }, 'The response to a request with an Idempotency-Key could not be stored.');
  }
}

function replay(answer: string): GraphQLResponse {
  const headers = new HeaderMap([['idempotency-replayed', 'true']]);
  return { http: { headers }, body: { kind: 'single', singleResult: JSON.parse(answer) } };
}

/** The GraphQL implementation, once loaded. */
export interface GraphqlAnswers {
  answer: RouteHandlerMethod;
  /** Sends what was thrown before the request reached GraphQL. */
  refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
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
    // An API key in a header already forces a CORS preflight, so a GET with one needs no further header.
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
    refuse: (thrown, request, reply) => options.refuse(thrown, request, reply, refusedRequest),
    endStreams: stream.end,
    stop: () => apollo.stop(),
  };
}
