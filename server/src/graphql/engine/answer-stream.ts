import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createSourceEventStream,
  type ExecutionArgs,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Actor } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { concernsAccess, subjectOf } from '../../events/change-feed.ts';
import { closeWhenRefused } from '../../events/watch-changes.ts';
import { createOpenLimit } from '../../long-work/concurrency-limit.ts';
import { createGraphqlContext, type GraphqlContext, identify } from './graphql-context.ts';
import { formatGraphqlError, noteError, type Refusals, refusalOf } from './graphql-error.ts';
import { limitOperation, OPERATION_LIMITS, type OperationCost } from './limit-operation.ts';

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

interface StreamHandler {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Ends every stream. */
  end(this: void): void;
}

/** Serves subscriptions. Refusals before the stream begins are sent as on other routes. */
export function createStreamHandler(services: Services, schema: GraphQLSchema, options: StreamOptions): StreamHandler {
  const places = createOpenLimit(RETRY_AFTER_SECONDS);
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
      // No subscription is needed for providing a second factor.
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
      const leave = places.enter(placesOf(context.actor));
      open.add(controller);
      // Also if the connection was closed during authentication.
      finished(reply.raw, () => {
        controller.abort();
        open.delete(controller);
        leave();
      });
      await closeWhenRefused(context, reply.raw, () => standing({ context, renew: () => enter(null) }));
      return send(reply, streamOperation({ args: operation, context, renew: () => enter(null), format, signal: controller.signal }));
    } catch (error) {
      const refusal = refusalOf(error, options.toDomainError);
      options.trace(refusal, { actor, address: request.ip, requestId: request.id });
      const content = { errors: [format(error)] };
      // The protocol sends the operation's own errors in the stream; without valid credentials there is no stream.
      if (refusal.code === 'bad_user_input') return send(reply, ending(content));
      return reply.code(refusal.status).headers(options.headersOf(refusal)).send(content);
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
  if (operation?.operation !== 'subscription') throw badInput('Only a subscription can be streamed.');
  const variableValues = (variables ?? {}) as Record<string, unknown>;
  limitOperation(schema, document, operation, variableValues);
  return { schema, document, variableValues, operationName: name, hideSuggestions: true };
}

function badInput(message: string): DomainError {
  return new DomainError('bad_user_input', { message });
}

/** How long a stream may be silent: proxies close idle connections. */
const BEAT_MS = 15_000;

interface StreamedOperation {
  args: Omit<ExecutionArgs, 'contextValue'>;
  /** The context of the first request. */
  context: GraphqlContext;
  /** A new context, with the caller's current permissions. Throws if the credential is no longer valid. */
  renew(): Promise<GraphqlContext>;
  format(error: unknown): GraphQLFormattedError;
  /** Aborted when the reader disconnects or the server closes. */
  signal: AbortSignal;
}

/**
 * A subscription as lines of `text/event-stream`, in the protocol of graphql-sse (distinct connections): `next` with
 * each result, finally `complete`. Before each message, and at every heartbeat, the credential and the access to what
 * is watched are checked again.
 */
async function* streamOperation(operation: StreamedOperation): AsyncGenerator<string> {
  const { args, context, format, signal } = operation;
  const source = await createSourceEventStream({ ...args, contextValue: context });
  if (!(Symbol.asyncIterator in source)) {
    yield* ending({ errors: (source.errors ?? []).map(format) });
    return;
  }
  const events = source[Symbol.asyncIterator]();
  const beats = await createBeats(context, signal);
  try {
    // Sent at once: from here on the reader misses nothing.
    yield beat(context);
    let next = events.next();
    while (!signal.aborted) {
      const event = await Promise.race([next, beats.next()]);
      if (signal.aborted) return;
      const fresh = await standing(operation).catch((error: unknown) => error as Error);
      if (fresh instanceof Error) {
        yield* ending({ errors: [format(fresh)] });
        return;
      }
      if (event === 'beat') {
        yield beat(context);
      } else if (event.done) {
        break;
      } else {
        const { data, errors } = await execute({ ...args, rootValue: event.value, contextValue: fresh });
        yield line('next', { ...(data && { data }), ...(errors && { errors: errors.map(format) }) }, idOf(event.value));
        next = events.next();
      }
    }
    yield line('complete');
  } finally {
    beats.stop();
    await events.return?.();
  }
}

/** A message without data, which a client does not report; it stores the number. */
const beat = ({ position }: GraphqlContext): string => (position === null ? ':\n\n' : `id: ${position}\n\n`);

/** Throws if the stream's caller could not open it now. */
async function standing({ context, renew }: Pick<StreamedOperation, 'context' | 'renew'>): Promise<GraphqlContext> {
  const fresh = await renew();
  for (const check of context.standing) await check(fresh);
  return fresh;
}

/** Fires every 15 seconds, at once when a permission of this caller may have ended, and at the end. */
async function createBeats({ changes, actor }: GraphqlContext, signal: AbortSignal) {
  let ring: () => void = () => undefined;
  let isRung = false;
  const now = (): void => {
    isRung = true;
    ring();
  };
  const timer = setInterval(now, BEAT_MS).unref();
  signal.addEventListener('abort', now);
  const leave = await changes.listen((news) => {
    if (concernsAccess(news, actor)) now();
  });
  return {
    async next(): Promise<'beat'> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      }
      isRung = false;
      return 'beat';
    },
    stop(): void {
      clearInterval(timer);
      leave();
    },
  };
}

/** The last result of a stream, and its end. */
function* ending(result: FormattedExecutionResult): Generator<string> {
  yield line('next', result);
  yield line('complete');
}

function line(event: 'next' | 'complete', result?: FormattedExecutionResult, id: number | null = null): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata:${result ? ` ${JSON.stringify(result)}` : ''}\n\n`;
}

/** The sequence number to continue from, if the message has one. */
function idOf(content: unknown): number | null {
  return typeof content === 'object' && content !== null && 'sequence' in content ? Number(content.sequence) : null;
}

/** Of each person or grant: more tabs than anyone looks at. */
const MOST_OF_ONE = 12;
const MOST_OF_ACCOUNT = 400;
/** Of the process; each costs a socket and an occasional check of its permissions. */
const MOST_OF_ALL = 2_000;
const RETRY_AFTER_SECONDS = 30;

/** What an open stream of the caller counts against. A person may belong to several accounts. */
function placesOf(actor: Actor) {
  const accounts = actor.kind === 'user' ? [...actor.roles.keys()] : actor.kind === 'agent' ? [actor.accountId] : [];
  const message = `${MOST_OF_ACCOUNT} streams of this account are open already; close one.`;
  return [
    { of: subjectOf(actor), most: MOST_OF_ONE, message: `You have ${MOST_OF_ONE} streams open already; close one.` },
    ...accounts.map((of) => ({ of, most: MOST_OF_ACCOUNT, message })),
    { of: 'all', most: MOST_OF_ALL, message: 'Too many streams are open here.' },
  ];
}
