import { existsSync, readFileSync } from 'node:fs';
import { copyFile, readdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FILE = 'database.json';

/**
 * A folder of settings, one file per prepared database; set where the run has its own PostgreSQL (the soak test
 * "journeys").
 */
const FOLDER = process.env.E2E_DATABASES;
export const hasOwnDatabases = FOLDER !== undefined;

/** Assigns a database of the run's own server to the data folder; false where every site has its embedded one. */
export async function takeDatabase(dataDir: string): Promise<boolean> {
  if (FOLDER === undefined) return false;
  for (const name of (await readdir(FOLDER)).filter((each) => each.endsWith('.json'))) {
    const taken = join(FOLDER, `${name}.taken`);
    // Of several that want it one gets it.
    const isMine = await rename(join(FOLDER, name), taken).then(
      () => true,
      () => false,
    );
    if (!isMine) continue;
    await copyFile(taken, join(dataDir, FILE));
    return true;
  }
  throw new Error(`There is no database left in ${FOLDER}: the run has more sites than it was given databases.`);
}

/** The database settings of a data folder; none for the embedded one. */
export function databaseSettings(dataDir: string): Record<string, string> {
  const file = join(dataDir, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const { Client } = createRequire(new URL('../../server/package.json', import.meta.url))('pg');

/**
 * Runs a statement on a site's database, and returns how many rows it changed: for journeys on which time passes, since
 * a server under test has no other clock than the machine's.
 */
export async function changeRows(dataDir: string, statement: string, values: readonly unknown[] = []): Promise<number> {
  const { DATABASE_URL } = databaseSettings(dataDir);
  const client = new Client({ connectionString: DATABASE_URL ?? embeddedUrl(dataDir) });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

function embeddedUrl(dataDir: string): string {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}
