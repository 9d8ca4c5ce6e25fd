import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { createOrm } from '../db/orm.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { givenQueued } from '../testing/engine.ts';
import { startHangingProxy } from '../testing/servers/hanging-proxy.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { publishJob } from './publish.job.ts';
import { createQueue } from './queue.ts';
import { startWorker } from './start-worker.ts';

const database = useTestDatabase();
let admin: ReturnType<typeof createOrm>;
beforeAll(() => {
  admin = createOrm({ url: inject('databaseServerUrl'), poolSize: 1 });
});
afterAll(() => admin.close());
afterEach(() => vi.useRealTimers());

async function refuseConnections(isRefused: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await admin.em.fork().execute(`alter database ${name} allow_connections ${!isRefused}`);
  if (isRefused) await admin.em.fork().execute('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [name]);
}

it('survives the loss of the database: logs it once, loses nothing and duplicates nothing', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', listener);
  const queue = createQueue({ url: database.url, role: 'all', log });
  await queue.start();
  const services = { ...createTestServices(database, { clock: systemClock, log }), queue };
  const worker = await startWorker(services, queue);
  const stage = await givenStage(services);

  const queued = [];
  for (let index = 0; index < 8; index += 1) queued.push(await givenQueued(stage, { sourceText: `Pier ${index} opens on Friday.` }));
  await refuseConnections(true);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await refuseConnections(false);
  const backAt = performance.now();
  const later = await givenQueued(stage, { sourceText: 'And the last pier on Saturday.' });
  await expect.poll(async () => (await stage.jobOf(later.jobId)).state).toBe('published');
  console.log(`serving again ${Math.round(performance.now() - backAt)} ms after the database was back`);

  for (const { jobId, publicationId } of queued) {
    await expect.poll(async () => (await stage.jobOf(jobId)).state, { timeout: 60_000 }).toBe('published');
    expect(await services.orm.em.fork().count(SandboxPost, { intentId: publicationId })).toBe(1);
  }
  expect((await stage.ledger()).problems).toEqual([]);
  const outages = lines.filter(({ msg }) => msg.includes('lost the database'));
  expect(outages.length).toBeLessThanOrEqual(2);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(unhandled).toEqual([]);
  await worker.stop();
  await queue.stop();
  process.off('unhandledRejection', listener);
});

it('does not complete an entry whose work was interrupted by the database', async () => {
  const away = createOrm({ url: 'postgresql://cs@127.0.0.1:1/nothing', poolSize: 1 });
  const work = publishJob({ ...createTestServices(database), orm: away }, 'pub_any', { signal: new AbortController().signal });
  await expect(work).rejects.toThrow('ECONNREFUSED');
  await away.close();
});

it('reports no outage if an entry fails while the database is available', async () => {
  const lines: { level: number; msg: string; err: { message: string } }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const queue = createQueue({ url: database.url, role: 'all', log });
  await queue.start();
  const services = { ...createTestServices(database, { clock: systemClock }), queue };
  await givenQueued(await givenStage(services));
  await queue.take(() => Promise.reject(new Error('canceling statement due to lock timeout')));
  await expect.poll(() => lines.length).toBe(1);
  await queue.drain();
  await queue.stop();
  expect(lines).toMatchObject([
    { level: 50, msg: 'work on the queue failed; it is tried again', err: { message: 'canceling statement due to lock timeout' } },
  ]);
});

it('counts a full disk as an outage, logged once', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const queue = createQueue({ url: database.url, role: 'all', log });
  await queue.start();
  const services = { ...createTestServices(database, { clock: systemClock }), queue };
  const stage = await givenStage(services);
  for (let count = 0; count < 3; count += 1) await givenQueued(stage);
  let failed = 0;
  await queue.take(() => {
    failed += 1;
    return Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }));
  });
  await expect.poll(() => failed).toBeGreaterThanOrEqual(3);
  await queue.drain();
  await queue.stop();
  expect(lines).toMatchObject([{ level: 40, reason: 'could not extend file', msg: 'The queue cannot use the database. Retrying.' }]);
});

it('counts a former primary as an outage', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const url = `${database.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const queue = createQueue({ url, role: 'all', log });
  await queue.start();
  await queue.take(async () => undefined);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await queue.drain();
  await queue.stop();
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['The queue cannot use the database. Retrying.']));
});

it('gives up statements of the queue that a vanished host leaves unanswered, and does not count as working meanwhile', async () => {
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  vi.useFakeTimers({ toFake: ['performance'] });
  const proxy = await startHangingProxy(database.url);
  const queue = createQueue({ url: proxy.url, isLive: false, role: 'worker', log });
  await queue.start();
  const worker = await startWorker({ ...createTestServices(database, { clock: systemClock }), queue }, queue);
  expect(worker.isWorking()).toBe(true);
  proxy.hang();
  vi.advanceTimersByTime(61_000);
  await expect.poll(() => lines).toContainEqual(expect.objectContaining({ msg: 'The queue cannot use the database. Retrying.' }));
  // Its other tasks use other connections, which work.
  expect(worker.isWorking()).toBe(false);
  proxy.replaceHost();
  await expect.poll(() => worker.isWorking()).toBe(true);
  await worker.stop();
  await queue.stop();
  await proxy.close();
});
