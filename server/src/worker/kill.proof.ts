import { expect } from 'vitest';
import { inWords, killWorkersOfNetworks } from '../testing/proofs/every-network.ts';
import { killWorkers } from '../testing/proofs/kill-workers.ts';
import { prove } from '../testing/proofs/prove.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

prove('P1', 'kill -9 is harmless', async (count) => {
  const { kills, jobs, posts, duplicates, lost, problems, tookOverMs } = await killWorkers(database, {
    kills: count(200, 5),
    jobs: count(6_000, 60),
  });
  expect({ posts, duplicates, lost, problems }).toEqual({ posts: jobs, duplicates: 0, lost: 0, problems: [] });
  return `${kills} kills over ${jobs} jobs on a real Bluesky server: ${duplicates} duplicates, ${lost} lost, every sum right, all out ${Math.round(tookOverMs)} ms after the last kill`;
});

prove('networks', 'kill -9 is harmless on every network', async (count) => {
  const [kills, jobs] = [count(200, 4), count(50, 2)];
  const { networks, states, unknown, ...faults } = await killWorkersOfNetworks(database, { kills, jobs });
  expect(faults).toEqual({ duplicates: [], wrong: [], nameless: [], problems: [] });
  return [
    `${kills} kills over ${jobs} posts to each of ${networks} networks: 0 duplicates, every sum right; ${inWords(states)}`,
    `unknown, for a person to look up: ${inWords(unknown)}`,
  ];
});
