import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maintainSignups } from '../access/decide-signup.ts';
import { Notice, ServiceMatter } from '../access/notice.entity.ts';
import { Signup } from '../access/signup.entity.ts';
import { User } from '../access/user.entity.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { cookieName } from '../http/auth/cookies.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { resumeService, stopService } from '../launch/stop-service.ts';
import { newId } from '../new-id.ts';
import { Attempt } from '../publishing/attempt.entity.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { actAs } from '../testing/actors.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenLaunched, givenUser, givenWorkspace } from '../testing/factories.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createTestServices, testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import { NoticeDelivery } from './notice.entities.ts';
import { notifyOperators } from './operator-alerts.ts';
import { routeNotices } from './sending/route-notices.ts';
import { sendDueNotices } from './sending/send-due-notices.ts';

const NEWS = 'query ($id: ID!) { workspace(id: $id) { unseenNotices notices { edges { node { id kind message path } } } } }';

interface News {
  workspace: { unseenNotices: number; notices: { edges: { node: { id: string; kind: string; message: string; path: string } }[] } };
}

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
let services: Services;
let app: HttpServer;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let vera: { userId: string; browser: Browser };
let otto: { userId: string; browser: Browser };

beforeAll(async () => {
  const config = testConfig(database, { mail: { smtpUrl: 'smtp://mail.example.org', from: 'posts@example.org' } });
  services = createTestServices(database, { clock, config });
  app = await buildWeb(services);
  home = await givenWorkspace(services);
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.advance(2 * HOUR_MS);
  await em().execute(
    'delete from notice_deliveries; delete from notices; delete from notice_settings; delete from service_matters; delete from signups; delete from mails',
  );
  await em().execute('update users set is_operator = false; update publish_jobs set state = ? ', ['cancelled']);
  await em().execute(
    'update service_switches set stopped_at = null, stopped_by = null, reason = null, restored_at = null, backup_at = null',
  );
  await em().execute('update connections set disconnected_at = ?', [clock.now()]);
  await givenLaunched(services);
  vera = await operator();
  otto = await operator();
});

const em = () => services.orm.em.fork();

async function operator() {
  const { userId, sessionToken } = await givenUser(services, home.accountId, { isOperator: true });
  return { userId, browser: openBrowser(app, { cookies: { [cookieName(services.config)]: sessionToken } }) };
}

async function newsOf({ browser }: { browser: Browser }) {
  const { workspace } = await browser.must<News>(NEWS, { id: home.workspaceId });
  return { unseen: workspace.unseenNotices, notices: workspace.notices.edges.map(({ node }) => node) };
}

/** Runs several processes at once, after this time. */
async function after(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await Promise.all([notifyOperators(services), notifyOperators(services), notifyOperators(services)]);
}

/** How many mails are sent, once notices were collected. */
async function mailed(): Promise<number> {
  await routeNotices(services);
  clock.advance(MINUTE_MS);
  return sendDueNotices(services, 'mail');
}

const stop = (by: 'command line' | { userId: string }) =>
  actAs(services, by === 'command line' ? { kind: 'operator' } : actorOf(by.userId), (ctx) => stopService(ctx, { reason: 'A fire.' }));
const actorOf = (userId: string) => ({
  ...{ kind: 'user' as const, userId, sessionId: newId('ses'), name: 'Vera', email: 'vera@example.org' },
  ...{ isOperator: true, roles: new Map() },
});
const resume = () => actAs(services, { kind: 'operator' }, resumeService);

async function asking(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const [createdAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + 30 * 24 * HOUR_MS)];
    const asked = { name: 'Cleo', workspaceName: 'The quay', passwordHash: 'hash', askedAt: createdAt };
    await em().insert(Signup, { id: newId('sgn'), email: `${newId('sgn')}@example.org`, state: 'waiting', createdAt, expiresAt, ...asked });
  }
}

it('notifies operators only that publishing is stopped, except the one who stopped it, and clears it on resuming', async () => {
  const owner = await givenUser(services, home.accountId, { role: 'owner' });
  await stop({ userId: vera.userId });
  await after(0);
  await after(MINUTE_MS);
  expect(await newsOf(vera)).toEqual({ unseen: 0, notices: [] });
  const { unseen, notices } = await newsOf(otto);
  expect(unseen).toBe(1);
  expect(notices).toMatchObject([
    { kind: 'SERVICE_STOPPED', path: '/operator#publishing', message: expect.stringContaining('Reason: A fire.') },
  ]);
  expect(await em().count(Notice, { userId: owner.userId })).toBe(0);
  await resume();
  await after(MINUTE_MS);
  expect((await newsOf(otto)).unseen).toBe(0);
  expect(await mailed()).toBe(0);

  await stop('command line');
  await after(MINUTE_MS);
  expect([(await newsOf(vera)).unseen, (await newsOf(otto)).unseen]).toEqual([1, 1]);
});

