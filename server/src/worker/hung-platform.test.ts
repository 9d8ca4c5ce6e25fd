import { once } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenLaunched } from '../testing/factories.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createQueue } from './queue.ts';
import { startWorker } from './start-worker.ts';

const HUNG = 30;

const database = useTestDatabase();

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
