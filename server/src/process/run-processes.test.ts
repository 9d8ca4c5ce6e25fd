import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readProcesses } from '../config/processes-config.ts';
import { freePort } from '../testing/servers/free-port.ts';

const of = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Two web processes and a worker; a response names the process, and the count of its rate limit. */
const PROGRAM = `
  import cluster from 'node:cluster';
  import { existsSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { leaveProcesses, runProcesses } = await import(${of('./run-processes.ts')});
  if (cluster.isPrimary) runProcesses(['web', 'web', 'worker']);
  else if (process.env.FAILS || existsSync(process.env.FAILS_WITH ?? '')) process.exit(3);
  else {
    const { consume, countersOf } = await import(${of('../http/limits/quotas.ts')});
    const { limiters } = countersOf({ keyReads: 10 });
    const { collectProcessMetrics, httpRequestDuration, readProcessMetrics } = await import(${of('../metrics.ts')});
    collectProcessMetrics();
    const answer = async () => consume(limiters, ['keyReads', 'agr_1'], 1, {}).then(() => 200, ({ status }) => status);
    const serve = createServer(async (request, response) => {
      if (request.url === '/metrics') return response.writeHead(200, { connection: 'close' }).end(await readProcessMetrics());
      httpRequestDuration.observe({ method: 'GET', route: request.url, status_code: 200 }, 0.002);
      response.writeHead(request.url === '/counted' ? await answer() : 200, { connection: 'close' }).end(String(process.pid));
    });
    const ready = () => process.send('serving', () => console.log(process.env.ROLE + ' ' + process.pid));
    if (process.env.ROLE === 'web') serve.listen(Number(process.env.PORT), '127.0.0.1', ready);
    else ready();
    const end = () => leaveProcesses().then(() => process.exit(0));
    process.on('SIGTERM', () => {
      // On a busy machine it has not yet taken up what the parent gave it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      serve.listening ? serve.close(end) : end();
    });
    setInterval(() => {}, 1000);
  }
`;

let folder: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-processes-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true }));

async function launch(env: NodeJS.ProcessEnv = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(folder, 'program.mjs')], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let words = '';
  child.stderr.on('data', (chunk) => {
    words += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const [share = '', pid] = String((await lines.next()).value).split(' ');
    return { share, pid: Number(pid) };
  };
  // On a connection of its own: a kept one may be closed in the moment in which the next request leaves.
  const ask = (path = '/') => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } }).catch(() => null);
  return { child, next, ask, said: () => words };
}

const exitCodeOf = async (child: ChildProcess): Promise<number | null> => (await once(child, 'exit'))[0] as number | null;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('shares one port and one rate limit, restarts what dies while the others serve, and ends as one', async () => {
  const { child, next, ask, said } = await launch();
  const all = [await next(), await next(), await next()];
  const web = all.filter(({ share }) => share === 'web').map(({ pid }) => pid);
  expect(all.map(({ share }) => share).sort()).toEqual(['web', 'web', 'worker']);

  const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/counted')));
  const statuses = answers.map((answer) => answer?.status);
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([10, 20]);
  const who = await Promise.all(answers.map(async (answer) => Number(await answer?.text())));
  expect(new Set(who)).toEqual(new Set(web));

  process.kill(web[0] ?? 0, 'SIGKILL');
  await expect.poll(() => isAlive(web[0] ?? 0)).toBe(false);
  const meanwhile = await Promise.all(Array.from({ length: 10 }, async () => Number(await (await ask())?.text())));
  expect(new Set(meanwhile)).toEqual(new Set([web[1]]));
  const again = await next();
  expect([again.share, web.includes(again.pid), said()]).toEqual([
    'web',
    false,
    'A web process has ended (SIGKILL). Starting it again in 1 s.\n',
  ]);

  child.kill('SIGTERM');
  expect(await exitCodeOf(child)).toBe(0);
  expect([...all.map(({ pid }) => pid), again.pid].filter(isAlive)).toEqual([]);
});

it('exits with the code of a first process that never served', async () => {
  const { child, said } = await launch({ FAILS: '1' });
  expect([await exitCodeOf(child), said()]).toEqual([3, '']);
});

