import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { type Fleet, type FleetAgent, letFleetAgentIn, startFleet } from '../testing/proofs/fleet.ts';
import { inWords, newSeen, submitPersistently, untilSettled } from '../testing/proofs/fleet-client.ts';
import { prove } from '../testing/proofs/prove.ts';
import { HAS_POOLER, NO_POOLER, type Pooler, startPooler } from '../testing/servers/pooler.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const AUTOPOSTINGS_A_TOP_UP = 125;
/** Far fewer than the four processes would open by themselves. */
const CONNECTIONS = 12;

const database = useTestDatabase();
let fleet: Fleet | undefined;
let pooler: Pooler | undefined;
afterEach(async () => {
  await fleet?.close();
  await pooler?.stop();
});

interface Followed {
  /** Received events, by type. */
  types: Map<string, number>;
  /** How often the connection broke. */
  breaks: number;
  done: Promise<void>;
}

/**
 * Follows the event stream of the first web process like a browser: after a break it continues after the last
 * number.
 */
function follow(running: Fleet, { key }: FleetAgent, signal: AbortSignal): Followed {
  const followed: Followed = { types: new Map(), breaks: -1, done: Promise.resolve() };
  let last = '0';
  const read = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'last-event-id': last };
    const response = await fetch(`${running.programs[0]?.url}/api/v1/events/stream`, { headers, signal });
    if (!response.ok) throw new Error(`The stream answers ${response.status}: ${await response.text()}`);
    const lines = createInterface({ input: Readable.fromWeb(response.body as ReadableStream) });
    for await (const line of lines) {
      if (line.startsWith('id: ')) last = line.slice(4);
      const type = line.startsWith('event: ') && line.slice(7);
      if (type) followed.types.set(type, (followed.types.get(type) ?? 0) + 1);
    }
  };
  const readOn = async (): Promise<void> => {
    while (!signal.aborted) {
      followed.breaks += 1;
      await read().catch(() => sleep(500, undefined, { signal }).catch(() => undefined));
    }
  };
  followed.done = readOn();
  return followed;
}

prove(
  'pooler',
  'two web and two worker processes work behind PgBouncer in transaction mode, and live through kills',
  async (count) => {
    const jobs = count(2_000, 40);
    const kills = count(20, 2);
    pooler = await startPooler(database.url, { default_pool_size: CONNECTIONS });
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    fleet = await startFleet({ web: 2, workers: 2, env });
    const running = fleet;
    const agent = await letFleetAgentIn(running, Math.ceil(jobs / AUTOPOSTINGS_A_TOP_UP));
    const seen = newSeen();
    const over = new AbortController();
    const stream = follow(running, agent, over.signal);
    let next = 0;
    let most = 0;
    const clients = Array.from({ length: 8 }, async () => {
      while (next < jobs)
        await submitPersistently(running, agent, `Pier ${next++} opens on Friday, and everyone who likes boats may come.`, seen);
    });
    for (let kill = 1; kill <= kills; kill += 1) {
      while (seen.drafts.size < (jobs * kill) / (kills + 1)) await sleep(50);
      // Not the first, whose stream is followed.
      const victim = running.programs[1 + (kill % (running.programs.length - 1))];
      // Before the kill: PostgreSQL takes a moment to end what a dead process held.
      const [row] = await running.orm.em
        .fork()
        .execute<{ held: number }[]>(
          `select count(*)::int as held from pg_stat_activity where application_name like 'countersign w%' and datname = current_database()`,
        );
      most = Math.max(most, row?.held ?? 0);
      await victim?.kill();
      await victim?.start();
    }
    await Promise.all(clients);
    const tally = await untilSettled(running, seen, 300_000);
    await expect.poll(() => stream.types.get('publication.published') ?? 0, { timeout: 10_000 }).toBe(jobs);
    over.abort();
    await stream.done;
    const ledger = await running.cs('credits', 'verify', '--account', agent.accountId);
    expect(tally).toEqual({ published: jobs, waiting: 0, posts: jobs, duplicates: 0, lost: 0, otherwise: {} });
    expect([seen.faults, ledger.consistent, most <= CONNECTIONS]).toEqual([[], true, true]);
    return [
      `${jobs} jobs and ${kills} kills of four processes on at most ${most} connections of the pooler: ${tally.duplicates} duplicates, ${tally.lost} lost, every sum right`,
      `every publication arrived on the live stream, whose connection broke ${stream.breaks} times; seen outside: ${inWords(seen)}`,
    ];
  },
  HAS_POOLER ? undefined : NO_POOLER,
);
