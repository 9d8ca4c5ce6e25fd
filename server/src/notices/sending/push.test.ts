import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { endOtherSessions } from '../../access/sessions/sessions.ts';
import { Membership } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { addConnection } from '../../connections/add-connection.ts';
import { markBroken } from '../../connections/check-due-connections.ts';
import { Connection } from '../../connections/connection.entity.ts';
import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readEvents } from '../../events/event-queries.ts';
import { say } from '../../languages/sentence.ts';
import { decideRetraction } from '../../publishing/published/decide-retraction.ts';
import { requestRetraction } from '../../publishing/published/request-retraction.ts';
import { workOnPublication } from '../../publishing/work-on-publication.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenQueued } from '../../testing/engine.ts';
import { givenUser } from '../../testing/factories.ts';
import { type PushService, startPushService } from '../../testing/servers/push-service.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { notifyPeople } from '../compose/notify-people.ts';
import { NoticeDelivery } from '../notice.entities.ts';
import { changeNoticeSettings } from '../notice-preferences.ts';
import { PushDevice } from './push.entities.ts';
import { addPushDevice, checkPushEndpoint, listPushDevices, removePushDevice } from './push-devices.ts';
import { ensurePushKey, readPushKey } from './push-notices.ts';
import { routeNotices } from './route-notices.ts';
import { sendDueNotices } from './send-due-notices.ts';

const database = useTestDatabase();
const clock = createFixedClock();
let services: Services;
let push: PushService;
let stage: Stage;
let approver: Extract<Actor, { kind: 'user' }>;
let key = '';

beforeAll(async () => {
  services = createTestServices(database, { clock });
  await Promise.all([ensurePushKey(services), ensurePushKey(services)]);
  key = (await readPushKey(contextFor(services))) ?? '';
});
beforeEach(async () => {
  push = await startPushService(() => key);
  stage = await givenStage(services);
  approver = await userActor(services, stage.accountId, 'approver');
  await actAs(services, approver, (ctx) => addPushDevice(ctx, push.subscription));
});
afterEach(() => push?.close());

/** Creates and routes the notices and, after a few seconds, sends them. */
async function tell(milliseconds = 3_000): Promise<void> {
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  clock.advance(milliseconds);
  await sendDueNotices(services, 'push');
}

const deliveries = () => services.orm.em.fork().find(NoticeDelivery, { userId: approver.userId }, { orderBy: { noticeId: 'asc' } });
const devices = () => listPushDevices(contextFor(services, approver));

it('pushes a notice, readable by that browser only, with the target of a tap', async () => {
  const { approval } = await stage.submit({ sourceText: 'The lighthouse opens on Sunday.' });
  await tell();
  expect(push.messages.map(({ text }) => JSON.parse(text))).toEqual([
    {
      title: 'A post waits for your decision',
      body: `${stage.agent.agentName} requests your approval: “The lighthouse opens on Sunday.” for Sandbox.`,
      path: `/approvals/${approval?.id}`,
      unseen: 1,
    },
  ]);
  expect(push.messages[0]?.raw.toString('latin1')).not.toContain('lighthouse');
  expect(push.messages[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
  await sendDueNotices(services, 'push');
  expect(push.messages).toHaveLength(1);
});

it('pushes what was seen in the console', async () => {
  await stage.submit();
  await readEvents(services, notifyPeople);
  await services.orm.em.fork().nativeUpdate(Notice, { userId: approver.userId }, { seenAt: clock.now() });
  await tell();
  expect(push.messages).toHaveLength(1);
});

it('pushes nothing after quiet hours that was decided, settled or put right meanwhile', async () => {
  clock.set(new Date('2026-05-04T10:00:00Z'));
  const topics = [{ topic: 'connections', mail: true, push: true }] as const;
  const quiet = { quietFrom: '10:00', quietTo: '14:00', timeZone: 'UTC', topics };
  await actAs(services, approver, (ctx) => changeNoticeSettings(ctx, quiet));
  const owner = await userActor(services, stage.accountId, 'owner');
  await actAs(services, owner, (ctx) => addPushDevice(ctx, push.subscription));
  await actAs(services, owner, (ctx) => changeNoticeSettings(ctx, quiet));
  const { publicationId } = await givenQueued(stage);
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  const removal = await actAs(services, stage.agent, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It was moved.' }));
  const [connection] = await services.orm.em.fork().find(Connection, { workspaceId: stage.workspaceId });
  await inTransaction(systemContext(services), (tx) => markBroken(tx, connection as Connection, 'revoked', say`The token was revoked.`));
  await tell(60_000);
  const kinds = (await services.orm.em.fork().find(Notice, { userId: owner.userId })).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['removal_requested', 'connection_degraded']));
  const { id: retractionId, contentHash } = removal;
  await actAs(services, stage.owner, (ctx) => decideRetraction(ctx, { retractionId, contentHash, isSigned: true }));
  const { externalId = '' } = connection ?? {};
  const connected = { handle: 'harbour', externalId, credentials: { feed: externalId } };
  await actAs(services, stage.owner, (ctx) => addConnection(ctx, { workspaceId: stage.workspaceId, platform: 'sandbox', connected }));
  await tell(4 * 3_600_000);
  expect(push.messages).toEqual([]);
});

it('pushes many as one, once, from any number of workers', async () => {
  for (let number = 0; number < 5; number += 1) await stage.submit({ sourceText: `Pier ${number} opens on Friday.` });
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  clock.advance(3_000);
  await Promise.all([sendDueNotices(services, 'push'), sendDueNotices(services, 'push'), sendDueNotices(services, 'push')]);
  expect(push.messages.map(({ text }) => JSON.parse(text))).toEqual([
    expect.objectContaining({ title: '5 posts wait for your decision', path: `/approvals?workspace=${stage.workspaceId}`, unseen: 1 }),
  ]);
});

it('pushes nothing to a person who has decided already, while others still have to', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { approvalsRequired: 2 });
  const { approval } = await stage.submit();
  await readEvents(services, notifyPeople);
  await stage.approve(approval, approver);
  await tell();
  expect(push.messages).toEqual([]);
  expect(await services.orm.em.fork().count(Notice, { userId: approver.userId, seenAt: null })).toBe(0);
  expect(await services.orm.em.fork().count(Notice, { userId: stage.owner.userId, seenAt: null })).toBe(1);
});

