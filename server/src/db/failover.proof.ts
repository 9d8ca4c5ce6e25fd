import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createFakeWordpress, WORDPRESS_PASSWORD } from '../platforms/testing/fake-wordpress.ts';
import { type Fleet, letFleetAgentIn, startFleet } from '../testing/proofs/fleet.ts';
import { inWords, newSeen, type Seen, submitPersistently, untilSettled } from '../testing/proofs/fleet-client.ts';
import { prove } from '../testing/proofs/prove.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../testing/servers/cluster/cluster.ts';
import { findClusterPrograms } from '../testing/servers/cluster/programs.ts';
import { readRisks } from './durability-risks.ts';

const AUTOPOSTINGS_A_TOP_UP = 125;
const CLIENTS = 8;
/** Latency between the machines: data centres of one region. */
const DELAY_MS = 25;
/** The most responses after the last message of a lost leader. */
const LAST_ANSWERS = 5;
/** With a synchronous standby there is no such response: nothing is committed any more. */
const LAST_MOMENTS_MS = 3_000;

const programs = findClusterPrograms();
const lacking = programs
  ? undefined
  : 'Patroni, etcd, HAProxy and PostgreSQL are not all on this machine (Debian: patroni, etcd-server, haproxy, postgresql)';

let machines: Cluster | undefined;
let fleet: Fleet | undefined;
let site: FakeServer | undefined;
afterEach(async () => {
  await fleet?.close();
  await machines?.close();
  await site?.stop();
  [fleet, machines, site] = [undefined, undefined, undefined];
});

interface Outcome {
  /** Answered with 201, and missing. */
  lost: number;
  /** Posts that were published more than once. */
  twice: number;
  /** Published posts that the service does not record as published. */
  unknown: number;
  published: number;
  otherwise: Record<string, number>;
  areSumsRight: boolean;
  /** Each period without a leader, in seconds. */
  gaps: number[];
  risks: string[];
  seen: Seen;
}

async function passed(isSo: () => boolean, withinMs = Number.POSITIVE_INFINITY): Promise<void> {
  const until = performance.now() + withinMs;
  while (!isSo() && performance.now() < until) await sleep(5);
}

/** Posts are on a site outside the database: what the database loses was published all the same. */
async function loseLeaders(options: ClusterOptions, jobs: number, losses: readonly ('killed' | 'frozen')[]): Promise<Outcome> {
  if (!programs) throw new Error(lacking);
  const network = createFakeWordpress();
  site = await startFakeServer(network, WORDPRESS_PASSWORD);
  machines = await startCluster(programs, options);
  fleet = await startFleet({ web: 2, workers: 2, env: { DATABASE_URL: machines.url } });
  const [running, leaders] = [fleet, machines];
  await running.cs('launch', 'sign', '--step', 'all');
  const account = {
    platform: 'wordpress',
    credentials: { site: `${site.url}/blog/`, username: 'harbour', applicationPassword: WORDPRESS_PASSWORD },
  };
  const agent = await letFleetAgentIn(running, Math.ceil(jobs / AUTOPOSTINGS_A_TOP_UP), 'ada', account);
  const risks = await readRisks(running.orm.em.fork());
  const seen = newSeen();
  let next = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (next < jobs)
      await submitPersistently(running, agent, `Pier ${next++} opens on Friday, and everyone who likes boats may come.`, seen);
  });
  const gaps: number[] = [];
  for (const [index, how] of losses.entries()) {
    const leader = await leaders.untilWhole();
    const answered = (count: number) => () => seen.drafts.size >= Math.min(count, jobs);
    await passed(answered((jobs * (index + 1)) / (losses.length + 1)));
    leaders.cutOff(leader);
    await passed(answered(seen.drafts.size + LAST_ANSWERS), options.isSynchronous ? LAST_MOMENTS_MS : undefined);
    gaps.push((await leaders.lose(leader, how)) / 1_000);
  }
  await Promise.all(clients);
  const { published, lost, otherwise } = await untilSettled(running, seen, 300_000);
  const ledger = await running.cs('credits', 'verify', '--account', agent.accountId);
  const titles = network.articles.map(({ title }) => title);
  const standing = new Set(titles);
  return {
    lost,
    twice: titles.length - standing.size,
    unknown: Math.max(0, standing.size - published),
    published,
    otherwise,
    areSumsRight: ledger.consistent === true,
    gaps,
    risks,
    seen,
  };
}

const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

const gapsInWords = (gaps: readonly number[]): string =>
  `no leader for ${Math.min(...gaps).toFixed(1)} to ${Math.max(...gaps).toFixed(1)} s each time`;

prove(
  'failover',
  'a synchronous standby takes over from a leader that dies or hangs: nothing is lost, and nothing goes out twice',
  async (count) => {
    const jobs = count(2_000, 60);
    const [kills, freezes] = [times(count(20), 'killed' as const), times(count(4), 'frozen' as const)];
    const cluster = { isSynchronous: true, delayMs: DELAY_MS };
    const { gaps, seen, risks, ...outcome } = await loseLeaders(cluster, jobs, [...kills, ...freezes]);
    expect(outcome).toEqual({ lost: 0, twice: 0, unknown: 0, published: jobs, otherwise: {}, areSumsRight: true });
    expect([seen.faults, risks]).toEqual([[], []]);
    return [
      `${kills.length} leaders killed and ${freezes.length} frozen in ${jobs} jobs, ${DELAY_MS} ms from machine to machine, a synchronous standby: ${outcome.twice} duplicates, ${outcome.lost} lost, every sum right`,
      `${gapsInWords(gaps)}; seen outside: ${inWords(seen)}`,
    ];
  },
  lacking,
);

prove(
  'failover',
  'without one the service says so, and this is what a leader takes along',
  async (count) => {
    const jobs = count(2_000, 60);
    const cluster = { isSynchronous: false, delayMs: DELAY_MS };
    const { gaps, seen, risks, ...outcome } = await loseLeaders(cluster, jobs, times(count(20), 'killed'));
    expect(risks).toEqual([expect.stringContaining('none is synchronous')]);
    expect(outcome.areSumsRight).toBe(true);
    return [
      `${gaps.length} leaders killed in ${jobs} jobs, ${DELAY_MS} ms from machine to machine, no synchronous standby: ${outcome.twice} posts out twice, ${outcome.lost} taken and lost, ${outcome.unknown} out of which the service knows nothing`,
      `${gapsInWords(gaps)}; published ${outcome.published}, otherwise ${JSON.stringify(outcome.otherwise)}; seen outside: ${inWords(seen)}`,
    ];
  },
  lacking,
);
