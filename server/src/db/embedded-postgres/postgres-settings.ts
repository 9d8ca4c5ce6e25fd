import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The paths of an embedded database. */
export interface DatabasePaths {
  readonly dataDir: string;
  readonly cluster: string;
  readonly newCluster: string;
  readonly settings: string;
  readonly log: string;
  readonly lock: string;
}

/** The content of `postgres.json`: the port to try first and the password of the superuser. */
export interface DatabaseSettings {
  readonly port: number;
  readonly password: string;
}

export function databasePaths(dataDir: string): DatabasePaths {
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    newCluster: join(dataDir, 'postgres.new'),
    settings: join(dataDir, 'postgres.json'),
    log: join(dataDir, 'postgres.log'),
    lock: join(dataDir, 'postgres.lock'),
  };
}

/** Base64url, so the password needs no escaping in a connection URL. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

export async function readSettings(paths: DatabasePaths): Promise<DatabaseSettings> {
  let text: string;
  try {
    text = await readFile(paths.settings, 'utf8');
  } catch (cause) {
    throw new Error(
      `The password of the embedded database cannot be read from ${paths.settings}: put the file back from your ` +
        `backup of ${paths.dataDir}, and run this process as the user that the file belongs to.`,
      { cause },
    );
  }
  return parseSettings(text, paths.settings);
}

function parseSettings(text: string, path: string): DatabaseSettings {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'port' in value && 'password' in value) {
      const { port, password } = value;
      if (typeof port === 'number' && typeof password === 'string') return { port, password };
    }
  } catch {
    // Not even JSON: the same remedy as for JSON without the two values.
  }
  throw new Error(`${path} does not hold the port and password of the embedded database: put it back from a backup.`);
}

/** Replaces the file in one step; the caller holds the lock. */
export async function writePostgresSettings(paths: DatabasePaths, settings: DatabaseSettings): Promise<void> {
  const temporary = `${paths.settings}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(settings)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, paths.settings);
}

/** The preferred port of 127.0.0.1 if nothing listens on it, otherwise any free one. */
export async function chooseFreePort(wanted: number): Promise<number> {
  return (await tryToListen(wanted)) ?? (await tryToListen(0)) ?? wanted;
}

async function tryToListen(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(chosen));
    });
  });
}
