import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { type Fleet, letFleetAgentIn, startFleet } from '../testing/proofs/fleet.ts';
import { inWords, newSeen, submitPersistently, tallyFleet, untilSettled } from '../testing/proofs/fleet-client.ts';
import { prove } from '../testing/proofs/prove.ts';

const AUTOPOSTINGS_A_TOP_UP = 125;

let fleet: Fleet | undefined;
afterEach(async () => {
  await fleet?.close();
  fleet = undefined;
});

/** Waits until every web process serves again; returns how long that took. */
async function untilServing({ programs }: Fleet): Promise<{ ms: number; refusals: number; withoutRetryAfter: number }> {
  const startedAt = performance.now();
  let refusals = 0;
  let withoutRetryAfter = 0;
  for (const { url } of programs.filter(({ role }) => role === 'web')) {
    for (;;) {
      const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
      if (answer?.status === 200) break;
      if (answer) refusals += 1;
      if (answer && !(answer.status === 503 && Number(answer.headers.get('retry-after')) > 0)) withoutRetryAfter += 1;
      await sleep(100);
    }
  }
  return { ms: performance.now() - startedAt, refusals, withoutRetryAfter };
}

prove('P3', 'the database may restart', async (count) => {
  const jobs = count(2_000, 60);
  const stops = count(20, 3);
  fleet = await startFleet({ web: 1, workers: 1 });
  const agent = await letFleetAgentIn(fleet, Math.ceil(jobs / AUTOPOSTINGS_A_TOP_UP));
  const seen = newSeen();
  let next = 0;
  const clients = Array.from({ length: 4 }, async () => {
    while (next < jobs) {
      const number = next++;
      await submitPersistently(fleet as Fleet, agent, `Pier ${number} opens on Friday, and everyone who likes boats may come.`, seen);
    }
  });
  const back: Awaited<ReturnType<typeof untilServing>>[] = [];
  for (let stop = 1; stop <= stops; stop += 1) {
    while (seen.drafts.size < (jobs * stop) / (stops + 1)) await sleep(50);
    await fleet.stopDatabase();
    await sleep(50);
    back.push(await untilServing(fleet));
  }
  await Promise.all(clients);
  const tally = await untilSettled(fleet, seen, 300_000);
  const ledger = await fleet.cs('credits', 'verify', '--account', agent.accountId);
  const slowest = Math.max(...back.map(({ ms }) => ms));
  expect(tally).toEqual({ published: jobs, waiting: 0, posts: jobs, duplicates: 0, lost: 0, otherwise: {} });
  expect([
    seen.faults,
    ledger.consistent,
    slowest < 10_000,
    back.reduce((sum, { withoutRetryAfter }) => sum + withoutRetryAfter, 0),
  ]).toEqual([[], true, true, 0]);
  return [
    `${stops} immediate stops in ${jobs} jobs: ${tally.duplicates} duplicates, ${tally.lost} lost, every sum right`,
    `serving again after ${Math.round(slowest)} ms at the longest; seen outside: ${inWords(seen)}, each 503 with Retry-After`,
  ];
});

prove('P4', 'a dead worker is noticed', async (count) => {
  const kills = count(20, 2);
  fleet = await startFleet({ web: 1, workers: 2 });
  const agent = await letFleetAgentIn(fleet, 1);
  const seen = newSeen();
  const em = fleet.orm.em.fork();
  const noticedMs: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const [, first, second] = fleet.programs;
    await second?.kill();
    // Its post is blocked by a lock on the feed's table, so it dies while sending.
    const feed = fleet.orm.em.fork();
    await feed.begin();
    await feed.execute('lock table sandbox_posts in exclusive mode');
    await submitPersistently(fleet, agent, `Pier ${kill} opens on Friday.`, seen);
    const state = async () => (await em.execute<{ state: string }[]>('select state from publications order by id desc limit 1'))[0]?.state;
    await expect.poll(state, { timeout: 20_000, interval: 50 }).toBe('sent');
    await second?.start();
    await first?.kill();
    const killedAt = performance.now();
    await expect.poll(state, { timeout: 60_000, interval: 50 }).toBe('unknown');
    noticedMs.push(performance.now() - killedAt);
    await feed.rollback();
    await first?.start();
  }
  const tally = await untilSettled(fleet, seen, 300_000);
  expect(tally).toEqual({ published: kills, waiting: 0, posts: kills, duplicates: 0, lost: 0, otherwise: {} });
  expect(Math.max(...noticedMs)).toBeLessThan(20_000);
  const [slowest, mean] = [Math.max(...noticedMs), noticedMs.reduce((sum, ms) => sum + ms, 0) / kills];
  return `${kills} workers killed in the middle of a send: another took over after ${(mean / 1_000).toFixed(1)} s in the mean and ${(slowest / 1_000).toFixed(1)} s at the longest, ${tally.duplicates} duplicates`;
});

