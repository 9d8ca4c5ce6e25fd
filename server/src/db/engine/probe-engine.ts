import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DomainError } from '../../errors.ts';
import { asConnectionOptions, SERVICE_LIMITS } from '../time-limits.ts';
import { hidesRows, locksExclude, readsWhatIsCommitted, skipsLocked } from './needed.ts';

/** The capabilities of the database, as probed at startup. */
export interface Engine {
  /** Changes by other processes are notified at once; otherwise every process polls every few seconds. */
  isLive: boolean;
}

export interface EngineAddress {
  url: string;
  /** Without a pooler; the same as `url` if there is none. */
  directUrl: string;
  /** The settings declare a pooler. */
  isPooled: boolean;
}

const HEARD_WITHIN_MS = 1_000;
const PATIENCE_MS = 10_000;

/** Without these a credit could be spent twice, a post be published twice, or a customer see another's data. */
const NEEDED = [
  ['advisory locks that exclude each other', locksExclude],
  ['SKIP LOCKED', skipsLocked],
  ['row-level security that hides rows', hidesRows],
  ['READ COMMITTED as its isolation (default_transaction_isolation)', readsWhatIsCommitted],
] as const;

/**
 * Tests what the service relies on, on separate connections, whatever the engine: after the migrations, before any
 * work. Throws an error with the remedy if a required capability is missing.
 */
export async function probeEngine(address: EngineAddress): Promise<Engine> {
  const opened: Client[] = [];
  const open = async (connectionString: string): Promise<Client> => {
    const options = address.isPooled ? {} : { options: asConnectionOptions(SERVICE_LIMITS) };
    const client = new Client({
      connectionString,
      application_name: 'countersign probe',
      connectionTimeoutMillis: PATIENCE_MS,
      ...options,
    });
    // Connection errors are thrown by the query in progress.
    client.on('error', () => undefined);
    opened.push(client);
    await client.connect();
    return client;
  };
  try {
    const [one, other, direct] = await Promise.all([open(address.url), open(address.url), open(address.directUrl)]);
    if (!address.isPooled) await refuseHiddenPooler(one, other);
    const missing: string[] = [];
    for (const [name, isThere] of NEEDED) if (!(await isThere(one, other))) missing.push(name);
    if (missing.length > 0) throw lacking(missing);
    if (address.directUrl !== address.url && !(await locksExclude(one, direct))) throw elsewhere();
    return { isLive: await isHeard(one, direct) };
  } finally {
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
  }
}

/** An undeclared pooler ignores the time limits, and gives two of our clients the same connection in turn. */
async function refuseHiddenPooler(one: Client, other: Client): Promise<void> {
  const ask = async (client: Client) =>
    (await client.query<{ pid: number; limit: string }>(`select pg_backend_pid() as pid, current_setting('statement_timeout') as limit`))
      .rows[0];
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  // Each twice: some poolers hand out the latest connection first, others rotate.
  for (const client of [one, one, other, other]) asked.push(await ask(client));
  const [first, second, third] = asked.map((row) => row?.pid);
  const isShared = first !== second || second === third;
  const isWithoutLimits = asked.some((row) => row?.limit === '0');
  if (!isShared && !isWithoutLimits) return;
  throw refusal(
    'DATABASE_URL leads to a pooler that gives each transaction another connection, or takes no time limits. Set DATABASE_POOLED=on, and DATABASE_DIRECT_URL to the database itself, or DATABASE_URL to the database itself.',
  );
}

/** A NOTIFY to ourselves, sent through the pooler if there is one, received without one. */
async function isHeard(one: Client, direct: Client): Promise<boolean> {
  const nonce = randomBytes(9).toString('hex');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, HEARD_WITHIN_MS, false);
  direct.on('notification', ({ payload }) => payload === nonce && resolve(true));
  try {
    await direct.query('listen countersign_probe');
    await one.query(`select pg_notify('countersign_probe', '${nonce}')`);
    return await promise;
  } catch {
    // An engine with neither reports that; other faults surface elsewhere.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const refusal = (message: string) => new DomainError('bad_user_input', { message });

const lacking = (missing: readonly string[]) =>
  refusal(
    `The database lacks what keeps posts single and customers apart: ${missing.join('; ')}. Set DATABASE_URL to a PostgreSQL from 15 on, or to an engine that has these.`,
  );

const elsewhere = () =>
  refusal('DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Set it to the same one, without the pooler before it.');
