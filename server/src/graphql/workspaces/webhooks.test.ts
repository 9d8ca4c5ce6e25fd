import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEvent } from '../../events/record-event.ts';
import { actAs, agentActor } from '../../testing/actors.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { givenEndpoint, sendWebhooks, startReceiver, WEBHOOK_SECRET } from '../../testing/webhooks.ts';
import type { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';

const graphql = useGraphql(useTestDatabase());
let owner: Caller;
let approver: Caller;
let workspaceId: string;
let endpoint: WebhookEndpoint;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let happen: () => Promise<unknown>;

beforeAll(async () => {
  const { services } = graphql;
  const home = await givenWorkspace(services);
  const { accountId } = home;
  workspaceId = home.workspaceId;
  owner = graphql.browserOf(await givenUser(services, accountId));
  approver = graphql.browserOf(await givenUser(services, accountId, { role: 'approver' }));
  receiver = await startReceiver();
  const agent = await agentActor(services, home.workspace, { scopes: ['webhooks:write'], name: 'Newsroom' });
  endpoint = await givenEndpoint(services, agent, home.workspace, receiver.url);
  await sendWebhooks(services);
  happen = () =>
    actAs(services, { kind: 'system' }, async (ctx) =>
      recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId, data: {} }),
    );
});
afterAll(() => receiver?.stop());

interface Delivery {
  id: string;
  type: string;
  state: string;
  lastStatus: number | null;
  webhookId: string;
}

const LIST = `query ($id: ID!) { workspace(id: $id) { webhookEndpoints { id url state ending agentName failures types } } }`;
const LOG = `query ($id: ID!, $state: WebhookDeliveryState) { webhookEndpoint(id: $id) {
  deliveries(state: $state) { edges { node { id type state lastStatus webhookId body } } } } }`;
const endpoints = async (caller: Caller) =>
  (await graphql.ask<{ workspace: { webhookEndpoints: unknown[] | null } }>(caller, LIST, { id: workspaceId })).data.workspace
    .webhookEndpoints;
async function log(state: string | null = null): Promise<Delivery[]> {
  const { data } = await graphql.ask<{ webhookEndpoint: { deliveries: { edges: { node: Delivery }[] } } }>(owner, LOG, {
    id: endpoint.id,
    state,
  });
  return data.webhookEndpoint.deliveries.edges.map(({ node }) => node);
}
const redeliver = (input: object) =>
  graphql.ask<{ redeliverWebhooks: number }>(owner, 'mutation ($input: RedeliverWebhooksInput!) { redeliverWebhooks(input: $input) }', {
    input: { endpointId: endpoint.id, ...input },
  });

it('owners see every endpoint with its agent and state, others are refused, and the secret is never shown', async () => {
  expect(await endpoints(owner)).toEqual([
    { id: endpoint.id, url: receiver.url, state: 'ACTIVE', ending: null, agentName: 'Newsroom', failures: 0, types: null },
  ]);
  expect(await endpoints(approver)).toBeNull();
  const { errors } = await graphql.ask(approver, LOG, { id: endpoint.id });
  expect(errors[0]?.extensions.code).toBe('insufficient_role');
  const { response } = await graphql.ask(owner, LOG, { id: endpoint.id });
  expect(response.body).not.toContain(WEBHOOK_SECRET.slice(6));
});

it('a test is sent at once and is in the log with the response', async () => {
  const { data } = await graphql.ask<{ testWebhookEndpoint: Delivery }>(
    owner,
    'mutation ($id: ID!) { testWebhookEndpoint(endpointId: $id) { id type state } }',
    { id: endpoint.id },
  );
  expect(data.testWebhookEndpoint).toMatchObject({ type: 'endpoint.test', state: 'PENDING' });
  await sendWebhooks(graphql.services);
  expect((await log())[0]).toMatchObject({ id: data.testWebhookEndpoint.id, state: 'DELIVERED', lastStatus: 204 });
});

