import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { childrenOf, type Fleet, letFleetAgentIn, startFleet } from '../testing/proofs/fleet.ts';
import { inWords, newSeen, submitPersistently, untilSettled } from '../testing/proofs/fleet-client.ts';
import { prove } from '../testing/proofs/prove.ts';

const AUTOPOSTINGS_A_TOP_UP = 125;
const PROCESSES = 4;

let fleet: Fleet | undefined;
afterEach(() => fleet?.close());

const megabytesOf = async (pid: number): Promise<number> =>
  Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

prove('processes', 'one start makes two web and two worker processes, and starts again what dies', async (count) => {
  const jobs = count(2_000, 40);
  const kills = count(20, 2);
  fleet = await startFleet({ web: 1, workers: 0, env: { ROLE: 'all', WEB_PROCESSES: '2', WORKER_PROCESSES: '2' } });
  const running = fleet;
  const [parent] = running.programs;
  const children = () => childrenOf(parent?.pid() ?? 0);
  await expect.poll(async () => (await children()).length, { timeout: 60_000 }).toBe(PROCESSES);
  const agent = await letFleetAgentIn(running, Math.ceil(jobs / AUTOPOSTINGS_A_TOP_UP));
  const seen = newSeen();
  let next = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (next < jobs)
      await submitPersistently(running, agent, `Pier ${next++} opens on Friday, and everyone who likes boats may come.`, seen);
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    while (seen.drafts.size < (jobs * kill) / (kills + 1)) await sleep(50);
    const all = await children();
    const victim = all[kill % all.length] ?? 0;
    process.kill(victim, 'SIGKILL');
    await expect
      .poll(async () => (await children()).filter((pid) => pid !== victim).length, { timeout: 60_000, interval: 100 })
      .toBe(PROCESSES);
  }
  await Promise.all(clients);
  const tally = await untilSettled(running, seen, 300_000);
  const ledger = await running.cs('credits', 'verify', '--account', agent.accountId);
  const memory = await Promise.all((await children()).map(megabytesOf));
  const own = await megabytesOf(parent?.pid() ?? 0);
  expect(tally).toEqual({ published: jobs, waiting: 0, posts: jobs, duplicates: 0, lost: 0, otherwise: {} });
  expect([seen.faults, ledger.consistent, own < 100]).toEqual([[], true, true]);
  return [
    `${kills} of four processes killed in ${jobs} jobs, each one post: ${tally.duplicates} duplicates, ${tally.lost} lost, every sum right`,
    `seen outside: ${inWords(seen)}; "lost" are connections that died with their process`,
    `resident: the parent ${own} MB, the processes ${memory.join(', ')} MB`,
  ];
});
