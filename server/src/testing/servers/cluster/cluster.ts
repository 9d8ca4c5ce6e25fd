import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { isStuck, isWhole, leaderOf, type Member, membersOf } from './members.ts';
import { type ClusterPlan, createPatroniNode, type PatroniNode } from './patroni-node.ts';
import { type ClusterPrograms, endProgram, startProgram } from './programs.ts';

const NAMES = ['one', 'two', 'three'];
const PATIENCE_MS = 300_000;
/**
 * A member that has not recovered by then is reinitialized from the leader, as an operator would: PostgreSQL 15 may
 * get stuck between two timelines.
 */
const COMES_BACK_WITHIN_MS = 60_000;

/** Three machines with a PostgreSQL each, of which one leads, and an address that leads to whichever does. */
export interface Cluster {
  /** As the owner of a database, without superuser rights. */
  url: string;
  /** Waits until one member leads and the others follow, one of them synchronously if requested; returns the leader. */
  untilWhole(): Promise<string>;
  /** Cuts this machine off from the others but not from its clients, as when the network fails a moment before the machine. */
  cutOff(leader: string): void;
  /** Kills or freezes the leader until another one leads; returns how long there was no leader. */
  lose(leader: string, how: 'killed' | 'frozen'): Promise<number>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  isSynchronous: boolean;
  /** How far the machines are from each other. */
  delayMs: number;
}

/** etcd, three times Patroni and HAProxy as their documents have them, all on loopback. */
export async function startCluster(programs: ClusterPrograms, options: ClusterOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-cluster-'));
  await chmod(folder, 0o777);
  const plan: ClusterPlan = { programs, folder, etcdPort: await freePort(), password: randomBytes(12).toString('hex'), ...options };
  const etcd = await startEtcd(plan);
  const nodes: PatroniNode[] = [];
  for (const name of NAMES) nodes.push(await createPatroniNode(plan, name));
  for (const node of nodes) node.start();
  const { port, child: haproxy } = await startHaproxy(plan, nodes);
  const nodeOf = (wanted: string): PatroniNode => {
    const node = nodes.find(({ name }) => name === wanted);
    if (!node) throw new Error(`There is no node ${wanted}.`);
    return node;
  };
  const untilWhole = async (): Promise<string> => {
    let members: Member[] = [];
    let renewsAt = performance.now() + COMES_BACK_WITHIN_MS;
    const isReady = async (): Promise<boolean> => {
      members = await membersOf(nodes);
      if (performance.now() > renewsAt) {
        renewsAt += COMES_BACK_WITHIN_MS;
        // Another command would abort what the first one has begun.
        const stuck = members.filter(isStuck);
        for (const { name } of stuck) await nodeOf(name).renew();
      }
      return isWhole(members, NAMES.length, options.isSynchronous);
    };
    await until(isReady, async () => `The cluster is not whole: ${JSON.stringify(members)}\n${await lastLinesOf(nodes)}`);
    return leaderOf(members) ?? '';
  };
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.close()));
    await endProgram(haproxy);
    await endProgram(etcd);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await untilWhole();
    return {
      url: await createDatabase(`postgres://postgres:${plan.password}@127.0.0.1:${port}/postgres`, plan.password),
      untilWhole,
      cutOff: (leader) => nodeOf(leader).line.cut(),
      async lose(leader, how) {
        const victim = nodeOf(leader);
        await (how === 'killed' ? victim.kill() : victim.freeze());
        const lostAt = performance.now();
        const others = nodes.filter((node) => node !== victim);
        await until(
          async () => ![undefined, leader].includes(leaderOf(await membersOf(others))),
          async () => `No other node took over from ${leader}: ${JSON.stringify(await membersOf(others))}\n${await lastLinesOf(nodes)}`,
        );
        const ms = performance.now() - lostAt;
        victim.line.mend();
        if (how === 'killed') victim.start();
        else await victim.thaw();
        return ms;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function until(isSo: () => Promise<boolean>, otherwise: () => Promise<string> | string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(await otherwise());
    await sleep(200);
  }
}

/** The last log lines of each and of its PostgreSQL, to see why it does not recover. */
const lastLinesOf = async (nodes: readonly PatroniNode[]): Promise<string> =>
  (await Promise.all(nodes.map(async ({ name, lastLines }) => `${name}:\n${await lastLines()}`))).join('\n');

async function startEtcd({ programs, folder, etcdPort }: ClusterPlan): Promise<ChildProcess> {
  const data = join(folder, 'etcd');
  await mkdir(data);
  await chmod(data, 0o777);
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${await freePort()}`];
  const own = ['--data-dir', join(data, 'data'), '--listen-client-urls', client, '--advertise-client-urls', client];
  const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`];
  return startProgram(programs.etcd, [...own, ...peers], { cwd: folder });
}

/** As in Patroni's own template: Patroni is asked every second who leads, and connections to other members are closed. */
async function startHaproxy({ programs, folder }: ClusterPlan, nodes: readonly PatroniNode[]) {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map(({ name, port: own, restPort }) => `  server ${name} 127.0.0.1:${own} maxconn 200 check port ${restPort}`);
  await writeFile(
    file,
    `global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout client 30m
  timeout connect 4s
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  return { port, child: startProgram(programs.haproxy, ['-db', '-f', file], { cwd: folder }) };
}

/** A database whose owner may create roles and is no superuser, as the service requires. */
async function createDatabase(superuserUrl: string, password: string): Promise<string> {
  let client: Client | undefined;
  const connect = async (): Promise<boolean> => {
    client = new Client({ connectionString: superuserUrl });
    client.on('error', () => undefined);
    return client.connect().then(
      () => true,
      () => false,
    );
  };
  await until(connect, () => 'HAProxy leads to no primary.');
  await client?.query(`create role countersign login createrole password '${password}'`);
  await client?.query('create database countersign owner countersign');
  await client?.end();
  const url = new URL(superuserUrl);
  url.username = 'countersign';
  url.pathname = '/countersign';
  return url.href;
}
