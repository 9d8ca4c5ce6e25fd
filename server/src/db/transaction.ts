import { type EntityManager, IsolationLevel, type Transaction, TransactionContext } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { admissionFor, ownerOf } from './admission.ts';
import { type Try, tryAgain } from './engine/try-again.ts';
import { beginEntityReading } from './reading/entity-reading.ts';
import { withCommit, writeWithNextQuestion } from './reading/in-one-message.ts';
import { beginStatements, type Manner } from './reading/statement-reading.ts';

/** Writes what a transaction has gathered, in one go and in one message with its commit. */
export interface EndWriter<Item> {
  /** After the others: what it locks is held for the commit alone, and not while this process is about other things. */
  isLast?: boolean;
  write(tx: Context, items: readonly Item[]): Promise<void>;
}

const gathered = new WeakMap<EntityManager, Map<EndWriter<never>, unknown[]>>();

/**
 * Runs `work` in one transaction with a fresh unit of work and commits it. The transport opens
 * it, once for a request; commands only assert that they are inside. `work` is done again where the database gave it up
 * (`tryAgain`), so it changes nothing but rows.
 */
export async function inTransaction<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  return withWorkBefore((prepare) => inTurn(ctx, () => tryAgain((current) => once(ctx, (tx) => work(prepare(tx)), current))));
}

/** Long enough that others would wait for the locks meanwhile. */
class WorkBefore extends Error {
  readonly run: () => Promise<unknown>;

  constructor(run: () => Promise<unknown>) {
    super('This is done before the transaction, which then begins again.');
    this.run = run;
  }
}

const canBeginAgain = new WeakSet<EntityManager>();
/** Words, how they look and what is found in them, and once more where something came between. */
const MOST_BEGINNINGS = 5;

/**
 * Has `run` done without a transaction: the caller's is rolled back, and begins again when `run` is done and its result
 * remembered. Does nothing where no transaction holds anybody up, or one has begun often enough.
 */
export function doBefore(ctx: Context, run: () => Promise<unknown>): void {
  if (canBeginAgain.has(ctx.em)) throw new WorkBefore(run);
}

async function withWorkBefore<T>(begin: (prepare: <C extends Context>(tx: C) => C) => Promise<T>): Promise<T> {
  for (let beginning = 1; beginning < MOST_BEGINNINGS; beginning += 1) {
    try {
      return await begin((tx) => {
        canBeginAgain.add(tx.em);
        return tx;
      });
    } catch (error) {
      if (!(error instanceof WorkBefore)) throw error;
      await error.run();
    }
  }
  return begin((tx) => tx);
}

/** inTransaction() without a turn to wait for: where people show who they are, which has lines of its own. */
export async function inTransactionAtOnce<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  return tryAgain((current) => once(ctx, work, current));
}

/** One try of a transaction, in a place that the caller has taken for it. */
export function tryOnce<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  const run = (tx: C): Promise<T> => {
    canBeginAgain.add(tx.em);
    return work(tx);
  };
  return once(ctx, run, { isEnding: false });
}

async function once<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>, current: Try): Promise<T> {
  const em = ctx.em.fork({ clear: true });
  const run = async (transaction: Transaction<unknown>): Promise<T> => {
    em.setTransactionContext(transaction);
    const tx = { ...ctx, em };
    gathered.set(em, new Map());
    writeWithNextQuestion(em);
    const answer = await work(tx);
    await writeGathered(tx);
    current.isEnding = true;
    return answer;
  };
  try {
    // As em.transactional() does it, which makes one more unit of work and has it look once more for changes before the commit.
    const sessionContext = em.getTransactionSessionContext();
    const connection = em.getConnection('write');
    return await TransactionContext.create(em, () => connection.transactional(run, sessionContext && { sessionContext }));
  } catch (error) {
    // The commit, and what was written with it, is refused in the driver's own words.
    throw current.isEnding ? em.getDriver().convertException(error as Error) : error;
  }
}

/**
 * Runs `work` in one read-only transaction: a request that only reads has its wall set up once for
 * all of its statements, and PostgreSQL itself refuses a change. All of them see one moment: nobody is told of a job from before a
 * decision together with the decision. `manner`: what `work` is expected to need, and is done with; where it needs more it is done again.
 */
export async function inReading<C extends Context, T>(
  ctx: C,
  work: (reading: C) => Promise<T>,
  manner: Manner | 'entities' = 'entities',
): Promise<T> {
  return withWorkBefore((prepare) =>
    inTurn(ctx, () =>
      tryAgain((current) => {
        current.isReading = true;
        return readAs(manner, ctx, (reading) => work(prepare(reading)));
      }),
    ),
  );
}

async function readAs<C extends Context, T>(manner: Manner | 'entities', ctx: C, work: (reading: C) => Promise<T>): Promise<T> {
  if (manner === 'entities' || !ctx.em.getSessionContext()) {
    const reading = (em: EntityManager): Promise<T> => {
      beginEntityReading(em);
      return work({ ...ctx, em });
    };
    const options = { readOnly: true, isolationLevel: IsolationLevel.REPEATABLE_READ };
    return ctx.em.fork({ clear: true }).transactional((em) => reading(em as EntityManager), options);
  }
  const reading = beginStatements(ctx.em, manner);
  try {
    const answer = await work({ ...ctx, em: reading.em });
    if (!reading.isTooLittle()) return answer;
  } catch (error) {
    if (!reading.isTooLittle()) throw error;
  } finally {
    reading.end();
  }
  return readAs(manner === 'once' ? 'together' : 'entities', ctx, work);
}

/**
 * Not more requests at once than get done: the others wait for their turn, and throw `service_busy` when it does not come. Once, also
 * where the transaction is done again.
 */
export async function inTurn<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const admission = admissionFor(ctx);
  return admission ? admission.run(ownerOf(ctx), work) : work();
}

/** For commands that write money, jobs or events: to call them outside a transaction is a bug. */
export function assertTransaction(ctx: Context): void {
  if (!ctx.em.isInTransaction()) throw new Error('This command must run inside inTransaction().');
}

/** Gathers `item` for `writer`, which writes all of a transaction's in one go before it commits. */
export function writeAtEnd<Item>(ctx: Context, writer: EndWriter<Item>, item: Item): void {
  const writers = gathered.get(ctx.em);
  if (!writers) throw new Error('writeAtEnd() needs the context of inTransaction().');
  const items = writers.get(writer);
  if (items) items.push(item);
  else writers.set(writer, [item]);
}

async function writeGathered(tx: Context): Promise<void> {
  const writers = [...(gathered.get(tx.em) ?? [])] as [EndWriter<unknown>, unknown[]][];
  const isLast = ([{ isLast = false }]: (typeof writers)[number]) => Number(isLast);
  await withCommit(tx.em, async () => {
    await tx.em.flush();
    for (const [writer, items] of writers.toSorted((a, b) => isLast(a) - isLast(b))) await writer.write(tx, items);
  });
}
