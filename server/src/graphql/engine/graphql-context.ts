import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { StartedSession } from '../../access/sessions/sessions.ts';
import type { Context, Services } from '../../context.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import type { DomainError, SaidRefusal } from '../../errors.ts';
import { acceptedLanguage } from '../../languages/language.ts';
import { type Translate, translateTo } from '../../languages/translate.ts';
import type { PreparedCommand } from '../../publishing/review/prepared-commands.ts';
import type { Refusals } from './graphql-error.ts';
import type { OperationCost } from './limit-operation.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** Makes a change once per Idempotency-Key, however often it is requested. */
interface ChangeOnce {
  /** The response to the first request with this key; null without one. Throws `idempotency_in_flight`. */
  findAnswer(ctx: Context): Promise<string | null>;
  /** Runs the command in its transaction, unless another request with this key has done so. */
  run<T>(ctx: Context, command: (tx: Context) => Promise<T>): Promise<T>;
  /** Stores the response of the request that made the change; refused requests store nothing. */
  keepAnswer(ctx: Context, answer: string): Promise<void>;
}

/** The context of every resolver. One per request. */
export interface GraphqlContext extends Context {
  loaders: Loaders;
  /** Releases the slot in which the request reads; null if it has none. */
  leaveTurn: (() => void) | null;
  /** Translates the service's messages into the language that the request accepts. */
  translate: Translate;
  /** The address of the connection; forwarding headers count from trusted proxies only. */
  clientAddress: string;
  /**
   * Identifies the caller and charges the operation to their rate limits, after it is measured and before it runs.
   * With null it has been charged already.
   */
  authenticate(cost: OperationCost | null): Promise<Actor>;
  /** Set if the request has an Idempotency-Key: makes its change once. */
  changeOnce: ChangeOnce | null;
  /** Reads the Idempotency-Key; `meaning` is what must be equal in a repeated request. Null without a key. */
  readChangeOnce(actor: Actor, meaning: object): ChangeOnce | null;
  /** For a subscription after a broken connection: the id of the last received message, if the reader sent it. */
  lastEventId: string | null;
  /** For a subscription with numbered messages: the number from which it can be resumed now. */
  position: number | null;
  /** Sets a session's new token as the browser's cookie; null if the response sets none. */
  sendSession: ((session: StartedSession) => void) | null;
  /** For a subscription: conditions that must hold while it is open. Each throws when it does not. */
  standing: ((current: GraphqlContext) => Promise<void>)[];
}

const ANONYMOUS: Actor = { kind: 'anonymous' };

export async function createGraphqlContext(
  services: Services,
  request: { id: string; ip: string; headers: { 'accept-language'?: string | undefined } },
  {
    authenticate,
    readChangeOnce = () => null,
    sendSession = null,
  }: Pick<GraphqlContext, 'authenticate'> & Partial<Pick<GraphqlContext, 'readChangeOnce' | 'sendSession'>>,
): Promise<GraphqlContext> {
  const context: Context = { ...services, em: forkFor(services.orm, ANONYMOUS), actor: ANONYMOUS, requestId: request.id };
  const graphqlContext: GraphqlContext = Object.assign(context, {
    authenticate,
    readChangeOnce,
    sendSession,
    translate: await translateTo(acceptedLanguage(request.headers['accept-language'])),
    clientAddress: request.ip,
    loaders: createLoaders(context),
    leaveTurn: null,
    changeOnce: null,
    lastEventId: null,
    position: null,
    standing: [],
  });
  return graphqlContext;
}

/** Sets the caller of the request; from here on it reads under their row-level security. */
export function identify(ctx: GraphqlContext, actor: Actor): void {
  ctx.actor = actor;
  ctx.em = forkFor(ctx.orm, actor);
  // Apollo passes on a copy of the context that was created for it.
  ctx.loaders = createLoaders(ctx);
}

/** Runs a command in its mutation's transaction. */
export async function mutate<T>(ctx: GraphqlContext, command: (tx: Context) => Promise<T>): Promise<T> {
  const { changeOnce } = ctx;
  return mutateInSteps(ctx, (steps) => (changeOnce ? changeOnce.run(steps, command) : inTransaction<Context, T>(steps, command)));
}

/** The same for a command that reads outside first; `toInput` completes the input inside the transaction. */
export async function mutatePrepared<Wish, Input extends Wish, Result extends { notices: RequestNotice[] }>(
  ctx: GraphqlContext,
  command: PreparedCommand<Wish, Input, Result>,
  wish: Wish,
  toInput: (tx: Context) => Input | Promise<Input>,
): Promise<Result> {
  const prepared = await command.prepare(ctx, wish);
  return mutate(ctx, async (tx) => command.run(tx, await toInput(tx), prepared));
}

/**
 * The same for a command that opens its transactions itself, since it calls a platform in between. Everything read
 * before is discarded, so the fields of the result, and the next mutation of the same document, see what it did.
 */
export async function mutateInSteps<T>(ctx: GraphqlContext, command: (steps: Context) => Promise<T>): Promise<T> {
  const result = await command(ctx);
  ctx.em.clear();
  ctx.loaders = createLoaders(ctx);
  return result;
}

/** Provided by the HTTP server: transports do not import each other. */
export interface GraphqlOptions extends Refusals {
  /** The largest body, in bytes. */
  bodyLimit: number;
  /** Sends what was thrown in GraphQL's form. */
  refuse(
    thrown: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    form: (refusal: DomainError, said: SaidRefusal, request: FastifyRequest) => { type: string; body: object },
  ): FastifyReply | Promise<FastifyReply>;
  /** Identifies the caller by session cookie or API key, and charges the operation to their limits. */
  authenticate(request: FastifyRequest, cost: OperationCost | null): Promise<Actor>;
  /** Makes a request's change once, by its Idempotency-Key. */
  readChangeOnce(request: FastifyRequest, actor: Actor, meaning: object): ChangeOnce | null;
  /** Sets the session cookie. */
  sendSession(reply: FastifyReply, session: StartedSession): void;
  /** Whether the client accepts a stream, and anything besides. */
  takesStream(request: FastifyRequest): 'only' | 'too' | 'no';
}
