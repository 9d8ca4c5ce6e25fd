import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { newId } from '../new-id.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenLaunched } from '../testing/factories.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createQueue } from './queue.ts';
import { startWorker } from './start-worker.ts';

const HUNG = 30;
/** Of one process. */
const SLOTS = 240;

const database = useTestDatabase();
afterEach(() => void vi.useRealTimers());

it('sends to others at once, however many posts hang on a platform that does not respond', async () => {
  const base = createTestServices(database, { clock: systemClock });
  const [bluesky, sandbox] = ['bluesky', 'sandbox'].map((id) => base.platforms.get(id));
  if (!bluesky || !sandbox) throw new Error('A platform is missing.');
  let hanging = 0;
  const hung: typeof bluesky = {
    ...bluesky,
    connect: sandbox.connect,
    async publish(_payload, _credentials, _intent, { signal }) {
      hanging += 1;
      await once(signal, 'abort');
      return { kind: 'unavailable', message: 'It did not answer.', retryAfterSeconds: null };
    },
  };
  const queue = createQueue({ url: database.url, role: 'all', log: base.log });
  await queue.start();
  const services = { ...base, queue, platforms: new Map([...base.platforms, ['bluesky', hung]]) };
  await givenLaunched(services);
  const [first, second, other] = [
    await givenStage(services, { sandbox: null }),
    await givenStage(services, { sandbox: null }),
    await givenStage(services),
  ];
  for (const stage of [first, second]) {
    await stage.connect('bluesky', { handle: 'harbour' });
    for (let number = 0; number < HUNG / 2; number += 1)
      await givenQueued(stage, { platforms: ['bluesky'], sourceText: `Pier ${number} opens on Friday.` });
  }
  const worker = await startWorker(services, queue);
  await expect.poll(() => hanging).toBe(8);

  const { jobId } = await givenQueued(other);
  const startedAt = performance.now();
  await expect.poll(async () => (await other.jobOf(jobId)).state, { interval: 20 }).toBe('published');
  console.log(`out after ${Math.round(performance.now() - startedAt)} ms next to ${HUNG} that hang`);
  expect(hanging).toBe(8);
  await worker.stop(0);
  await queue.stop();
});

it('counts as working while calls that hang take all its slots', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { orm, log } = createTestServices(database);
  const queue = createQueue({ url: database.url, role: 'worker', log });
  await queue.start();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const em = orm.em.fork();
  for (let number = 0; number < SLOTS; number += 1) await queue.enqueue(em, { id: newId('pub'), platform: `network-${number}` });
  let hanging = 0;
  await queue.take(() => {
    hanging += 1;
    return ended;
  });
  await expect.poll(() => hanging, { timeout: 20_000 }).toBe(SLOTS);
  vi.advanceTimersByTime(61_000);
  await expect.poll(() => queue.isTaking()).toBe(true);
  end();
  await queue.drain();
  await queue.stop();
});