it('resends one message with the same bytes, or all that failed since a time; the log is filtered by result', async () => {
  await happen();
  await sendWebhooks(graphql.services);
  const [sent] = await log();
  expect((await redeliver({ deliveryId: sent?.id })).data.redeliverWebhooks).toBe(1);
  await sendWebhooks(graphql.services);
  const copies = receiver.received.filter(({ headers }) => headers['webhook-id'] === sent?.webhookId);
  expect(copies.map(({ body }) => body)).toEqual([copies[0]?.body, copies[0]?.body]);

  await graphql.services.orm.em
    .fork()
    .execute(`update webhook_deliveries set state = 'failed', last_failed_at = now() where id = ?`, [sent?.id]);
  expect((await log('FAILED')).map(({ id }) => id)).toEqual([sent?.id]);
  expect((await redeliver({ failedSince: '2026-01-01T00:00:00Z' })).data.redeliverWebhooks).toBe(1);
  await sendWebhooks(graphql.services);
  expect(await log('FAILED')).toEqual([]);
});

it('a resend names either one message or a time', async () => {
  for (const input of [{}, { deliveryId: 'whd_1', failedSince: '2026-01-01T00:00:00Z' }])
    expect((await redeliver(input)).errors[0]?.extensions.code).toBe('bad_user_input');
  expect((await redeliver({ deliveryId: 'whd_1' })).errors[0]?.extensions.code).toBe('not_found');
});

it('a removed endpoint receives nothing more', async () => {
  const gone = await graphql.ask(owner, 'mutation ($id: ID!) { removeWebhookEndpoint(endpointId: $id) }', { id: endpoint.id });
  expect(gone.data).toEqual({ removeWebhookEndpoint: endpoint.id });
  expect(await endpoints(owner)).toEqual([]);
});

it('lets owners add an endpoint of their own, and change its address, secret and types', async () => {
  const secret = WEBHOOK_SECRET;
  const add = (input: object, caller = owner) =>
    graphql.ask<{ addWebhookEndpoint: { id: string; state: string; agentName: null } }>(
      caller,
      'mutation ($input: AddWebhookEndpointInput!) { addWebhookEndpoint(input: $input) { id state agentName } }',
      { input: { workspaceId, url: receiver.url, secret, ...input } },
    );
  const codeOf = async (asked: ReturnType<typeof add>) => (await asked).errors[0]?.extensions?.code;
  expect(await codeOf(add({}, approver))).toBe('insufficient_role');
  expect(await codeOf(add({ url: 'ftp://example.com' }))).toBe('validation_failed');
  expect(await codeOf(add({ secret: 'secret' }))).toBe('validation_failed');
  expect(await codeOf(add({ types: ['job.flown'] }))).toBe('validation_failed');

  const { data } = await add({});
  expect(data.addWebhookEndpoint).toMatchObject({ state: 'UNPROVEN', agentName: null });
  await sendWebhooks(graphql.services);
  const own = data.addWebhookEndpoint.id;
  const stateOf = async () => (await endpoints(owner))?.find((one) => (one as { id: string }).id === own);
  expect(await stateOf()).toMatchObject({ state: 'ACTIVE' });

  const change = (input: object) =>
    graphql.ask(owner, 'mutation ($input: ChangeWebhookEndpointInput!) { changeWebhookEndpoint(input: $input) { id } }', {
      input: { endpointId: own, ...input },
    });
  await change({ types: ['job.published'] });
  expect(await stateOf()).toMatchObject({ state: 'ACTIVE', types: ['job.published'] });
  await change({ secret: WEBHOOK_SECRET });
  expect(await stateOf()).toMatchObject({ state: 'ACTIVE', types: ['job.published'] });
  await change({ url: `${receiver.url}/moved`, types: null });
  expect(await stateOf()).toMatchObject({ state: 'UNPROVEN', types: null, url: `${receiver.url}/moved` });
});
