import { existsSync, readFileSync } from 'node:fs';
import { copyFile, readdir, rename } from 'node:fs/promises';
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
