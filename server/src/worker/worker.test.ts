import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Services } from '../context.ts';
import { PUBLISH_QUEUE } from '../publishing/publish-queue.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createQueue, type Queue } from './queue.ts';
import { startWorker, type Worker, type WorkerParts } from './start-worker.ts';

const database = useTestDatabase();
const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

async function startProcess(
  role: 'all' | 'web' | 'worker',
  parts: WorkerParts = {},
): Promise<{ services: Services; queue: Queue; worker: Worker | null }> {
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role, log: base.log });
  await queue.start();
  running.push(() => queue.stop());
  const services = { ...base, queue };
  const worker = role === 'web' ? null : await startWorker(services, queue, parts);
  if (worker) running.push(() => worker.stop());
  return { services, queue, worker };
}

const countPosts = (services: Services, intentId: string) => services.orm.em.fork().count(SandboxPost, { intentId });
const stateOf = (stage: Stage, jobId: string) => async () => (await stage.jobOf(jobId)).state;

it('publishes at once what was approved in another process', async () => {
  const web = await startProcess('web');
  await startProcess('worker');
  const stage = await givenStage(web.services);
  const { draft, approval, job } = await stage.submit();
  const before = performance.now();
  await stage.approve(approval);
  await expect.poll(stateOf(stage, job?.id ?? ''), { interval: 20 }).toBe('published');
  console.log(`approved to published: ${Math.round(performance.now() - before)} ms (${draft.id})`);
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(await countPosts(web.services, publication?.id ?? '')).toBe(1);
});

it('puts no entry on the queue for a change that was rolled back', async () => {
  const { services, queue } = await startProcess('web');
  const em = services.orm.em.fork();
  const entries = async () =>
    (await em.execute<{ n: number }[]>(`select count(*)::int as n from pgboss.job where name = ?`, [PUBLISH_QUEUE]))[0]?.n;
  const before = await entries();
  const failed = services.orm.em.fork().transactional(async (tx) => {
    await queue.enqueue(tx, { id: 'pub_never', platform: 'sandbox' });
    throw new Error('The change failed.');
  });
  await expect(failed).rejects.toThrow('The change failed.');
  expect(await entries()).toBe(before);
});

it('starts a scheduled publication automatically, and not before its time', async () => {
  const { services } = await startProcess('all');
  const stage = await givenStage(services);
  const scheduledAt = new Date(Date.now() + 3_000);
  const { jobId } = await givenQueued(stage, { scheduledAt });
  await expect.poll(stateOf(stage, jobId), { interval: 20 }).toBe('published');
  const [publication] = await stage.publicationsOf(jobId);
  const lateMs = (publication?.publishedAt?.getTime() ?? 0) - scheduledAt.getTime();
  console.log(`scheduled start was ${lateMs} ms late`);
  // Its delay is measured by the soak test of punctuality, on an idle machine.
  expect(lateMs).toBeGreaterThanOrEqual(0);
});

it('lets two workers share the work and makes one post of each publication', async () => {
  const { services } = await startProcess('worker');
  await startProcess('worker');
  const stage = await givenStage(services);
  const queued = [];
  for (let index = 0; index < 12; index += 1) queued.push(await givenQueued(stage, { sourceText: `Pier ${index} opens on Friday.` }));
  for (const { jobId } of queued) await expect.poll(stateOf(stage, jobId)).toBe('published');
  for (const { publicationId } of queued) expect(await countPosts(services, publicationId)).toBe(1);
  expect((await stage.ledger()).problems).toEqual([]);
});

it('recovers from a temporary fault', async () => {
  const { services } = await startProcess('all');
  const stage = await givenStage(services, { sandbox: { failure: 'reset', times: 1 } });
  const { jobId, publicationId } = await givenQueued(stage);
  await expect.poll(stateOf(stage, jobId)).toBe('published');
  expect(await countPosts(services, publicationId)).toBe(1);
});

it('stops at once without work, and takes nothing afterwards', async () => {
  const { services, worker } = await startProcess('all');
  const stage = await givenStage(services);
  const before = performance.now();
  await worker?.stop();
  // It would wait 20 s for work.
  expect(performance.now() - before).toBeLessThan(15_000);
  const { jobId } = await givenQueued(stage);
  await startProcess('worker');
  await expect.poll(stateOf(stage, jobId)).toBe('published');
});

it('runs each scheduled task, whichever of the others hangs or fails', async () => {
  const hung = Promise.withResolvers<void>();
  let runs = 0;
  const hangs = () => hung.promise;
  const fails = async () => {
    throw new Error('A fault.');
  };
  await startProcess('worker', {
    maintenanceJobs: [
      hangs,
      fails,
      async () => {
        runs += 1;
      },
    ],
  });
  await expect.poll(() => runs, { interval: 20 }).toBe(1);
  hung.resolve();
});
