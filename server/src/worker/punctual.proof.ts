import { expect } from 'vitest';
import { systemClock } from '../clock.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { givenQueued } from '../testing/engine.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createQueue } from './queue.ts';
import { startWorker } from './start-worker.ts';

const database = useTestDatabase();

prove('punctual', 'scheduled posts start on time to the second', async (count) => {
  const jobs = count(200, 10);
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role: 'all', log: base.log });
  await queue.start();
  const services = { ...base, queue };
  const stage = await givenStage(services, { packs: Math.ceil(jobs / 70) });
  const worker = await startWorker(services, queue);
  // Two a second, from a moment on at which all of them are queued.
  const first = Date.now() + 5_000 + jobs * 400;
  const due = new Map<string, number>();
  for (let number = 0; number < jobs; number += 1) {
    const scheduledAt = new Date(first + number * 500);
    const { publicationId } = await givenQueued(stage, { scheduledAt, sourceText: `Pier ${number} opens on Friday.` });
    due.set(publicationId, scheduledAt.getTime());
  }
  const published = () => services.orm.em.fork().find(Publication, { accountId: stage.accountId, state: 'published' });
  await expect.poll(async () => (await published()).length, { timeout: 60_000 + jobs * 1_000, interval: 500 }).toBe(jobs);
  const late = (await published())
    .map(({ id, intent }) => Date.parse(intent?.createdAt ?? '') - (due.get(id) ?? 0))
    .toSorted((a, b) => a - b);
  await worker.stop();
  await queue.stop();
  const [earliest = 0, median = 0, p95 = 0, latest = 0] = [0, 0.5, 0.95, 1].map(
    (part) => late[Math.min(late.length - 1, Math.floor(late.length * part))],
  );
  expect(earliest).toBeGreaterThanOrEqual(0);
  expect(latest).toBeLessThan(2_000);
  return `${jobs} scheduled posts: begun ${median} ms late in the median, ${p95} ms at the 95th percentile, ${latest} ms at the latest, none early`;
});
