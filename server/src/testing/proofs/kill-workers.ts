import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { systemClock } from '../../clock.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { createQueue } from '../../worker/queue.ts';
import { givenQueued } from '../engine.ts';
import { startBlueskyServer } from '../servers/bluesky-server.ts';
import { givenBlueskyStage, listBlueskyPosts } from '../servers/bluesky-stage.ts';
import type { Stage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';
import { LOOPBACK } from '../test-outbound.ts';
import { createTestServices, testConfig } from '../test-services.ts';

/** Within a real server's hourly limit per account. */
const JOBS_AN_ACCOUNT = 1_000;

export interface KillTally {
  kills: number;
  jobs: number;
  posts: number;
  duplicates: number;
  lost: number;
  problems: unknown[];
  tookOverMs: number;
}

/** A post whose worker is killed while it is sent is sent again once its lease has ended and the request can no longer arrive: 132 s. */
const GIVEN_UP_MS = 240_000;

/** Kills worker processes while they publish to a real Bluesky server, and counts the posts there in the end. */
export async function killWorkers(database: TestDatabase, { kills, jobs }: { kills: number; jobs: number }): Promise<KillTally> {
  const server = await startBlueskyServer();
  const running = new Set<ChildProcess>();
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role: 'web', log: base.log });
  await queue.start();
  try {
    const services = { ...base, queue };
    const stages: { did: string; stage: Stage }[] = [];
    for (let number = 0; number * JOBS_AN_ACCOUNT < jobs; number += 1) {
      const account = await server.createAccount(`harbour${number}.test`, 'a password that nobody uses');
      const packs = Math.ceil(Math.min(jobs, JOBS_AN_ACCOUNT) / 70);
      stages.push({ did: account.did, stage: await givenBlueskyStage(services, server, account, { packs }) });
    }
    const queueFor = async (stage: Stage, first: number): Promise<void> => {
      for (let index = first; index < jobs; index += stages.length) {
        const sourceText = `Pier ${index} opens on Friday, and everyone who likes boats may come.`;
        await givenQueued(stage, { platforms: ['bluesky'], sourceText });
      }
    };
    await Promise.all(stages.map(({ stage }, index) => queueFor(stage, index)));
    const count = () => services.orm.em.fork().count(Publication, { state: 'published' });
    await killRepeatedly(kills, () => startWorkerProcess(database.url, running), count);
    const killedAt = performance.now();
    await expect.poll(count, { timeout: GIVEN_UP_MS + jobs * 100, interval: 200 }).toBe(jobs);
    const tookOverMs = performance.now() - killedAt;
    const posts = (await Promise.all(stages.map(({ did }) => listBlueskyPosts(server, did)))).flat();
    const texts = new Set(posts.map(({ record }) => record.text));
    const ledgers = await Promise.all(stages.map(({ stage }) => stage.ledger()));
    const problems = ledgers.flatMap((ledger) => ledger.problems);
    return { kills, jobs, posts: posts.length, duplicates: posts.length - texts.size, lost: jobs - texts.size, problems, tookOverMs };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await queue.stop();
    await server.stop();
  }
}

/** Kills worker after worker in the middle of its work; `count` is of what they have published. The last is followed by one that stays. */
export async function killRepeatedly(kills: number, start: () => Promise<ChildProcess>, count: () => Promise<number>): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const child = await start();
    const before = await count();
    // After the next publication, or after a moment.
    await Promise.race([expect.poll(count, { interval: 5 }).toBeGreaterThan(before), sleep(2_000)]).catch(() => {});
    await sleep(Math.random() * 60);
    // The last one dies while another one runs already, which must notice.
    if (kill === kills - 1) await start();
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** `env`: settings in addition to the common ones. */
export async function startWorkerProcess(url: string, running: Set<ChildProcess>, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const MASTER_KEY = testConfig({ url } as TestDatabase).masterKey.toString('base64');
  const own = { DATABASE_URL: url, ROLE: 'worker', LOG_LEVEL: 'error', OUTBOUND_PRIVATE_ADDRESSES: LOOPBACK.join() };
  const started = spawn(process.execPath, [join(import.meta.dirname, '../servers/run-worker.ts')], {
    env: { ...process.env, ...own, MASTER_KEY, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(started);
  const died = once(started, 'exit').then(() => Promise.reject(new Error('A worker process ended before it began.')));
  await Promise.race([once(started.stdout, 'data'), died]);
  return started;
}
