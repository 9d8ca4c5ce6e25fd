import { afterAll, expect, it } from 'vitest';
import { setAccountState } from '../access/accounts.ts';
import { narrowGrant } from '../access/grants/change-grant.ts';
import { readEvents } from '../events/event-queries.ts';
import { recordEvent } from '../events/record-event.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../testing/test-services.ts';
import { givenEndpoint, sendWebhooks, startReceiver } from '../testing/webhooks.ts';
import { CLAIM_DELIVERIES } from './deliver-webhook.ts';
import { notifyEndpoints } from './notify-endpoints.ts';
import { WebhookDelivery, WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { changeEndpoint, listDeliveries, listEndpoints, removeEndpoint } from './webhook-endpoints.ts';

const database = useTestDatabase();
const stopping: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stopping.map((stop) => stop())));

/** An agent with a verified endpoint. */
async function arrange() {
  const clock = createFixedClock();
  const services = createTestServices(database, { clock });
  const { workspace, workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const agent = await agentActor(services, workspace, { scopes: ['webhooks:write', 'read'] });
  const receiver = await startReceiver();
  stopping.push(receiver.stop);
  const endpoint = await givenEndpoint(services, agent, workspace, receiver.url);
  const send = () => sendWebhooks(services);
  await send();
  const happen = () =>
    actAs(services, { kind: 'system' }, async (ctx) => {
      recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId, data: {} });
      recordEvent(ctx, {
        type: 'connection.degraded',
        accountId,
        workspaceId,
        subjectId: accountId,
        data: { platform: 'bluesky', state: 'revoked' },
      });
    });
  const queue = () => readEvents(services, notifyEndpoints);
  const em = () => services.orm.em.fork();
  const state = () => em().findOneOrFail(WebhookEndpoint, endpoint.id, { fields: ['state', 'ending'] });
  const queued = async () =>
    (await em().find(WebhookDelivery, { endpointId: endpoint.id, state: 'pending' })).map(({ type }) => type).sort();
  const changeAddress = (url: string) => actAs(services, agent, (ctx) => changeEndpoint(ctx, endpoint.id, { url }));
  const { received } = receiver;
  return { services, clock, workspace, accountId, owner, agent, endpoint, received, send, happen, queue, em, state, queued, changeAddress };
}

/** An address that refuses every connection. */
async function closedAddress(): Promise<string> {
  const { url, stop } = await startReceiver();
  await stop();
  return url;
}

it('gets nothing more once its grant no longer includes webhooks, not even what was queued', async () => {
  const { services, owner, agent, happen, queue, queued, send, received } = await arrange();
  await happen();
  await queue();
  expect(await queued()).toHaveLength(2);
  await actAs(services, owner, (ctx) => narrowGrant(ctx, { grantId: agent.grantId, scopes: ['read'] }));
  await happen();
  await send();
  expect(received).toEqual([]);
});

it('gets nothing more about live accounts once its grant is for the sandbox only, not even what was queued', async () => {
  const { services, owner, agent, happen, queue, send, received } = await arrange();
  await happen();
  await queue();
  await actAs(services, owner, (ctx) => narrowGrant(ctx, { grantId: agent.grantId, isSandboxOnly: true }));
  await send();
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['credits.low']);
});

it('waits while the account is suspended, as its key does, and so does that of an owner', async () => {
  const { services, workspace, accountId, owner, happen, send, received } = await arrange();
  const ofOwner = await startReceiver();
  stopping.push(ofOwner.stop);
  await givenEndpoint(services, owner, workspace, ofOwner.url);
  await send();
  const operator = { kind: 'operator' } as const;
  await actAs(services, operator, (ctx) => setAccountState(ctx, accountId, 'suspended'));
  await happen();
  await send();
  expect([received, ofOwner.received]).toEqual([[], []]);
  await actAs(services, operator, (ctx) => setAccountState(ctx, accountId, 'approved'));
  await send();
  expect([received, ofOwner.received].map(({ length }) => length)).toEqual([2, 2]);
});

