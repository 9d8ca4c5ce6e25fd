import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../testing/database/empty-database.ts';
import { freePort } from '../testing/servers/free-port.ts';

const PROGRAM = [
  ...['--disable-warning=ExperimentalWarning', '--import', join(import.meta.dirname, '../../bin/decorators.mjs')],
  join(import.meta.dirname, '../main.ts'),
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-late-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the service with a PostgreSQL at the port, and returns how that ended. */
async function start(port: number): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, PROGRAM, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `postgres://cs:hunter2@127.0.0.1:${port}/posts`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

it('a start with a database that accepts connections but does not respond fails with a message, and may be retried', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { code, stderr } = await start(port);
  silent.close();
  expect(stderr).toMatch(new RegExp(`^The database at 127\\.0\\.0\\.1:${port} (does not answer|cannot be reached)[^\n]*\\.\n$`));
  expect(code).toBe(75);
});

it('so does a start with a database that cannot be reached yet', async () => {
  const { code, stderr } = await start(1);
  expect(stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached \([^\n]+\)\. Check DATABASE_URL\.\n$/);
  expect(code).toBe(75);
});

it.each(['info', 'warn'])('a first start writes nothing but entries of the log, the set-up link too, at the level %s', async (level) => {
  const database = await createEmptyDatabase();
  const child = spawn(process.execPath, PROGRAM, {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: level, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('Countersign is at')) child.kill('SIGTERM');
  }
  await database.drop();
  const entries = lines.map((line) => JSON.parse(line) as { msg?: string });
  expect(entries.filter(({ msg }) => /one-time link: http\S+\/setup#token=\S+$/.test(msg ?? ''))).toHaveLength(1);
});