it.each([
  [{}, []],
  [{ WEB_PROCESSES: '1', WORKER_PROCESSES: '1' }, []],
  [{ WEB_PROCESSES: '2' }, ['web', 'web', 'worker']],
  [{ WORKER_PROCESSES: '2' }, ['web', 'worker', 'worker']],
  [{ ROLE: 'web', WEB_PROCESSES: '2', WORKER_PROCESSES: '5' }, ['web', 'web']],
  [{ ROLE: 'worker', WEB_PROCESSES: '2' }, []],
])('reads from %j which processes there are to be', (env, shares) => {
  expect(readProcesses(env)).toEqual(shares);
});

it('uses the cores for auto, and no more on the embedded database than it has connections for', () => {
  expect(readProcesses({ ROLE: 'web', WEB_PROCESSES: 'auto' }).length).toBeLessThanOrEqual(3);
  expect(() => readProcesses({ WEB_PROCESSES: '6', WORKER_PROCESSES: '2' })).toThrow('DATABASE_URL');
  expect(readProcesses({ WEB_PROCESSES: '6', WORKER_PROCESSES: '2', DATABASE_URL: 'postgres://db.example.org/posts' })).toHaveLength(8);
});

it.each(['0', 'many', '-1', '65', '1.5'])('refuses %s processes with a message that names the setting', (value) => {
  expect(() => readProcesses({ WEB_PROCESSES: value })).toThrow(/^WEB_PROCESSES must be .+\.$/);
});

it('reports the metrics of all processes, whichever of them a scrape meets', async () => {
  const { next, ask } = await launch();
  for (let started = 0; started < 3; started += 1) await next();
  const served = new Set<string>();
  for (let request = 0; request < 20; request += 1) served.add((await (await ask('/'))?.text()) ?? '');
  const counts = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const text = (await (await ask('/metrics'))?.text()) ?? '';
      return /^http_request_duration_seconds_count\{method="GET",route="\/",status_code="200"\} (\d+)$/m.exec(text)?.[1];
    }),
  );
  expect(served.size).toBe(2);
  expect(counts).toEqual(counts.map(() => '20'));
});

it('replaces its processes one after the other on SIGHUP, without losing a request', async () => {
  const { child, next, ask } = await launch();
  const before = [await next(), await next(), await next()];
  child.kill('SIGHUP');
  let isDone = false;
  const after = Promise.all([next(), next(), next()]).finally(() => {
    isDone = true;
  });
  const answers: (number | undefined)[] = [];
  // Paced, since the starting processes need the CPU.
  for await (const _ of setInterval(25)) {
    if (isDone) break;
    answers.push((await ask('/'))?.status);
  }
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect((await after).map(({ share }) => share)).toEqual(['web', 'web', 'worker']);
  await expect.poll(() => before.filter(({ pid }) => isAlive(pid))).toEqual([]);
  child.kill('SIGTERM');
  expect(await exitCodeOf(child)).toBe(0);
});

it('replaces all again when a SIGHUP comes while it replaces them', async () => {
  const { child, next } = await launch();
  for (let started = 0; started < 3; started += 1) await next();
  child.kill('SIGHUP');
  const first = await next();
  child.kill('SIGHUP');
  const others = [await next(), await next(), await next(), await next(), await next()];
  expect([first, ...others].map(({ share }) => share)).toEqual(['web', 'web', 'worker', 'web', 'web', 'worker']);
  await expect.poll(() => isAlive(first.pid)).toBe(false);
});

it('replaces a process once if it dies while its successor starts', async () => {
  const { child, next, said } = await launch();
  const [first] = [await next(), await next(), await next()];
  child.kill('SIGHUP');
  process.kill(first?.pid ?? 0, 'SIGKILL');
  const after = [await next(), await next(), await next()];
  expect(after.map(({ share }) => share)).toEqual(['web', 'web', 'worker']);
  expect(said()).toBe('');
});

it('starts a process again if it dies while its successor fails', async () => {
  const broken = join(folder, 'broken');
  const { child, next, said } = await launch({ FAILS_WITH: broken });
  const [first] = [await next(), await next(), await next()];
  await writeFile(broken, '');
  child.kill('SIGHUP');
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await expect.poll(said, { timeout: 20_000 }).toContain('exit code 3');
  await rm(broken);
  // The others are replaced meanwhile.
  let started = await next();
  while (started.share !== 'web') started = await next();
  expect(started.pid).not.toBe(first?.pid);
});
