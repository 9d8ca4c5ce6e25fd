import { CompiledQuery, type DatabaseConnection, DummyDriver, type Kysely, PostgresDialect, Transaction } from 'kysely';

export interface TransactionOptions {
  /** Read-only, and all statements see the same snapshot. */
  isReading: boolean;
  /** Settings of PostgreSQL for this transaction, by name. */
  settings: Readonly<Record<string, string>>;
  /**
   * Sends the first statement together with the opening. For connections on which a statement without these
   * settings sees and writes nothing.
   */
  opensWithFirst: boolean;
}

/** The end of a transaction's work. */
export interface Ending<T> {
  result: T;
  /** Sent together with the commit. */
  last: readonly { sql: string; values: readonly unknown[] }[];
}

/**
 * Runs `work` in a transaction on its own connection, and commits it; rolls back if `work` throws. Statements
 * are sent in the order in which they are issued, without waiting for each other's results: `Promise.all`
 * costs one round trip. Everything that `work` adds to `sent` is awaited together with the commit. Once
 * `work` has ended the transaction accepts no more statements.
 */
export async function runTransaction<T>(
  kysely: Kysely<unknown>,
  { isReading, settings, opensWithFirst }: TransactionOptions,
  work: (transaction: Transaction<unknown>, sent: Promise<unknown>[]) => Promise<Ending<T>>,
): Promise<T> {
  let reason: unknown;
  const run = async (connection: DatabaseConnection): Promise<T> => {
    let isOver = false;
    const sent: Promise<unknown>[] = [];
    const provider = {
      async provideConnection<Result>(use: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
        if (isOver) throw new Error('The transaction is over.');
        // The opening fails first: what it could not open returns no result.
        const [, result] = await Promise.all([opening, use(connection)]);
        return result;
      },
    };
    const executor = kysely.getExecutor().withConnectionProvider(provider);
    const send = (sql: string, values: readonly unknown[] = []) => connection.executeQuery(CompiledQuery.raw(sql, [...values]));
    // PostgreSQL refuses every statement after a failed one, so none of the transaction runs without its
    // settings.
    const opening = Promise.all([send(isReading ? 'begin isolation level repeatable read read only' : 'begin'), setAll(settings, send)]);
    opening.catch(() => undefined);
    try {
      if (!opensWithFirst) await opening;
      const transaction = new Transaction({ config: { dialect: DIALECT }, dialect: DIALECT, driver: DRIVER, executor });
      const { result, last } = await work(transaction, sent);
      isOver = true;
      // PostgreSQL turns the commit of a transaction with a failed statement into a rollback.
      await Promise.all([opening, ...sent, ...last.map(({ sql, values }) => send(sql, values)), send('commit')]);
      return result;
    } catch (error) {
      isOver = true;
      // If the connection is lost, PostgreSQL rolls back by itself.
      await send('rollback').catch(() => undefined);
      // Statements after a failed one are refused: the first failure is the reason.
      const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
      reason = (failed as PromiseRejectedResult | undefined)?.reason ?? error;
      throw reason;
    }
  };
  // A lost connection may have left the pool before its transaction notices: releasing it then fails as well.
  return kysely
    .getExecutor()
    .provideConnection(run)
    .catch((error) => Promise.reject(reason ?? error));
}

/** Kysely requires both to build statements; the executor runs them. */
const DRIVER = new DummyDriver();
const DIALECT = new PostgresDialect({ pool: async () => Promise.reject(new Error('The connection is given.')) });

/** One statement sets all of them, and returns one number instead of a column for each. */
function setAll(
  settings: TransactionOptions['settings'],
  send: (sql: string, values: string[]) => Promise<unknown>,
): Promise<unknown> | null {
  const entries = Object.entries(settings);
  if (entries.length === 0) return null;
  const calls = entries.map((_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, true)`);
  return send(`select num_nulls(${calls.join(', ')})`, entries.flat());
}
