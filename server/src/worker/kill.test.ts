import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { type BlueskyServer, startBlueskyServer } from '../testing/bluesky-server.ts';
import { givenBlueskyStage, listBlueskyPosts } from '../testing/bluesky-stage.ts';
import { givenQueued } from '../testing/engine.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { createQueue } from './queue.ts';

const KILLS = 5;
const JOBS = 30;

const database = useTestDatabase();
let server: BlueskyServer;
let child: ChildProcess | undefined;
let survivor: ChildProcess | undefined;

beforeAll(async () => {
  server = await startBlueskyServer();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  survivor?.kill('SIGKILL');
  await server?.stop();
});

async function startWorkerProcess(masterKey: Buffer): Promise<ChildProcess> {
  const started = spawn(process.execPath, [join(import.meta.dirname, '../testing/run-worker.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, ROLE: 'worker', MASTER_KEY: masterKey.toString('base64'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(started.stdout, 'data');
  return started;
}

it(`loses nothing and makes nothing twice when its worker is killed ${KILLS} times`, { timeout: 180_000 }, async () => {
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role: 'web', log: base.log });
  await queue.start();
  const services = { ...base, queue };
  const account = await server.createAccount('harbour.test', 'a password that nobody uses');
  const stage = await givenBlueskyStage(services, server, account);
  for (let index = 0; index < JOBS; index += 1) {
    await givenQueued(stage, {
      platforms: ['bluesky'],
      sourceText: `Pier ${index} opens on Friday, and everyone who likes boats may come.`,
    });
  }
  const { masterKey } = testConfig(database);
  const count = async (state: Publication['state']) => services.orm.em.fork().count(Publication, { accountId: stage.accountId, state });

  for (let kill = 0; kill < KILLS; kill += 1) {
    child = await startWorkerProcess(masterKey);
    const before = await count('published');
    // Into the middle of the work: after the first that went out, or after a moment.
    await Promise.race([
      expect.poll(() => count('published'), { timeout: 5_000, interval: 5 }).toBeGreaterThan(before),
      sleep(2_000),
    ]).catch(() => {});
    await sleep(Math.random() * 60);
    // The last one dies while another is there already, which has to notice.
    survivor = kill === KILLS - 1 ? await startWorkerProcess(masterKey) : undefined;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const killedAt = performance.now();
  await expect.poll(() => count('published'), { timeout: 120_000, interval: 200 }).toBe(JOBS);
  const tookOverMs = Math.round(performance.now() - killedAt);

  const posts = await listBlueskyPosts(server, account.did);
  const texts = new Set(posts.map(({ record }) => record.text));
  console.log(
    `${KILLS} kills, ${JOBS} jobs: ${posts.length} posts, ${posts.length - texts.size} duplicates, all out ${tookOverMs} ms after the last kill`,
  );
  expect([posts.length, texts.size]).toEqual([JOBS, JOBS]);
  expect((await stage.ledger()).problems).toEqual([]);
  await queue.stop();
});
