import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { gather } from '../../gather.ts';
import { poolOf } from '../connections/pool-of.ts';
import { inTransaction, inTurn, tryOnce } from '../transaction.ts';
import { seated } from './seat.ts';
import { SharedTransaction } from './shared-transaction.ts';

/** More of them save little more for each, and hold up each other and whoever else wants this process. */
const MOST = 12;
/** While the database is at the one, this process is at the other. */
const AT_ONCE = 2;
/** Of a caller whose transactions could not go together: so long they go alone. */
const ALONE_MS = 10_000;
/** Of one caller; whoever comes then waits for a turn of its own, and is told when none comes. */
const MOST_WAITING = 96;

interface Item {
  ctx: Context;
  work(tx: Context): Promise<unknown>;
}

type Outcome = { value: unknown } | { error: unknown };

interface Caller {
  run(item: Item): Promise<Outcome>;
  underWay: number;
  aloneUntil: number;
}

const callers = new WeakMap<object, Map<string, Caller>>();

/**
 * inTransaction() for a command that reads, without locks, and makes new rows: those of one caller that come at the same moment share a
 * transaction, and each has its own result. Where one of them fails, or turns out to need more, nothing of them was done, and each is
 * done alone. Who comes by itself waits for nobody.
 */
export async function inTransactionTogether<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  const caller = callerOf(ctx);
  if (!caller || caller.underWay >= MOST_WAITING || performance.now() < caller.aloneUntil) return inTransaction(ctx, work);
  caller.underWay += 1;
  const outcome = await caller.run({ ctx, work: work as Item['work'] }).finally(() => leave(ctx, caller));
  if ('error' in outcome) throw outcome.error;
  return outcome.value as T;
}

/** Those who stand behind the same wall; null for the service itself. */
function callerOf(ctx: Context): Caller | null {
  const known = callers.get(ctx.em.config) ?? new Map<string, Caller>();
  callers.set(ctx.em.config, known);
  const key = keyOf(ctx);
  if (key === null) return null;
  const caller = known.get(key) ?? newCaller(ctx);
  known.set(key, caller);
  return caller;
}

function keyOf({ em }: Context): string | null {
  const { variables } = em.getSessionContext() ?? {};
  return variables ? JSON.stringify(variables) : null;
}

function leave(ctx: Context, caller: Caller): void {
  caller.underWay -= 1;
  if (caller.underWay === 0 && performance.now() >= caller.aloneUntil) callers.get(ctx.em.config)?.delete(keyOf(ctx) ?? '');
}

function newCaller({ log }: Context): Caller {
  const caller: Caller = {
    underWay: 0,
    aloneUntil: 0,
    run: gather<Item, Outcome>({
      async together(items) {
        const [first, ...others] = items;
        if (!first) return new Map();
        if (others.length === 0) return new Map([[first, await alone(first)]]);
        const outcomes = await inTurn(first.ctx, () => share(items)).catch((error: unknown) => {
          if (error instanceof DomainError) return new Map(items.map((item) => [item, { error }]));
          throw error;
        });
        if (outcomes.size === 0) caller.aloneUntil = performance.now() + ALONE_MS;
        return outcomes;
      },
      alone,
      report: (error) => log.warn({ err: error }, 'transactions could not go together; each goes alone'),
      most: MOST,
      atOnce: AT_ONCE,
    }),
  };
  return caller;
}

const alone = ({ ctx, work }: Item): Promise<Outcome> =>
  inTransaction(ctx, work).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** What became of each; nothing where nothing was done. */
async function share(items: readonly Item[]): Promise<Map<Item, Outcome>> {
  const client = await (await poolOf((items[0] as Item).ctx.em)).connect();
  const shared = new SharedTransaction(client, items.length);
  try {
    const run = async (item: Item): Promise<[Item, Outcome]> => {
      try {
        return [item, { value: await seated(shared.seat(), () => tryOnce(item.ctx, item.work)) }];
      } catch (error) {
        shared.refuse(error);
        return [item, { error }];
      }
    };
    const outcomes = await Promise.all(items.map(run));
    await shared.close();
    return shared.failure && !shared.isUnclear ? new Map() : new Map(outcomes);
  } finally {
    client.release();
  }
}
