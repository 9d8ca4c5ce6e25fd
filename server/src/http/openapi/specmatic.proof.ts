import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { SHOWN_KEY, startCheckedServer } from '../../testing/openapi/checked-server.ts';
import { forSpecmatic } from '../../testing/openapi/for-specmatic.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';
import { describeApi } from './openapi.ts';

/** Its program comes in a package of npm, and is run by Java. */
const PACKAGE = 'specmatic@2.55.1';
const JAVA_AT_LEAST = 17;

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'specmatic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const lacking = whatIsLacking();

/** A sentence if this machine cannot run it; otherwise its program is in the folder. */
function whatIsLacking(): string | undefined {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const version = Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
  if (version < JAVA_AT_LEAST) return `Java ${JAVA_AT_LEAST} or newer is needed, and there is ${version === 0 ? 'none' : version} here`;
  const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE]);
  return status === 0 ? undefined : `${PACKAGE} could not be had from npm`;
}

prove(
  'specmatic',
  'no request that Specmatic makes from the description and its examples gets an answer that the description does not name',
  async (count) => {
    const services = createTestServices(database);
    const app = await buildWeb(services);
    await app.ready();
    const server = await startCheckedServer(app, services);
    try {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(forSpecmatic(describeApi(app, services))));
      const said = await runSpecmatic(server.url, count(40, 2));
      const [, run, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(said) ?? [];
      expect(server.faults).toEqual([]);
      expect(
        [...app.operations.keys()].filter((id) => !server.asked.has(id)),
        said.slice(-2_000),
      ).toEqual([]);
      const statuses = [...server.statuses].sort(([a], [b]) => a - b);
      const all = statuses.reduce((sum, [, times]) => sum + times, 0);
      return [
        `${all} requests to ${server.asked.size} operations, 0 answered 5xx, 0 not described (${statuses.map((one) => one.join(': ')).join(', ')})`,
        `Specmatic itself: ${passed} of ${run} as it expected; it takes every refusal of what fits the schemas for a fault, of an id or an address that it made up too`,
      ];
    } finally {
      await server.close();
      await app.close();
    }
  },
  lacking,
);

/** At most so many requests of each kind for an operation. Resolves with the end of what it said, whatever its verdict. */
async function runSpecmatic(url: string, requestsOfAKind: number): Promise<string> {
  const file = join(folder, 'said.txt');
  const program = spawn(
    'java',
    [
      '-Xmx1g',
      '-jar',
      join(folder, 'node_modules/specmatic/specmatic.jar'),
      'test',
      'openapi.json',
      `--testBaseURL=${url}`,
      '--timeout=120',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        apiKey: SHOWN_KEY,
        oauth2: SHOWN_KEY,
        SPECMATIC_GENERATIVE_TESTS: 'true',
        MAX_TEST_REQUEST_COMBINATIONS: String(requestsOfAKind),
      },
    },
  );
  const kept = createWriteStream(file);
  program.stdout.pipe(kept, { end: false });
  program.stderr.pipe(kept, { end: false });
  await new Promise((resolve) => program.on('close', resolve));
  await new Promise<void>((resolve) => kept.end(resolve));
  return readFileSync(file, 'utf8');
}
