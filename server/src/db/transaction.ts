import { DriverException, type EntityManager, type Transaction, TransactionContext } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { loadedAhead } from '../load-ahead.ts';
import { inSpan } from '../tracing.ts';
import { isDatabaseFull } from './database-faults.ts';
import { idsOf, logStatement, query, type Statement } from './reading/query.ts';
import { concurrencyLimitFor, ownerOf } from './request-concurrency.ts';
import { retryTransaction, type TransactionAttempt } from './retry-transaction.ts';
import { type Ending, runTransaction } from './run-transaction.ts';
import { tables } from './tables.ts';
import { limitSettings } from './time-limits.ts';

/** Locks `key` until the transaction ends; waits for other holders. */
export async function lockUntilCommit(em: EntityManager, key: string): Promise<void> {
  await query(em, tables.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`.as('lock')));
}

/** Locks `keys` until the transaction ends, shared with others; waits for `lockUntilCommit()` of any of them. */
export async function shareUntilCommit(em: EntityManager, keys: readonly string[]): Promise<void> {
  const each = sql<{ key: string }>`unnest(${idsOf(keys)}::text[])`.as<'each'>(sql`each (key)`);
  await query(em, tables.selectFrom(each).select(sql`pg_advisory_xact_lock_shared(hashtextextended(each.key, 0))`.as('lock')));
}

/** Writes the items that a transaction has collected for it, in the same message as the commit. */
export interface EndWriter<Item> {
  /** Runs after the others: its locks are held only for the commit. */
  isLast?: boolean;
  /** One statement for all items; null if there is nothing to write. */
  statementFor(tx: Context, items: readonly Item[]): Statement | null;
}

/** The state of an open transaction, by its entity manager. */
interface OpenTransaction {
  atEnd: Map<EndWriter<never>, unknown[]>;
  /** Statements whose results the transaction awaits together with its commit. */
  sent: Promise<unknown>[];
  /** Nothing depends on it yet: doBefore() may roll it back. */
  canBeginAgain: boolean;
}

const transactions = new WeakMap<EntityManager, OpenTransaction>();

/**
 * Runs `work` in one transaction with a new unit of work and commits it. The transport opens it, once per request;
 * commands only assert that they are inside. `work` is retried if the database aborts the transaction (`retryTransaction`),
 * so it must change nothing but rows.
 */
export async function inTransaction<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  return inTransactionSpan('transaction', () =>
    withWorkBefore((canBeginAgain) => inTurn(ctx, () => retryTransaction((current) => once(ctx, work, { current, canBeginAgain })))),
  );
}

/** Thrown to run slow work outside the transaction and retry it. */
class WorkBefore extends Error {
  readonly run: () => Promise<unknown>;

  constructor(run: () => Promise<unknown>) {
    super('This is done before the transaction, which then begins again.');
    this.run = run;
  }
}

/** Captions, previews and findings, and one more in case something changed in between. */
const MOST_BEGINNINGS = 5;

/**
 * Runs `run` outside the transaction: the caller's is rolled back, and restarts when `run` is done and its result
 * cached. Does nothing outside a transaction, or if it was restarted too often.
 */
export function doBefore(ctx: Context, run: () => Promise<unknown>): void {
  if (transactions.get(ctx.em)?.canBeginAgain) throw new WorkBefore(run);
}

async function withWorkBefore<T>(begin: (canBeginAgain: boolean) => Promise<T>): Promise<T> {
  await loadedAhead();
  for (let beginning = 1; beginning < MOST_BEGINNINGS; beginning += 1) {
    try {
      return await begin(true);
    } catch (error) {
      if (!(error instanceof WorkBefore)) throw error;
      await error.run();
    }
  }
  return begin(false);
}

/** inTransaction() without the concurrency limit: for authentication, which has its own limits. */
export async function inTransactionAtOnce<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  await loadedAhead();
  return inTransactionSpan('transaction', () => retryTransaction((current) => once(ctx, work, { current, canBeginAgain: false })));
}

/** Part of the request's trace, including the wait for a slot, without statements. */
const inTransactionSpan = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  inSpan(name, { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, run);

/**
 * Runs `work` in one read-only transaction: the tenant's session is set once for all of its statements,
 * PostgreSQL itself rejects changes, and all of them see one snapshot: a job from before a decision is never
 * returned together with the decision.
 */
export async function inReading<C extends Context, T>(ctx: C, work: (reading: C) => Promise<T>): Promise<T> {
  return inTransactionSpan('read', () =>
    withWorkBefore((canBeginAgain) =>
      inTurn(ctx, () =>
        retryTransaction((current) => {
          current.isReading = true;
          return once(ctx, work, { current, canBeginAgain });
        }),
      ),
    ),
  );
}

interface Attempt {
  current: TransactionAttempt;
  canBeginAgain: boolean;
}

/** One attempt of a transaction. */
async function once<C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>, { current, canBeginAgain }: Attempt): Promise<T> {
  const em = ctx.em.fork({ clear: true });
  let isWorking = false;
  const run = async (transaction: Transaction<unknown>, sent: Promise<unknown>[]): Promise<Ending<T>> => {
    em.setTransactionContext(transaction);
    const tx = { ...ctx, em };
    transactions.set(em, { atEnd: new Map(), sent, canBeginAgain });
    isWorking = true;
    const result = await work(tx);
    if (!current.isReading) await em.flush();
    const last = statementsAtEnd(tx);
    for (const statement of last) logStatement(em, statement);
    isWorking = false;
    current.isEnding = true;
    return { result, last };
  };
  const options = { isReading: current.isReading ?? false, settings: settingsOf(ctx), opensWithFirst: isTenantLogin(ctx) };
  try {
    return await TransactionContext.create(em, () => runTransaction(em.getKysely(), options, run));
  } catch (error) {
    if (isDatabaseFull(error) && ctx.orm.health.isSilent) throw new Error('Connection terminated: the database does not answer.');
    // Errors of opening and ending the transaction are still the driver's own.
    throw isWorking || error instanceof DriverException ? error : em.getDriver().convertException(error as Error);
  }
}

/** Whether the transaction's connections have logged in as a tenant. */
const isTenantLogin = ({ em, orm }: Context): boolean => orm.requests !== orm && em.getDriver() === orm.requests.driver;

/** The settings of a transaction: the tenant's session, and behind a pooler the time limits. */
function settingsOf({ em, orm }: Context): Record<string, string> {
  const limits = orm.transactionLimits ? limitSettings(orm.transactionLimits) : {};
  return { ...limits, ...(em.getSessionContext()?.variables as Record<string, string> | undefined) };
}

/**
 * Runs `work` within the concurrency limit, once, however often its transaction is retried. Throws
 * `service_busy` if no slot is free in time.
 */
export async function inTurn<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const concurrency = concurrencyLimitFor(ctx);
  return concurrency ? concurrency.run(ownerOf(ctx), work) : work();
}

/** Takes a slot as inTurn() does, for work that ends elsewhere. Returns what releases it, once. */
export async function enterTurn(ctx: Pick<Context, 'orm' | 'actor'>): Promise<() => void> {
  const concurrency = concurrencyLimitFor(ctx);
  const owner = ownerOf(ctx);
  await concurrency?.enter(owner);
  return () => concurrency?.leave(owner);
}

/** For commands that write money, jobs or events: calling them outside a transaction is a bug. */
export function assertTransaction(ctx: Context): void {
  if (!ctx.em.isInTransaction()) throw new Error('This command must run inside inTransaction().');
}

/** Collects `item` for `writer`, which writes all of a transaction's items right before its commit. */
export function writeAtEnd<Item>(ctx: Context, writer: EndWriter<Item>, item: Item): void {
  const writers = transactions.get(ctx.em)?.atEnd;
  if (!writers) throw new Error('writeAtEnd() needs the context of inTransaction().');
  const items = writers.get(writer);
  if (items) items.push(item);
  else writers.set(writer, [item]);
}

/**
 * Sends statements now and awaits them together with the commit: for rows whose result nothing in the
 * transaction reads.
 * Later statements see the rows, since a connection keeps the order. If one fails, so does the transaction.
 */
export function sendWithoutWaiting({ em }: Context, statements: readonly Statement[]): void {
  const sent = transactions.get(em)?.sent;
  if (!sent) throw new Error('sendWithoutWaiting() needs the context of inTransaction().');
  for (const { sql, values } of statements) {
    const result = query(em, sql, values);
    // Awaited at the end; a failure before that must not be an unhandled rejection.
    result.catch(() => undefined);
    sent.push(result);
  }
}

function statementsAtEnd(tx: Context): Statement[] {
  const writers = [...(transactions.get(tx.em)?.atEnd ?? [])] as [EndWriter<unknown>, unknown[]][];
  const isLast = ([{ isLast = false }]: (typeof writers)[number]) => Number(isLast);
  return writers.toSorted((a, b) => isLast(a) - isLast(b)).flatMap(([writer, items]) => writer.statementFor(tx, items) ?? []);
}
