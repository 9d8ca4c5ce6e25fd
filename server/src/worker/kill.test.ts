import { expect, it } from 'vitest';
import { killWorkers } from '../testing/proofs/kill-workers.ts';
import { useTestDatabase } from '../testing/test-database.ts';

/** Promise P1 in short. */
const KILLS = 3;
const JOBS = 20;

const database = useTestDatabase();

it(`loses nothing and duplicates nothing when its worker is killed ${KILLS} times`, async () => {
  const { tookOverMs, ...counts } = await killWorkers(database, { kills: KILLS, jobs: JOBS });
  console.log(`P1 ${KILLS} kills, ${JOBS} jobs: all out ${Math.round(tookOverMs)} ms after the last kill`);
  expect(counts).toEqual({ kills: KILLS, jobs: JOBS, posts: JOBS, duplicates: 0, lost: 0, problems: [] });
});