prove('H2', 'a crash between commit and response has no effect', async (count) => {
  const crashes = count(100, 3);
  fleet = await startFleet({ web: 1, workers: 0, webEntry: 'testing/servers/run-dying-web.js' });
  const agent = await letFleetAgentIn(fleet, 1);
  const [web] = fleet.programs;
  let same = 0;
  for (let crash = 0; crash < crashes; crash += 1) {
    const body = JSON.stringify({
      workspace_id: agent.workspaceId,
      source_text: `Pier ${crash} opens on Friday.`,
      platforms: ['sandbox'],
      publish_mode: 'draft_only',
    });
    const headers = { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'idempotency-key': `crash-${crash}` };
    const send = (more: Record<string, string>) =>
      fetch(`${web?.url}/api/v1/drafts`, { method: 'POST', headers: { ...headers, ...more }, body });
    await expect(send({ 'x-die-before-the-answer': '1' })).rejects.toThrow();
    await expect.poll(() => web?.isRunning(), { timeout: 5_000 }).toBe(false);
    const made = await fleet.orm.em
      .fork()
      .execute<{ id: string }[]>('select id from drafts where source_text = ?', [`Pier ${crash} opens on Friday.`]);
    await web?.start();
    const answer = await send({});
    const { draft_id: draftId } = (await answer.json()) as { draft_id: string };
    if (answer.status === 201 && made.length === 1 && made[0]?.id === draftId) same += 1;
  }
  const [row] = await fleet.orm.em.fork().execute<{ drafts: number }[]>('select count(*)::int as drafts from drafts');
  expect([same, row?.drafts]).toEqual([crashes, crashes]);
  return `killed between commit and answer ${crashes} times: the retry gave the first id ${same} of ${crashes}, ${row?.drafts} drafts in the end`;
});

prove('soak', 'two web and two worker processes survive kills and database stops', async (count) => {
  const minutes = 10 * (count(1_000, 50) / 1_000);
  fleet = await startFleet({ web: 2, workers: 2 });
  const running = fleet;
  // More than four agents can use in that time.
  const agent = await letFleetAgentIn(running, 1_000);
  const seen = newSeen();
  const until = Date.now() + minutes * 60_000;
  let next = 0;
  const clients = Array.from({ length: 4 }, async () => {
    while (Date.now() < until) {
      await submitPersistently(running, agent, `Pier ${next++} opens on Friday, and everyone who likes boats may come.`, seen);
    }
  });
  const done = { kills: 0, stops: 0 };
  while (Date.now() < until) {
    await sleep(2_000 + Math.random() * 4_000);
    if (Math.random() < 0.25) {
      await running.stopDatabase();
      done.stops += 1;
      continue;
    }
    const victim = running.programs[Math.floor(Math.random() * running.programs.length)];
    await victim?.kill();
    await sleep(Math.random() * 2_000);
    await victim?.start();
    done.kills += 1;
  }
  await Promise.all(clients);
  const tally = await untilSettled(running, seen, 300_000);
  const ledger = await running.cs('credits', 'verify', '--account', agent.accountId);
  const jobs = seen.drafts.size;
  expect(tally).toEqual({ published: jobs, waiting: 0, posts: jobs, duplicates: 0, lost: 0, otherwise: {} });
  expect([seen.faults, ledger.consistent]).toEqual([[], true]);
  expect((await tallyFleet(running, seen)).posts).toBe(jobs);
  return [
    `${minutes.toFixed(1)} minutes, ${done.kills} kills, ${done.stops} database stops, ${jobs} jobs: ${tally.duplicates} duplicates, ${tally.lost} lost, every sum right`,
    `seen outside: ${inWords(seen)}; "lost" are connections that died with their process`,
  ];
});
