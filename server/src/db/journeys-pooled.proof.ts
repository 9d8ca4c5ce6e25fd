import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, inject } from 'vitest';
import { databaseNamed, TEMPLATE_DATABASE } from '../testing/global-setup.ts';
import { prove } from '../testing/proofs/prove.ts';
import { HAS_POOLER, NO_POOLER, type Pooler, startPooler } from '../testing/servers/pooler.ts';
import { openAsOwner } from './embedded-postgres/service-owner.ts';
import { createOrm } from './orm.ts';

const E2E = join(import.meta.dirname, '..', '..', '..', '..', 'e2e');
/** Per database; a service holds 28 if it has PostgreSQL to itself. */
const CONNECTIONS = 4;
/**
 * The most frequent journeys: deciding, publishing with a moment to undo it, approving an agent, an agent
 * reading events.
 */
const MAIN = ['shared/decisions', '0-slow/undo', 'shared/grant', 'shared/news'].map((name) => `tests/${name}.spec.ts`);
/** These two do their own first start, with the embedded database that they test. */
const WITHOUT_OWN_START = '^(?!.*(first-run|start-and-stop)).*$';

let pooler: Pooler | undefined;
let folder: string | undefined;
afterEach(async () => {
  await pooler?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
  [pooler, folder] = [undefined, undefined];
});

interface Report {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
}

/** Databases, each ready for a first start, as the owner that an operator would create, through the pooler. */
async function makeDatabases(count: number): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'countersign-journeys-'));
  const serverUrl = inject('databaseServerUrl');
  const server = createOrm({ url: serverUrl, poolSize: 1 });
  for (let number = 1; number <= count; number += 1) {
    const name = `journey_${number}`;
    await server.em.fork().execute(`create database ${name} template ${TEMPLATE_DATABASE}`);
    const { url } = await openAsOwner(databaseNamed(serverUrl, name));
    pooler ??= await startPooler(url, { default_pool_size: CONNECTIONS, server_idle_timeout: 30 });
    const settings = { DATABASE_URL: databaseNamed(pooler.url, name), DATABASE_DIRECT_URL: url };
    await writeFile(join(made, `${name}.json`), JSON.stringify(settings));
  }
  await server.close();
  return made;
}

async function runJourneys(specs: readonly string[], databases: string): Promise<Report['stats']> {
  const report = join(databases, 'report');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--workers=2', '--reporter=line,json', ...specs];
  const child = spawn(process.execPath, args, {
    cwd: E2E,
    env: { ...process.env, E2E_DATABASES: databases, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return (JSON.parse(await readFile(report, 'utf8')) as Report).stats;
}

prove(
  'journeys',
  'people and agents get along in the browser behind PgBouncer in transaction mode',
  async (count) => {
    const isWhole = count(100) === 100;
    folder = await makeDatabases(isWhole ? 60 : 8);
    const { expected, unexpected, flaky, skipped } = await runJourneys(isWhole ? [WITHOUT_OWN_START] : MAIN, folder);
    const taken = (await readdir(folder)).filter((name) => name.endsWith('.taken')).length;
    expect([unexpected, flaky, expected > 0, taken > 0]).toEqual([0, 0, true, true]);
    return `${expected} tests of the browser's journeys on ${taken} sites, each behind the pooler with at most ${CONNECTIONS} connections: all passed, ${skipped} skipped`;
  },
  HAS_POOLER ? undefined : NO_POOLER,
);
