// The client of the API that @hey-api/openapi-ts makes from server/openapi.json, as an agent's developer would have it made.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { NODE, run } from './toolchain.mjs';

const SERVER = join(dirname(fileURLToPath(import.meta.url)), '..');
const DESCRIPTION = join(SERVER, 'openapi.json');

/** By what it is made from, so that one that is there is the right one. */
const hash = createHash('sha256').update(readFileSync(DESCRIPTION)).digest('hex').slice(0, 12);
/** TypeScript whose types Node takes off by itself. */
export const CLIENT = join(SERVER, 'dist', `api-client-${hash}`);

/** Makes the client where it is not there yet. */
export async function ensureClient() {
  if (existsSync(CLIENT)) return;
  const code = await run(NODE, [fileURLToPath(import.meta.url)], { quiet: true });
  if (code !== 0) process.exit(code);
}

/** Writes it into a folder, with imports that name their files. */
async function writeClient(path) {
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: DESCRIPTION,
    output: { path, module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!existsSync(CLIENT)) await makeClient();
  process.stdout.write(`${CLIENT}\n`);
}

async function makeClient() {
  mkdirSync(dirname(CLIENT), { recursive: true });
  const folder = mkdtempSync(join(dirname(CLIENT), 'api-client-'));
  await writeClient(join(folder, 'client'));
  // Two at once write two, and one of them stays.
  try {
    renameSync(join(folder, 'client'), CLIENT);
  } catch (error) {
    if (!existsSync(CLIENT)) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
}
