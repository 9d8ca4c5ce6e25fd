import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, getOperationAST, parse, specifiedRules, validate } from 'graphql';
import type { Actor } from '../../../access/actor.ts';
import type { Services } from '../../../context.ts';
import { DomainError } from '../../../errors.ts';
import { createGraphqlContext, type GraphqlContext, identify } from '../graphql-context.ts';
import { formatGraphqlError, noteError, type Refusals, refusalOf } from '../graphql-error.ts';
import { limitOperation } from '../limits/limit-operation.ts';
import type { OperationCost } from '../limits/operation-cost.ts';
import { OPERATION_LIMITS } from '../limits/operation-limits.ts';
import { createStreamLimit } from './stream-limit.ts';
import { ending, type StreamedOperation, streamOperation } from './stream-operation.ts';

interface StreamOptions extends Refusals {
  authenticate(request: FastifyRequest, cost: OperationCost | null): Promise<Actor>;
}

interface Body {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

/**
 * Whether to respond with a stream: for a subscription if the client accepts one, and for anything if it accepts
 * nothing else. A query or mutation of a client that accepts both gets JSON.
 */
export function wantsStream(request: FastifyRequest, taken: 'only' | 'too' | 'no'): boolean {
  return taken === 'only' || (taken === 'too' && isSubscription(request.body));
}

function isSubscription(body: unknown): boolean {
  const { query, operationName } = (body ?? {}) as Body;
  if (typeof query !== 'string') return false;
  try {
    const document = parse(query, { maxTokens: OPERATION_LIMITS.tokens, noLocation: true });
    return getOperationAST(document, typeof operationName === 'string' ? operationName : null)?.operation === 'subscription';
  } catch {
    // The error is sent as JSON.
    return false;
  }
}

export interface StreamHandler {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Ends every stream. */
  end(this: void): void;
}

/** Serves subscriptions. Refusals before the stream begins are sent as on other routes. */
export function createStreamHandler(services: Services, schema: GraphQLSchema, options: StreamOptions): StreamHandler {
  const limit = createStreamLimit();
  const open = new Set<AbortController>();

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let actor: Actor = { kind: 'anonymous' };
    const enter = async (cost: OperationCost | null): Promise<GraphqlContext> => {
      const context = await createGraphqlContext(services, request, {
        authenticate: (counted) => options.authenticate(request, counted),
      });
      actor = await context.authenticate(cost);
      identify(context, actor);
      if (context.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
      // No subscription helps to present a second factor.
      if (context.actor.kind === 'user' && context.actor.lacksSecondFactor) throw new DomainError('second_factor_required');
      return context;
    };
    const format = formatter(options, { log: services.log, requestId: request.id });
    try {
      // Measured before the caller is identified, like every operation.
      const operation = readOperation(schema, request.body);
      const context = await enter({ kind: 'reads', points: 1 });
      context.lastEventId = request.headers['last-event-id']?.toString() ?? null;
      const controller = new AbortController();
      const leave = limit.enter(context.actor);
      open.add(controller);
      // Also if the connection was closed during authentication.
      finished(reply.raw, () => {
        controller.abort();
        open.delete(controller);
        leave();
      });
      return send(reply, streamOperation({ args: operation, context, renew: () => enter(null), format, signal: controller.signal }));
    } catch (error) {
      const refusal = refusalOf(error, options.toDomainError);
      options.trace(refusal, { actor, address: request.ip, requestId: request.id });
      const told = { errors: [format(error)] };
      // The protocol sends the operation's own errors in the stream; without valid credentials there is no stream.
      if (refusal.code === 'bad_user_input') return send(reply, ending(told));
      return reply.code(refusal.status).headers(options.headersOf(refusal)).send(told);
    }
  };
  const end = (): void => {
    for (const controller of open) controller.abort();
  };
  return { answer, end };
}

function send(reply: FastifyReply, lines: AsyncIterable<string> | Iterable<string>): FastifyReply {
  return reply
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(lines, { objectMode: false }));
}

/** The error as sent to the reader; internal errors are logged, since nothing else reports them. */
function formatter(refusals: Refusals, request: Pick<GraphqlContext, 'log' | 'requestId'>): (error: unknown) => GraphQLFormattedError {
  return (error) => {
    const asError = error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error });
    noteError(asError, refusals, request);
    return formatGraphqlError(asError.toJSON(), asError, refusals.toDomainError);
  };
}

function readOperation(schema: GraphQLSchema, body: unknown): StreamedOperation['args'] {
  const { query, operationName, variables } = (body ?? {}) as Body;
  if (typeof query !== 'string') throw badInput('The body has no query.');
  const document = parse(query, { maxTokens: OPERATION_LIMITS.tokens });
  const [fault] = validate(schema, document, specifiedRules, { hideSuggestions: true });
  if (fault) throw fault;
  const name = typeof operationName === 'string' ? operationName : null;
  const operation = getOperationAST(document, name);
  if (operation?.operation !== 'subscription') throw badInput('Only a subscription is answered with a stream.');
  const variableValues = (variables ?? {}) as Record<string, unknown>;
  limitOperation(schema, document, operation, variableValues);
  return { schema, document, variableValues, operationName: name, hideSuggestions: true };
}

function badInput(message: string): DomainError {
  return new DomainError('bad_user_input', { message });
}
