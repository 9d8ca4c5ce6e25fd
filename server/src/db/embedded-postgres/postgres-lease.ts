import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { runProgram } from './postgres-process.ts';

const NOT_AS_ANOTHER_USER = { prefix: [] };

/** macOS' open(2) can lock directly; Node has no name for the flag. */
const DARWIN_O_EXLOCK = 0x20;

/**
 * Tries to lock a file, without waiting; the lock is held as long as the returned handle is open.
 *
 * It is a lock of the kernel (flock), because such a lock cannot go stale: kill -9 and power loss release it, while a
 * file with a process id in it requires guessing. A flock belongs to the open file rather than to the process, and so
 * survives in every process that inherited the file descriptor. Two things follow:
 * - Node has no call for flock, but the small program `flock`, given our descriptor, locks it for us and may exit.
 * - postgres inherits the descriptor too, as do all its child processes. So getting the lock proves that no
 * process of that database is alive, not even in another container that shares the folder.
 */
export async function tryLock(path: string): Promise<FileHandle | undefined> {
  try {
    return await (process.platform === 'darwin' ? tryLockWhileOpening(path) : tryLockWithProgram(path));
  } catch (cause) {
    if (!hasCode(cause, 'EACCES')) throw cause;
    throw new Error(`The embedded database may be used by the owner of ${path} only: run this as that user.`, {
      cause,
    });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function tryLockWhileOpening(path: string): Promise<FileHandle | undefined> {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    return await open(path, O_RDWR | O_CREAT | O_NONBLOCK | DARWIN_O_EXLOCK, 0o600);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return undefined;
    throw error;
  }
}

async function tryLockWithProgram(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, 'a', 0o600);
  const { ok, output } = await runProgram(NOT_AS_ANOTHER_USER, 'flock', ['-n', '3'], file.fd);
  if (ok) return file;
  await file.close();
  if (output === '') return undefined;
  throw new Error(
    `The lock ${path} of the embedded database cannot be taken (${output.trim()}): it needs the program flock of ` +
      'the package util-linux. Install it, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

/**
 * Every user of the database holds this advisory lock in shared mode, on a dedicated connection; stopping it requires
 * the lock exclusively. So no process joins a database that is about to stop or stops one that others have joined;
 * and as the lock ends with the connection, a killed process holds nothing. The number is arbitrary.
 */
const LEASE_KEY = '7305412968127790465';

const CONNECT_TIMEOUT_MS = 2_000;
const LOCK_TIMEOUT_MS = 5_000;

/** Recently closed connections are listed a little longer: wait this long before counting them as others. */
const LINGER_MS = 1_000;
const LINGER_POLL_MS = 25;

export interface Lease {
  readonly url: string;
  /** Takes a slot for as long as the lease lasts; false if all are taken. */
  takePlace(): Promise<boolean>;
  /**
   * Releases the lease. True: no other process is or can be connected, and the caller must stop the database,
   * then `end`.
   */
  leave(): Promise<boolean>;
  end(): Promise<void>;
}

export function databaseUrl(port: number, password: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * Connects, and waits while another process is about to stop the database. Rejects if it is not, or no
 * longer, running.
 */
export async function joinDatabase(url: string): Promise<Lease> {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock_shared($1)', [LEASE_KEY]);
  } catch (error) {
    await endIgnoringErrors(client);
    throw error;
  }
  return { url, takePlace: async () => takePlace(client), leave: async () => leave(client), end: async () => endIgnoringErrors(client) };
}

/** Long-running processes; `MOST_CONNECTIONS` of the server suffices for them and for a few commands. */
const PLACES = 7;
const PLACES_KEY = 730_541;

/** Slots are numbered locks: they end with the connection that holds them. */
async function takePlace(client: pg.Client): Promise<boolean> {
  for (let place = 1; place <= PLACES; place += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [PLACES_KEY, place]);
    if (rows[0]?.taken) return true;
  }
  return false;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lease',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  // Without a listener a lost connection would end this process; its next query fails, which is handled there.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await endIgnoringErrors(client);
    throw error;
  }
  return client;
}

async function endIgnoringErrors(client: pg.Client): Promise<void> {
  try {
    await client.end();
  } catch {
    // The connection is gone in either case.
  }
}

/**
 * The own lease is released first: if several processes left at once and each kept its own, none would ever
 * be the last.
 */
async function leave(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [LEASE_KEY]);
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [LEASE_KEY]);
  return rows[0]?.alone === true && (await isOnlyClient(client));
}

/** Also finds connections without a lease, such as an operator's psql. */
async function isOnlyClient(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + LINGER_MS;
  for (;;) {
    const { rows } = await client.query<{ others: number; joining: number }>(
      `select count(*)::int as others, (count(*) filter (where wait_event = 'advisory'))::int as joining
         from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (rows[0]?.others === 0) return true;
    if (rows[0] === undefined || rows[0].joining > 0 || Date.now() > deadline) return false;
    await pause(LINGER_POLL_MS);
  }
}
