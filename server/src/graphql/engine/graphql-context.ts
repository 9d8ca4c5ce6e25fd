import type { Actor } from '../../access/actor.ts';
import type { StartedSession } from '../../access/sessions/start-session.ts';
import type { Context, Services } from '../../context.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Notice } from '../../drafts/notice.ts';
import { DomainError } from '../../errors.ts';
import { acceptedLanguage } from '../../languages/language.ts';
import { type Translate, translateTo } from '../../languages/translate.ts';
import type { PreparedCommand } from '../../publishing/review/prepared-commands.ts';
import type { OperationCost } from './limits/operation-cost.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** A change that happens once for each Idempotency-Key, however often it is asked for. */
export interface ChangeOnce {
  /** What the first request with this key was answered; null where there was none. Throws `idempotency_in_flight`. */
  findAnswer(ctx: Context): Promise<string | null>;
  /** Runs the command in its transaction, unless another request with this key has done so. */
  run<T>(ctx: Context, command: (tx: Context) => Promise<T>): Promise<T>;
  /** Keeps the answer of the request that made the change; of any other, which was refused, it keeps nothing. */
  keepAnswer(ctx: Context, answer: string): Promise<void>;
}

/** What every resolver gets. One a request. */
export interface GraphqlContext extends Context {
  loaders: Loaders;
  /** Says the service's own words in the language that the request accepts. */
  translate: Translate;
  /** Where the request comes from, as the connection shows it; forwarding headers count from trusted proxies only. */
  clientAddress: string;
  /**
   * Looks up who sent the request, after the operation was measured and before it runs, and counts it
   * against their limits; null where it was counted before.
   */
  authenticate(cost: OperationCost | null): Promise<Actor>;
  /** Where the request named an Idempotency-Key: what makes its change happen once. */
  changeOnce: ChangeOnce | null;
  /** Reads that key; `meaning` is all that makes one request another. Null where there is none. */
  readChangeOnce(actor: Actor, meaning: object): ChangeOnce | null;
  /** For a subscription whose line broke: the id of the last message that came, where the reader named it. */
  lastEventId: string | null;
  /** Gives the browser a session's new token, in its cookie; null where the answer sets none. */
  sendSession: ((session: StartedSession) => void) | null;
  /** For a subscription: what has to hold for as long as it stands open. Each throws when it does not. */
  standing: ((current: GraphqlContext) => Promise<void>)[];
}

const NOBODY: Actor = { kind: 'anonymous' };

export async function createGraphqlContext(
  services: Services,
  request: { id: string; ip: string; headers: { 'accept-language'?: string | undefined } },
  {
    authenticate,
    readChangeOnce = () => null,
    sendSession = null,
  }: Pick<GraphqlContext, 'authenticate'> & Partial<Pick<GraphqlContext, 'readChangeOnce' | 'sendSession'>>,
): Promise<GraphqlContext> {
  const context: Context = { ...services, em: forkFor(services.orm, NOBODY), actor: NOBODY, requestId: request.id };
  const graphqlContext: GraphqlContext = Object.assign(context, {
    authenticate,
    readChangeOnce,
    sendSession,
    translate: await translateTo(acceptedLanguage(request.headers['accept-language'])),
    clientAddress: request.ip,
    loaders: createLoaders(context),
    changeOnce: null,
    lastEventId: null,
    standing: [],
  });
  return graphqlContext;
}

/** From now on the request is this caller's, and reads behind their wall. */
export function identify(ctx: GraphqlContext, actor: Actor): void {
  ctx.actor = actor;
  ctx.em = forkFor(ctx.orm, actor);
  // Apollo hands on a copy of the context that was made for it.
  ctx.loaders = createLoaders(ctx);
}

/** Runs a command in the one transaction of its mutation. */
export async function mutate<T>(ctx: GraphqlContext, command: (tx: Context) => Promise<T>): Promise<T> {
  const { changeOnce } = ctx;
  return mutateInSteps(ctx, (steps) => (changeOnce ? changeOnce.run(steps, command) : inTransaction<Context, T>(steps, command)));
}

/** The same for a command that looks outside first; `toInput` completes what was asked for inside the transaction. */
export async function mutatePrepared<Wish, Input extends Wish, Result extends { notices: Notice[] }>(
  ctx: GraphqlContext,
  command: PreparedCommand<Wish, Input, Result>,
  wish: Wish,
  toInput: (tx: Context) => Input | Promise<Input>,
): Promise<Result> {
  const prepared = await command.prepare(ctx, wish);
  return mutate(ctx, async (tx) => command.run(tx, await toInput(tx), prepared));
}

/**
 * The same for a command that opens its transactions itself, since it calls a platform between them.
 * What was read before is forgotten, so that the fields of the answer, and the next mutation of the
 * same document, see what it did.
 */
export async function mutateInSteps<T>(ctx: GraphqlContext, command: (steps: Context) => Promise<T>): Promise<T> {
  // Before any row is looked for, so that nobody learns from the answer whether it is there.
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  const result = await command(ctx);
  ctx.em.clear();
  ctx.loaders = createLoaders(ctx);
  return result;
}
