import { randomBytes, randomInt } from 'node:crypto';
import { Client } from 'pg';
import { DomainError } from '../errors.ts';
import { TENANT_ROLE } from './row-security/tenant-session.ts';
import { asConnectionOptions, SERVICE_LIMITS } from './time-limits.ts';

/** Detects waiting for a locked row instead of skipping it; a slow response proves nothing. */
const BRIEFLY = `set local statement_timeout = 10000; set local lock_timeout = 1000`;

/** Runs in a transaction that leaves no trace. */
async function within<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

async function readValue(client: Client, sql: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(sql);
  return rows[0]?.value;
}

/** While one session holds the lock the other cannot get it; after its release it can. */
async function locksExclude(one: Client, other: Client): Promise<boolean> {
  // A key that no concurrent start uses.
  const take = `select pg_try_advisory_xact_lock(${randomInt(2 ** 47)}) as value`;
  const whileHeld = await within(one, async () => [await readValue(one, take), await within(other, () => readValue(other, take))]);
  const after = await within(other, () => readValue(other, take));
  return whileHeld[0] === true && whileHeld[1] === false && after === true;
}

/** PostgreSQL's errors for a statement that it cannot parse, or that waited for too long. */
const UNREADABLE = ['42601', '0A000'];
const WAITED = ['55P03', '57014'];
const MOST_TRIES = 3;

/**
 * The row that every database of this service has. One session waits for it, as another start may have locked it: if that
 * released it in between, the other session would read it. On a busy machine a statement may wait for something other than
 * the row, so only waiting every time counts.
 */
async function skipsLocked(one: Client, other: Client): Promise<boolean> {
  const lock = `select id as value from installations where id = 'this' for update`;
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      return await within(one, async () => {
        await one.query(BRIEFLY);
        await one.query(lock);
        return within(other, async () => {
          await other.query(BRIEFLY);
          return (await readValue(other, `${lock} skip locked`)) === undefined;
        });
      });
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (UNREADABLE.includes(code)) return false;
      // A lost connection says nothing about the engine.
      if (!WAITED.includes(code)) throw error;
    }
  }
  return false;
}

/** Of two customers' rows in a temporary table the tenant role sees the one whose id is set. */
async function hidesRows(one: Client): Promise<boolean> {
  return within(one, async () => {
    await one.query(
      `create temporary table countersign_probe (account_id text) on commit drop;
       insert into countersign_probe values ('acc_mine'), ('acc_theirs');
       alter table countersign_probe enable row level security;
       create policy own on countersign_probe to ${TENANT_ROLE} using (account_id = current_setting('app.account_ids', true));
       grant select on countersign_probe to ${TENANT_ROLE};
       select set_config('role', '${TENANT_ROLE}', true), set_config('app.account_ids', 'acc_mine', true)`,
    );
    return (await readValue(one, `select string_agg(account_id, ',') as value from countersign_probe`)) === 'acc_mine';
  });
}

/** The second read of a transaction sees that another transaction has committed meanwhile. */
async function readsWhatIsCommitted(one: Client, other: Client): Promise<boolean> {
  const look = 'select pg_snapshot_xmax(pg_current_snapshot())::text as value';
  return within(one, async () => {
    const before = await readValue(one, look);
    await other.query('select pg_current_xact_id()');
    return (await readValue(one, look)) !== before;
  });
}

/** The capabilities of the database, as probed at startup. */
export interface Engine {
  /** Changes by other processes are notified at once; otherwise every process polls every few seconds. */
  isLive: boolean;
}

interface EngineAddress {
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
 * Tests the features that the service relies on, on separate connections, for any engine: after the
 * migrations, before any work. Throws an error with the remedy if a required feature is missing.
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

/** Sends a NOTIFY to ourselves, through the pooler if there is one, and receives it without one. */
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
