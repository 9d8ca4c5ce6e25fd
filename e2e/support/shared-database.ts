import { existsSync, readFileSync } from 'node:fs';
import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'database.json';

/** A folder of settings, one file for each database that is ready to be taken; set where the run has a PostgreSQL of its own (the proof "journeys"). */
const FOLDER = process.env.E2E_DATABASES;
export const hasOwnDatabases = FOLDER !== undefined;

/** Gives the data folder a database of the run's own server; false where every site has its embedded one. */
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

/** The settings of the database that a data folder was given; none where it is the embedded one. */
export function databaseSettings(dataDir: string): Record<string, string> {
  const file = join(dataDir, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
