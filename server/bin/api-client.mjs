// The client that @hey-api/openapi-ts generates from server/openapi.json, as for an agent's developer.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { NODE, run } from './toolchain.mjs';

const SERVER = join(dirname(fileURLToPath(import.meta.url)), '..');
const DESCRIPTION = join(SERVER, 'openapi.json');

const PACKAGE = join(SERVER, 'package.json');
const GENERATOR = '@hey-api/openapi-ts';
const { dependencies, devDependencies } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

/** Derived from its source, generator and options, so an existing client is known to be current. */
const hash = createHash('sha256')
  .update(readFileSync(DESCRIPTION))
  .update({ ...dependencies, ...devDependencies }[GENERATOR])
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex')
  .slice(0, 12);
/** Another process may still be generating for this long. */
const HOUR_MS = 3_600_000;
/** TypeScript whose types Node.js strips. */
export const CLIENT = join(SERVER, 'dist', `api-client-${hash}`);

/** Generates the client if it is missing. */
export async function ensureClient() {
  if (existsSync(CLIENT)) return;
  const code = await run(NODE, [fileURLToPath(import.meta.url)], { quiet: true });
  if (code !== 0) process.exit(code);
}

/** Writes it into a folder, with imports that name their files. */
async function writeClient(path) {
  const { createClient } = await import(GENERATOR);
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
  const folder = mkdtempSync(join(dirname(CLIENT), 'making-client-'));
  try {
    await writeClient(join(folder, 'client'));
    renameSync(join(folder, 'client'), CLIENT);
  } catch (error) {
    // Concurrent processes generate two, and one of them stays.
    if (!existsSync(CLIENT)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  removeFormer();
}

/** Removes clients of earlier descriptions, and unfinished old ones. */
function removeFormer() {
  for (const name of readdirSync(dirname(CLIENT))) {
    const path = join(dirname(CLIENT), name);
    const isFormer = name.startsWith('api-client-') && path !== CLIENT;
    const isLeft = name.startsWith('making-client-');
    if ((isFormer || isLeft) && Date.now() - statSync(path).mtimeMs > HOUR_MS) rmSync(path, { recursive: true, force: true });
  }
}