it('mails an alert in one message, with a link to its remedy, by each operator’s settings', async () => {
  const quiet = 'mutation ($input: ChangeNoticeSettingsInput!) { changeNoticeSettings(input: $input) { topics { topic mail } } }';
  const chosen = await otto.browser.must<{ changeNoticeSettings: { topics: { topic: string; mail: boolean }[] } }>(quiet, {
    input: { topics: [{ topic: 'SERVICE', mail: false, push: false }] },
  });
  expect(chosen.changeNoticeSettings.topics).toContainEqual({ topic: 'SERVICE', mail: false });
  await stop('command line');
  await asking(3);
  await maintainSignups(services);
  await after(0);
  expect(await mailed()).toBe(1);
  expect(await em().count(NoticeDelivery, { userId: vera.userId, state: 'sent' })).toBe(2);
  const { notices, unseen } = await newsOf(otto);
  expect(unseen).toBe(2);
  expect(notices.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
    'SERVICE_STOPPED /operator#publishing',
    'SIGNUPS_WAITING /operator#signups',
  ]);
  // Seeing it in the console marks it as seen for that operator only.
  const see = 'mutation ($id: ID!, $from: ID!, $to: ID!) { seeNotices(workspaceId: $id, fromId: $from, upToId: $to) { unseenNotices } }';
  const range = { id: home.workspaceId, from: notices.at(-1)?.id, to: notices[0]?.id };
  expect(await otto.browser.must(see, range)).toEqual({ seeNotices: { unseenNotices: 0 } });
  expect((await newsOf(vera)).unseen).toBe(2);
});

it('hides it from former operators, and mails them nothing', async () => {
  await stop('command line');
  await after(0);
  await em().nativeUpdate(User, { id: otto.userId }, { isOperator: false });
  expect(await newsOf(otto)).toEqual({ unseen: 0, notices: [] });
  const topics = await otto.browser.must<{ noticeSettings: { topics: { topic: string }[] } }>('{ noticeSettings { topics { topic } } }');
  expect(topics.noticeSettings.topics.map(({ topic }) => topic)).not.toContain('SERVICE');
  expect(await mailed()).toBe(1);
  expect(await em().count(NoticeDelivery, { userId: otto.userId, state: 'not_needed' })).toBe(1);
});

it('waits for the first operator if there is none yet', async () => {
  await em().nativeUpdate(User, { isOperator: true }, { isOperator: false });
  await stop('command line');
  await after(0);
  await em().nativeUpdate(User, { id: otto.userId }, { isOperator: true });
  await after(MINUTE_MS);
  expect((await newsOf(otto)).unseen).toBe(1);
});

it('reports that a restored service awaits its release', async () => {
  await em().execute('update service_switches set restored_at = ?, backup_at = ?', [clock.now(), new Date('2026-05-04T03:00:00Z')]);
  await after(0);
  expect((await newsOf(vera)).notices).toMatchObject([
    { kind: 'SERVICE_RESTORED', path: '/operator#figures', message: expect.stringContaining('a backup of 2026-05-04 03:00 UTC') },
  ]);
});

it('reports unsigned launch steps once they affect a customer, and not before', async () => {
  await em().execute(`delete from launch_steps where step = 'backups_tested'`);
  const stage = await givenStage(services);
  await after(0);
  expect((await newsOf(vera)).notices).toEqual([]);
  await em().execute(`update connections set platform = 'bluesky', disconnected_at = null where workspace_id = ?`, [stage.workspaceId]);
  await after(MINUTE_MS);
  await after(20 * HOUR_MS);
  expect((await newsOf(vera)).notices).toMatchObject([
    { kind: 'LAUNCH_UNSIGNED', path: '/operator#launch', message: expect.stringMatching(/one launch step is not signed\.$/) },
  ]);
  await givenLaunched(services);
  await after(MINUTE_MS);
  expect((await newsOf(vera)).unseen).toBe(0);
});

