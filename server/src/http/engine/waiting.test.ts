import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { revokeGrant } from '../../access/grants/change-grant.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { expectProblem, useApi } from '../../testing/api.ts';
import { givenSubmittedDraft } from '../../testing/content.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

type Agent = Actor & { kind: 'agent' };
const enterAll = (agents: readonly Agent[]) => agents.map((agent) => api.app.waiting.enter(agent).leave);
const waitAs = (authorization: string) => api.app.inject({ url: '/api/v1/events?wait=1', headers: { authorization } });

it('requests of one account that wait leave places to the others, however many keys it has', async () => {
  const { services } = api;
  const { workspace } = await givenWorkspace(services);
  const agent = await agentActor(services, workspace);
  const leave = enterAll(Array.from({ length: 400 }, (_, place) => ({ ...agent, grantId: `grt_${place % 20}` })));
  const { authorization } = await givenAgent(services, workspace);
  const { detail } = expectProblem(await waitAs(authorization), 'rate_limited');
  expect(detail).toBe('400 requests of this account wait already; let one end.');
  expect((await waitAs(api.agent.authorization)).statusCode).toBe(200);
  for (const one of leave) one();
  expect((await waitAs(authorization)).statusCode).toBe(200);
});

it('a stream that its client no longer reads ends with the grant', async () => {
  const { services } = api;
  const { workspace, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  await givenSubmittedDraft(services, await agentActor(services, workspace), workspace);
  // More than the connection holds.
  await services.orm.em.fork().execute(
    `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', e.id || n, 'sequence', 10 + n,
       'data', jsonb_build_object('pad', repeat('x', 200000))))).* from events e, generate_series(1, 90) n
     where e.workspace_id = ? and e.sequence = 1`,
    [workspace.id],
  );
  await services.orm.em.fork().execute('update event_heads set last_sequence = 100 where workspace_id = ?', [workspace.id]);
  const { authorization, grantId } = await givenAgent(services, workspace);
  const agent = { ...(await agentActor(services, workspace)), grantId };
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET /api/v1/events/stream?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
  /** Whether no request of the grant has a place. */
  const isGone = () => {
    const leave: (() => void)[] = [];
    try {
      for (let place = 0; place < 20; place += 1) leave.push(api.app.waiting.enter(agent).leave);
      return true;
    } catch {
      return false;
    } finally {
      for (const one of leave) one();
    }
  };
  await expect.poll(isGone).toBe(false);
  await actAs(services, owner, (ctx) => revokeGrant(ctx, grantId));
  await expect.poll(isGone, { timeout: 40_000 }).toBe(true);
}, 60_000);
