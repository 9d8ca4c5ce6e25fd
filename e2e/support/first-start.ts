import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startServer, temporaryFolder } from './server.ts';
import { hasOwnDatabases, takeDatabase } from './shared-database.ts';

const FOLDER = 'E2E_FIRST_START';

/**
 * Before all specs: the data folder of one finished first start. Each site begins with a copy of it, which
 * saves making a database anew for each; the first start itself has specs of its own.
 */
export default async function makeFirstStart(): Promise<() => Promise<void>> {
  if (hasOwnDatabases) return async () => undefined;
  const folder = await temporaryFolder();
  const server = await startServer({ dataDir: folder.path });
  await server.stop();
  // The workers inherit it.
  process.env[FOLDER] = folder.path;
  return folder.remove;
}

/** Fills an empty folder with what a first start leaves, or gives it a database that is ready for one. */
export async function copyFirstStart(to: string): Promise<void> {
  if (await takeDatabase(to)) return;
  const from = process.env[FOLDER];
  if (from === undefined) throw new Error('The specs run by playwright.config.ts, which makes the first start.');
  // A thousand files: from here it would take ten times as long, and leave owners behind that the database has to put right.
  await promisify(execFile)('cp', ['-pR', `${from}/.`, to]);
}
