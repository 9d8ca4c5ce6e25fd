import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { type Fleet, type FleetAgent, letFleetAgentIn, startFleet } from '../testing/proofs/fleet.ts';
import { inWords, newSeen, type Seen, submitPersistently, untilSettled } from '../testing/proofs/fleet-client.ts';
import { prove } from '../testing/prove.ts';

/** Of a quiet customer, at a rate that leaves the machine time for everything else. */
const PAUSE_MS = 500;
/** Every post of this customer stands without an answer, and has to be asked about. */
const PAUSE_OF_UNCLEAR_MS = 5_000;
/** Where it was in the heap of each process, and how late its event loop was. */
const FIGURES = { heap: 'nodejs_heap_size_used_bytes', rss: 'process_resident_memory_bytes', lag: 'nodejs_eventloop_lag_p99_seconds' };
const LOOK_EVERY_MS = 5_000;
const MIB = 1024 * 1024;

let fleet: Fleet | undefined;
afterEach(async () => {
  await fleet?.close();
  fleet = undefined;
});

/** What a process says of itself; null while it is dead or frozen. */
async function look(url: string): Promise<Record<keyof typeof FIGURES, number> | null> {
  const text = await fetch(`${url}/api/metrics`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (text === null) return null;
  const read = (name: string) => Number(new RegExp(`^countersign_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { heap: read(FIGURES.heap), rss: read(FIGURES.rss), lag: read(FIGURES.lag) };
}

interface Faults {
  kills: number;
  freezes: number;
  stops: number;
  hangs: number;
}

/** One fault after the other, never two at once. Half of the time nothing is wrong, as with people who submit and wait. */
async function makeFaults(running: Fleet, until: number): Promise<Faults> {
  const done: Faults = { kills: 0, freezes: 0, stops: 0, hangs: 0 };
  for (let round = 0; Date.now() < until; round += 1) {
    await sleep(8_000);
    const victim = running.programs[round % running.programs.length];
    if (round % 4 === 0) {
      done.freezes += 1;
      await running.programs.findLast(({ role }) => role === 'worker')?.freeze(20_000);
    } else if (round % 4 === 1) {
      done.kills += 1;
      await victim?.kill();
      await victim?.start();
    } else if (round % 4 === 2) {
      done.hangs += 1;
      await running.hangDatabase(6_000);
    } else {
      done.stops += 1;
      await running.stopDatabase();
    }
  }
  return done;
}

async function submitUntil(running: Fleet, agent: FleetAgent, seen: Seen, until: number, pauseMs: number): Promise<void> {
  for (let number = 0; Date.now() < until; number += 1) {
    await submitPersistently(running, agent, `Pier ${number} of ${agent.accountId} opens on Friday.`, seen);
    await sleep(pauseMs);
  }
}

/** From when it was taken to when it was out, of one customer, in seconds. */
async function waitsOf({ orm }: Fleet, accountId: string): Promise<number[]> {
  const rows = await orm.em
    .fork()
    .execute<{ seconds: string }[]>(
      `select extract(epoch from published_at - created_at) as seconds from publications where account_id = ? and published_at is not null order by 1`,
      [accountId],
    );
  return rows.map(({ seconds }) => Number(seconds));
}

const at = (sorted: readonly number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

prove(
  'months',
  'it runs for months: with faults of every kind nothing grows, nothing is lost and nobody waits for another',
  async (count) => {
    const minutes = Number(process.env.PROOF_MINUTES ?? count(12_000, 200) / 100);
    fleet = await startFleet({ web: 1, workers: 2 });
    const running = fleet;
    const quiet = [await letFleetAgentIn(running, 80, 'ada'), await letFleetAgentIn(running, 80, 'grace')];
    const unclear = await letFleetAgentIn(running, 10, 'joan', { failure: 'timeout_after_acting', times: 1 });
    const waiting = await letFleetAgentIn(running, 1, 'mary');
    const seen = newSeen();
    // More than there are credits for: the rest waits to the end.
    for (let number = 0; number < 150; number += 1) await submitPersistently(running, waiting, `Post ${number} waits for credits.`, seen);
    const until = Date.now() + minutes * 60_000;
    const looks: { url: string; heap: number; rss: number; lag: number }[] = [];
    const watching = (async () => {
      while (Date.now() < until) {
        for (const { url } of running.programs) {
          const found = await look(url);
          if (found) looks.push({ url, ...found });
        }
        await sleep(LOOK_EVERY_MS);
      }
    })();
    const [faults] = await Promise.all([
      makeFaults(running, until),
      watching,
      ...quiet.map((agent) => submitUntil(running, agent, seen, until, PAUSE_MS)),
      submitUntil(running, unclear, seen, until, PAUSE_OF_UNCLEAR_MS),
    ]);
    await running.programs.reduce((before, program) => before.then(() => program.start()), Promise.resolve());
    const ofWaiting = 150 - 125;
    const tally = await untilSettled(
      running,
      { ...seen, drafts: new Map([...seen.drafts].filter(([text]) => !text.endsWith('waits for credits.'))) },
      300_000,
    );
    const jobs = seen.drafts.size;
    expect([tally.duplicates, tally.lost, tally.waiting, seen.faults]).toEqual([0, 0, 0, []]);
    expect(tally).toMatchObject({ published: jobs - ofWaiting, posts: jobs - ofWaiting });
    for (const { accountId } of [...quiet, unclear, waiting])
      expect(await running.cs('credits', 'verify', '--account', accountId)).toMatchObject({ consistent: true });
    const waits = (await Promise.all(quiet.map(({ accountId }) => waitsOf(running, accountId)))).flat().sort((a, b) => a - b);
    const heaps = looks.map(({ heap }) => heap / MIB);
    const lags = looks.map(({ lag }) => lag * 1_000).sort((a, b) => a - b);
    expect(Math.max(...heaps)).toBeLessThan(300);
    // The longest of the faults, a frozen worker with its lease, and one database fault after it.
    expect(at(waits, 1)).toBeLessThan(60);
    const half = Math.floor(heaps.length / 2);
    const most = (values: readonly number[]) => Math.round(Math.max(...values));
    return [
      `${minutes.toFixed(1)} minutes: ${faults.kills} kills, ${faults.freezes} workers frozen for 20 s, ${faults.hangs} hung and ${faults.stops} stopped databases, the platform of one customer answered none of its posts in time`,
      `${jobs} jobs, ${ofWaiting} of them without a credit: ${tally.duplicates} duplicates, ${tally.lost} lost, every sum right; seen outside: ${inWords(seen)}`,
      `customers without a fault of their own waited ${at(waits, 0.5).toFixed(1)} s at the median, ${at(waits, 0.99).toFixed(1)} s at p99, ${at(waits, 1).toFixed(1)} s at the longest`,
      `heap ${most(heaps.slice(0, half))} MB at the most in the first half and ${most(heaps.slice(half))} MB in the second, resident ${most(looks.map(({ rss }) => rss / MIB))} MB; event loop late by ${at(lags, 0.5).toFixed(0)} ms (p99) at the median of ${looks.length} looks, ${at(lags, 1).toFixed(0)} ms at the worst`,
    ];
  },
);