it('counts what the person can open: each batch once, and nothing of an account that they have left', async () => {
  const left = await givenStage(services);
  await services.orm.em
    .fork()
    .insert(Membership, { ...{ userId: approver.userId, accountId: left.accountId }, role: 'approver', createdAt: clock.now() });
  await left.submit({ sourceText: 'The other pier opens.' });
  await readEvents(services, notifyPeople);
  await services.orm.em.fork().nativeDelete(Membership, { userId: approver.userId, accountId: left.accountId });
  for (const number of [1, 2]) await stage.submit({ sourceText: `Pier ${number} opens.` });
  await tell();
  expect(push.messages.map(({ text }) => JSON.parse(text))).toEqual([
    expect.objectContaining({ title: '2 posts wait for your decision', unseen: 1 }),
  ]);
});

it('retries if nothing arrived, and deletes a device that is gone', async () => {
  push.answer(503);
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 1]]);
  push.answer(201);
  await tell(60_000);
  expect(push.messages).toHaveLength(1);
  push.answer(410);
  await stage.submit({ sourceText: 'No one is there any more.' });
  await tell(120_000);
  expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'given_up']);
  expect(await devices()).toEqual([]);
});

it('retries what was not sent because a subscription cannot be opened, and reaches the other devices', async () => {
  await services.orm.em.fork().nativeUpdate(PushDevice, { userId: approver.userId }, { sealedSubscription: 'unreadable' });
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 1]]);
  const other = await startPushService(() => key);
  await actAs(services, approver, (ctx) => addPushDevice(ctx, other.subscription));
  await tell(60_000);
  expect([other.messages.length, (await deliveries()).map(({ state }) => state)]).toEqual([1, ['sent']]);
  await other.close();
});

it('never repeats what a device may have received without a response of its push service', async () => {
  push.answer('nothing');
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['given_up', 0]]);
  push.answer(201);
  await tell(60_000);
  expect(push.messages).toHaveLength(1);
});

it('never repeats what a worker died while sending', async () => {
  await stage.submit();
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  await services.orm.em.fork().nativeUpdate(NoticeDelivery, { userId: approver.userId }, { state: 'sending' });
  clock.advance(3_600_000);
  await sendDueNotices(services, 'push');
  expect(push.messages).toEqual([]);
  expect(await services.orm.em.fork().count(Notice, { userId: approver.userId, seenAt: null })).toBe(1);
});

it('ends for a browser that is signed out from another one, and continues in that one', async () => {
  await actAs(services, approver, endOtherSessions);
  expect(await devices()).toHaveLength(1);
  const elsewhere = await givenUser(services, stage.accountId, { role: 'approver' });
  await services.orm.em
    .fork()
    .execute('update push_devices set session_id = ? where user_id = ?', [elsewhere.sessionId, approver.userId], 'run');
  await actAs(services, approver, endOtherSessions);
  expect(await devices()).toEqual([]);
});

it('adds one browser once, shows none of its secrets, and never removes another person’s', async () => {
  await actAs(services, approver, (ctx) => addPushDevice(ctx, push.subscription));
  const [device, ...others] = await devices();
  expect(others).toEqual([]);
  expect(Object.keys(device ?? {}).sort()).toEqual(['createdAt', 'id', 'name']);
  await expect(actAs(services, stage.owner, (ctx) => removePushDevice(ctx, device?.id ?? ''))).rejects.toThrow();
  await actAs(services, approver, (ctx) => removePushDevice(ctx, device?.id ?? ''));
  expect(await devices()).toEqual([]);
  const ctx = contextFor(services, approver);
  for (const endpoint of ['https://10.0.0.7/push', 'https://169.254.169.254/latest', 'https://intranet/push', 'https://168.63.129.16/push'])
    await expect(checkPushEndpoint(ctx, { endpoint }), endpoint).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(checkPushEndpoint(ctx, push.subscription)).resolves.toBeUndefined();
  const bad = { endpoint: 'nowhere', p256dh: 'x', auth: 'y' };
  await expect(actAs(services, approver, (ctx) => addPushDevice(ctx, bad))).rejects.toMatchObject({ code: 'validation_failed' });
});
