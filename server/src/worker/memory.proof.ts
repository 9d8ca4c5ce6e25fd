import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { sweep } from '../publishing/sweep.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';

/** Room for caches, and far less than a few kilobytes kept per text. */
const MOST_MB = 15;
const ROUNDS = 5;

const database = useTestDatabase();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInMb(): number {
  // Some objects are freed only by a second collection.
  for (let time = 0; time < 3; time += 1) collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

prove('memory', 'neither submissions nor sweeps leak memory', async (count) => {
  const submissions = count(5_000, 250);
  const services = createTestServices(database);
  // Without credits and unapproved, so all of them wait and every run evaluates them.
  const stage = await givenStage(services, { packs: 0 });
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let number = 0; number < submissions / ROUNDS; number += 1)
      await stage.submit({ sourceText: `Pier ${round}-${number} opens on Friday, and everyone who likes boats may come.` });
    await sweep(services);
    heaps.push(heapInMb());
  }
  const [first = 0, ...later] = heaps;
  expect(Math.max(...later) - first).toBeLessThan(MOST_MB);
  expect(performance.getEntriesByType('mark')).toHaveLength(0);
  return `${submissions} submissions that wait, ${ROUNDS} sweeps: heap after collection ${heaps.map((mb) => mb.toFixed(0)).join(', ')} MB`;
});
