import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Services } from '../context.ts';
import { givenAgent, givenUser, givenWorkspace } from '../testing/factories.ts';
import { prove } from '../testing/proofs/prove.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { cookieName } from './auth/cookies.ts';

/** The built service, as processes of their own: nothing but the database is between the two. */
const database = useTestDatabase();
const servers: { url: string; process: ChildProcess }[] = [];
let services: Services;

/** Altogether, half of them to each server. */
const A_SECOND = 200;
const BEFORE_MS = 1_000;
const AFTER_MS = 1_000;

async function startServer(masterKey: Buffer): Promise<void> {
  const port = await freePort();
  const started = spawn(process.execPath, [join(import.meta.dirname, '../../dist/main.js')], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      MASTER_KEY: masterKey.toString('base64'),
      PORT: String(port),
      ROLE: 'web',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push({ url: `http://127.0.0.1:${port}`, process: started });
  await once(started.stdout, 'data');
}

beforeAll(async () => {
  services = createTestServices(database, { clock: systemClock });
  await Promise.all([startServer(services.config.masterKey), startServer(services.config.masterKey)]);
});
afterAll(async () => {
  for (const { process: server } of servers) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
});

interface Call {
  begunAt: number;
  status: number;
}

/** Asks at a steady rate without waiting for answers, each server in turn. */
function hammer(key: string) {
  const calls: Promise<Call>[] = [];
  const timer = setInterval(() => {
    const begunAt = performance.now();
    const url = servers[calls.length % servers.length]?.url;
    calls.push(
      fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(async (response) => {
        await response.arrayBuffer();
        return { begunAt, status: response.status };
      }),
    );
  }, 1_000 / A_SECOND);
  return {
    stop(): Promise<Call[]> {
      clearInterval(timer);
      return Promise.all(calls);
    },
  };
}

type Given = Awaited<ReturnType<typeof givenAgent>>;

/** Both ways to end it, through either server. */
async function revoke(agent: Given, owner: string, round: number): Promise<void> {
  const url = servers[round % 2]?.url;
  if (round % 4 < 2) {
    const answer = await fetch(`${url}/api/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: agent.key }) });
    expect(answer.status).toBe(200);
    return;
  }
  const answer = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: owner, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ query: `mutation { revokeGrant(grantId: "${agent.grantId}") { id } }` }),
  });
  expect(await answer.json()).toEqual({ data: { revokeGrant: { id: agent.grantId } } });
}

prove('K7', 'a revocation is effective in every process before it is confirmed', async (count) => {
  const rounds = count(40, 4);
  const { workspace, accountId } = await givenWorkspace(services);
  const { sessionToken } = await givenUser(services, accountId);
  const owner = `${cookieName(services.config)}=${sessionToken}`;
  const total = { calls: 0, before: 0, after: 0, late: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const agent = await givenAgent(services, workspace);
    const hammering = hammer(agent.key);
    await sleep(BEFORE_MS);
    await revoke(agent, owner, round);
    const answeredAt = performance.now();
    await sleep(AFTER_MS);
    const calls = await hammering.stop();
    const after = calls.filter(({ begunAt }) => begunAt >= answeredAt);
    total.calls += calls.length;
    total.before += calls.filter(({ begunAt, status }) => begunAt < answeredAt && status === 200).length;
    total.after += after.length;
    total.late += after.filter(({ status }) => status !== 401).length;
  }
  expect(total.before).toBeGreaterThan(rounds * 10);
  expect(total.after).toBeGreaterThan(rounds * 10);
  expect(total.late).toBe(0);
  const rate = Math.round(total.calls / ((rounds * (BEFORE_MS + AFTER_MS)) / 1_000));
  return `${rounds} revokes, ${rate} requests a second on two server processes: ${total.before} succeeded before the answer; of ${total.after} begun after it ${total.late} did`;
});