it('is still shown to its owner while the account is suspended, with its deliveries, and can only be removed', async () => {
  const { services, workspace, accountId, owner } = await arrange();
  const ofOwner = await startReceiver();
  stopping.push(ofOwner.stop);
  const { id } = await givenEndpoint(services, owner, workspace, ofOwner.url);
  await actAs(services, { kind: 'operator' }, (ctx) => setAccountState(ctx, accountId, 'suspended'));
  const seen = await actAs(services, owner, async (ctx) => [
    await listEndpoints(ctx, workspace.id),
    (await listDeliveries(ctx, id, { limit: 25 })).items,
  ]);
  expect(seen.map(({ length }) => length > 0)).toEqual([true, true]);
  const change = actAs(services, owner, (ctx) => changeEndpoint(ctx, id, { types: null }));
  await expect(change).rejects.toMatchObject({ code: 'account_not_approved' });
  await actAs(services, owner, (ctx) => removeEndpoint(ctx, id));
  expect(await actAs(services, owner, (ctx) => listEndpoints(ctx, workspace.id))).not.toContainEqual(expect.objectContaining({ id }));
});

it('is stopped when its new address never passes the verification, and events are no longer queued for it', async () => {
  const { clock, em, endpoint, happen, queue, queued, send, state, changeAddress } = await arrange();
  await changeAddress(await closedAddress());
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await state()).toMatchObject({ state: 'unproven' });
    await send();
    await em().nativeUpdate(WebhookDelivery, { endpointId: endpoint.id, state: 'pending' }, { nextAttemptAt: clock.now() });
  }
  expect(await state()).toMatchObject({ state: 'stopped', ending: 'failing' });
  await happen();
  await queue();
  expect(await queued()).toEqual([]);
});

it('costs no more to look for work while many events wait for its verification', async () => {
  const { services, em, endpoint, accountId, changeAddress } = await arrange();
  await changeAddress(await closedAddress());
  await em().execute(
    `insert into webhook_deliveries (id, account_id, endpoint_id, message_id, kind, type, body, state, attempts, next_attempt_at, created_at)
     select 'whd_many' || n, ?, ?, 'evt_many' || n, 'event', 'credits.low', '{}', 'pending', 0, ?, ? from generate_series(1, 20000) n`,
    [accountId, endpoint.id, services.clock.now(), services.clock.now()],
  );
  await em().execute('analyze webhook_deliveries');
  await em().nativeUpdate(WebhookDelivery, { endpointId: endpoint.id, kind: 'challenge' }, { nextAttemptAt: null });
  const claim = CLAIM_DELIVERIES.replaceAll('$2', '4').replace(/\$[13]/g, 'now()');
  const plan = await em().execute<{ 'QUERY PLAN': string }[]>(`explain (analyze, costs off, timing off, summary off) ${claim}`);
  const skipped = plan.flatMap((row) => /Rows Removed by Filter: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? []).map(Number);
  expect(Math.max(0, ...skipped)).toBeLessThan(100);
});

it('is queued no events if its verification had already ended without success', async () => {
  const { em, endpoint, happen, queue, queued, changeAddress } = await arrange();
  await changeAddress(await closedAddress());
  await em().nativeUpdate(WebhookDelivery, { endpointId: endpoint.id, state: 'pending' }, { state: 'failed', nextAttemptAt: null });
  await happen();
  await queue();
  expect(await queued()).toEqual([]);
});

it('is queued no events after its grant has expired', async () => {
  const { services, clock, owner, agent, happen, queue, queued } = await arrange();
  const expiresAt = new Date(clock.now().getTime() + 1_000);
  await actAs(services, owner, (ctx) => narrowGrant(ctx, { grantId: agent.grantId, expiresAt }));
  clock.advance(1_000);
  await happen();
  await queue();
  expect(await queued()).toEqual([]);
});