it('reports late posts after five minutes, once while they are late, and again after an hour at the earliest', async () => {
  const { publicationId } = await givenQueued(await givenStage(services));
  const dueAgain = () => em().nativeUpdate(Publication, { id: publicationId }, { state: 'pending' });
  const begun = () => em().nativeUpdate(Publication, { id: publicationId }, { state: 'published' });
  const heard = async () => (await newsOf(vera)).notices.length;
  await after(4 * MINUTE_MS);
  expect(await heard()).toBe(0);
  await after(MINUTE_MS);
  await after(30 * MINUTE_MS);
  expect((await newsOf(vera)).notices).toMatchObject([
    { kind: 'SERVICE_LATE', path: '/operator#figures', message: expect.stringMatching(/^One due post is not being processed/) },
  ]);
  await begun();
  await after(MINUTE_MS);
  expect((await newsOf(vera)).unseen).toBe(0);
  await dueAgain();
  await after(MINUTE_MS);
  expect(await heard()).toBe(1);
  await after(HOUR_MS);
  expect(await heard()).toBe(2);
});

it('reports unsent mails after a quarter of an hour', async () => {
  await em().execute(`insert into mails (id, sealed_message, is_sent_once, created_at, expires_at) values ('mai_late', 's', false, ?, ?)`, [
    clock.now(),
    new Date(clock.now().getTime() + 24 * HOUR_MS),
  ]);
  await after(14 * MINUTE_MS);
  expect((await newsOf(vera)).notices).toEqual([]);
  await after(MINUTE_MS);
  expect((await newsOf(vera)).notices).toMatchObject([
    { kind: 'SERVICE_LATE', message: expect.stringMatching(/^One email could not be sent/) },
  ]);
});

it('reports that the mail server is out of order apart from an email that it does not take', async () => {
  const mail = (id: string, sentAt: Date | null) =>
    em().execute(`insert into mails (id, is_sent_once, created_at, expires_at, sent_at) values (?, false, ?, ?, ?)`, [
      ...[id, clock.now(), new Date(clock.now().getTime() + 24 * HOUR_MS), sentAt],
    ]);
  const messages = async () => (await newsOf(vera)).notices.map(({ message }) => message);
  await mail('mai_refused', null);
  clock.advance(MINUTE_MS);
  await mail('mai_taken', clock.now());
  await after(15 * MINUTE_MS);
  expect(await messages()).toEqual([expect.stringMatching(/^One email could not be sent, since .* has accepted others since/)]);
  await mail('mai_late', null);
  await after(15 * MINUTE_MS);
  expect(await messages()).toEqual([
    expect.stringMatching(/^One email could not be sent, since .* Check that the mail server responds\.$/),
    expect.stringContaining('has accepted others since'),
  ]);
  await mail('mai_again', clock.now());
  await after(0);
  expect((await newsOf(vera)).unseen).toBe(1);
});

it('reports once that accounts are connected to a network that is no longer registered', async () => {
  const stage = await givenStage(services);
  await em().execute(`update connections set platform = 'linkedin', disconnected_at = null where workspace_id = ?`, [stage.workspaceId]);
  await after(0);
  await after(20 * HOUR_MS);
  expect((await newsOf(vera)).notices).toMatchObject([
    {
      kind: 'NETWORK_REFUSED',
      path: '/operator#networks',
      message: expect.stringContaining('Set LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET'),
    },
  ]);
});

it('reports for a week that TikTok rejected a post, because it has not audited this service’s app', async () => {
  const stage = await givenStage(services);
  const { publicationId: id } = await givenQueued(stage);
  await em().execute(`update connections set platform = 'tiktok', disconnected_at = null where workspace_id = ?`, [stage.workspaceId]);
  const failureMessage = 'TikTok responded: Refused. (unaudited_client_can_only_post_to_private_accounts). Publish it by hand.';
  await em().nativeUpdate(Publication, { id }, { platform: 'tiktok', state: 'failed', failureCode: 'rejected', failureMessage });
  await em().insert(Attempt, {
    ...{ id: newId('att'), accountId: stage.accountId, workspaceId: stage.workspaceId, publicationId: id },
    ...{ number: 1, startedAt: clock.now(), endedAt: clock.now(), outcome: 'rejected', message: failureMessage },
  });
  await after(0);
  const { notices } = await newsOf(vera);
  expect(notices).toContainEqual(
    expect.objectContaining({
      kind: 'NETWORK_REFUSED',
      path: '/operator#networks',
      message: expect.stringMatching(/^TikTok rejects posts, .* Request the audit there\.$/),
    }),
  );
  await after(7 * DAY_MS);
  expect(await em().count(ServiceMatter, { id: 'unaudited:tiktok', endedAt: null })).toBe(0);
});

it('clears the notice of sign-ups once all of them are decided', async () => {
  await asking(1);
  await maintainSignups(services);
  expect((await newsOf(vera)).notices).toMatchObject([{ message: expect.stringMatching(/^One sign-up request is pending\./) }]);
  await em().execute('delete from signups');
  await maintainSignups(services);
  expect((await newsOf(vera)).unseen).toBe(0);
});
