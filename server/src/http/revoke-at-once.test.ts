import { expect, it, vi } from 'vitest';
import { createOrm } from '../db/orm.ts';
import { type OauthStage, obtainKey, useOauth } from '../testing/oauth.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';

/** Promise K7 in short: a revocation is effective in every process before it is confirmed. */
const database = useTestDatabase();
const stage = useOauth(database);

const RATE = 200;
/** Calls on both servers together, before the end and after it. */
const CALLS = 100;

/** A second server of the same service: nothing but the database is between the two. */
async function startSecond({ services }: OauthStage) {
  const orm = createOrm({ url: database.url, applicationName: 'countersign-second' });
  const app = await buildWeb(createTestServices(database, { orm, clock: services.clock, config: services.config }));
  const port = await freePort();
  await app.listen({ port, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}`, close: async () => app.close().then(() => orm.close()) };
}

interface Call {
  begunAt: number;
  status: number;
}

/** Sends requests with the key at a steady rate, without waiting for responses, until it is stopped. */
function hammer(url: string, key: string) {
  const calls: Promise<Call>[] = [];
  let answered = 0;
  const timer = setInterval(() => {
    const begunAt = performance.now();
    calls.push(
      fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(async (response) => {
        await response.arrayBuffer();
        answered += 1;
        return { begunAt, status: response.status };
      }),
    );
  }, 1_000 / RATE);
  return {
    answered: () => answered,
    stop(): Promise<Call[]> {
      clearInterval(timer);
      return Promise.all(calls);
    },
  };
}

const GRANT = 'query ($id: ID!) { workspace(id: $id) { grants { id } } }';

async function newestGrant(): Promise<string> {
  const { body } = await stage.graphql(stage.owner, GRANT, { id: stage.home.workspaceId });
  return (body as { data: { workspace: { grants: [{ id: string }] } } }).data.workspace.grants[0].id;
}

const mutation = (name: string) => async () => {
  const { body } = await stage.graphql(stage.owner, `mutation ($id: ID!) { ${name}(grantId: $id) { id } }`, { id: await newestGrant() });
  expect((body as { errors?: unknown }).errors).toBeUndefined();
};

it.each<[string, (key: string) => Promise<unknown>, number]>([
  ['an owner revokes the grant', mutation('revokeGrant'), 401],
  ['the agent gives its key back', (key) => stage.form('revoke', { token: key }), 401],
  ['an owner pauses the grant', mutation('pauseGrant'), 403],
])('no call that starts after the response succeeds on either of two servers, when %s', async (_, end, refused) => {
  const second = await startSecond(stage);
  const key = await obtainKey(stage);
  const hammers = [hammer(stage.url, key), hammer(second.url, key)];
  const answered = () => hammers.reduce((sum, one) => sum + one.answered(), 0);
  const reach = (count: number) => vi.waitFor(() => expect(answered()).toBeGreaterThan(count), { timeout: 40_000, interval: 10 });
  await reach(CALLS);
  await end(key);
  const answeredAt = performance.now();
  await reach(answered() + CALLS);
  const calls = (await Promise.all(hammers.map(({ stop }) => stop()))).flat();
  await second.close();
  const before = calls.filter(({ begunAt, status }) => begunAt < answeredAt && status === 200).length;
  const after = calls.filter(({ begunAt }) => begunAt >= answeredAt);
  const late = after.filter(({ status }) => status !== refused).length;
  console.log(`K7 two servers, ${calls.length} calls, ${before} succeeded before; ${late} of ${after.length} begun after the answer did`);
  expect(before).toBeGreaterThan(10);
  expect(after.length).toBeGreaterThan(10);
  expect(late).toBe(0);
});
