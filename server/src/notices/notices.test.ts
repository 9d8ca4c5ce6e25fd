import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { createMailCarrier, deliverMail } from '../access/mail/deliver-mail.ts';
import { Notice } from '../access/notice.entity.ts';
import { markNoticesSeen } from '../access/notices.ts';
import { User } from '../access/user.entity.ts';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { type EventReader, readEvents } from '../events/event-queries.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { smallPictures } from '../media/small-pictures.ts';
import { newId } from '../new-id.ts';
import { settleUnknown } from '../publishing/reconciliation/settle-unknown.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { holdApproval, releaseApproval } from '../publishing/review/hold-approval.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { createAndSubmitDraft, submitDraft } from '../publishing/review/submit-draft.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { meetingAtRows } from '../testing/database/held-rows.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenPicture, photograph } from '../testing/pictures.ts';
import { type MailServer, startMailServer } from '../testing/servers/mail-server.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import { createWorkspace } from '../workspaces/workspace-lifecycle.ts';
import { notifyPeople } from './compose/notify-people.ts';
import { remindPeople } from './compose/reminders.ts';
import { changeNoticeSettings } from './notice-preferences.ts';
import { routeNotices } from './sending/route-notices.ts';
import { sendDueNotices } from './sending/send-due-notices.ts';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const queue = createRecordingQueue();
let post: MailServer;
let services: Services;
let app: HttpServer;
let stage: Stage;
let approver: Extract<Actor, { kind: 'user' }>;

beforeAll(async () => {
  post = await startMailServer();
  const config = testConfig(database, { mail: { smtpUrl: post.url, from: 'Countersign <posts@example.org>' } });
  services = createTestServices(database, { clock, queue, config });
  app = await buildWeb(services);
});
afterAll(async () => {
  await app?.close();
  await post?.close();
});
beforeEach(async () => {
  stage = await givenStage(services);
  approver = await userActor(services, stage.accountId, 'approver');
  await userActor(services, stage.accountId, 'viewer');
  await settle();
});

/** One run of the worker: creates the notices and routes them to their channels. */
async function tell(): Promise<void> {
  await readEvents(services, notifyPeople);
  await routeNotices(services);
}

/** Sends what is due after this time by a real mail server. */
async function mailsAfter(milliseconds: number) {
  clock.advance(milliseconds);
  await sendDueNotices(services, 'mail');
  return handOver();
}

async function handOver() {
  const carrier = createMailCarrier({ smtpUrl: post.url, from: 'posts@example.org' });
  for (const id of queue.mailIds.splice(0)) await deliverMail(services, carrier, id, smallPictures);
  return post.mails.splice(0).toSorted((a, b) => (a.to[0] ?? '').localeCompare(b.to[0] ?? ''));
}

/** Delivers all earlier notices. */
async function settle(): Promise<void> {
  await tell();
  await mailsAfter(24 * HOUR_MS);
}

const noticesOf = (actor: { userId: string }) => services.orm.em.fork().find(Notice, { userId: actor.userId }, { orderBy: { id: 'asc' } });
const decide = (approval: { id: string; contentHash: string } | null, decision: 'approved' | 'rejected' | 'changes_requested', by: Actor) =>
  actAs(services, by, (ctx) => recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision }));
const writtenBy = (actor: Actor, { workspaceId } = stage) =>
  actAs(services, actor, (ctx) =>
    createAndSubmitDraft(ctx, {
      workspaceId,
      sourceText: 'The pier opens on Friday.',
      platforms: ['sandbox'],
      publishMode: 'approval_queue',
    }),
  );

it('mails the approvers a preview of the post, with a button that opens exactly this approval', async () => {
  const { approval } = await stage.submit({ sourceText: 'Open again & on Saturday <3.\nCome by!' });
  await tell();
  expect(await mailsAfter(30_000)).toEqual([]);
  const mails = await mailsAfter(30_000);
  expect(mails.flatMap(({ to }) => to)).toEqual([stage.owner.email, approver.email].sort());
  for (const { headers, text, html } of mails) {
    expect(headers.subject).toContain('A post waits for your decision: Open again');
    expect(text).toContain(`${stage.agent.agentName} requests your approval:`);
    expect(text.replaceAll('\r\n', '\n')).toContain('Sandbox:\n> Open again & on Saturday <3.\n> Come by!');
    expect(text).toContain('It will be published as soon as it is approved.');
    expect(text).toContain(`Review: http://localhost:4000/approvals/${approval?.id}`);
    expect(html).toContain('Open again &amp; on Saturday &lt;3.<br>Come by!');
    expect(html.match(/font-weight:600/g)).toHaveLength(1);
    expect(headers['auto-submitted']).toBe('auto-generated');
    expect(headers['x-auto-response-suppress']).toBe('OOF, AutoReply');
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  }
  expect(await mailsAfter(HOUR_MS)).toEqual([]);
});

it('names the workspace, in the console’s colours for light and dark, and the time in the reader’s own zone', async () => {
  await actAs(services, approver, (ctx) => changeNoticeSettings(ctx, { timeZone: 'America/New_York' }));
  const other = await actAs(services, stage.owner, (ctx) => createWorkspace(ctx, { accountId: stage.accountId, name: 'Quay & Co' }));
  await stage.submit({ sourceText: 'The pier opens.', scheduledAt: new Date('2026-06-06T08:00:00Z') });
  await tell();
  const mail = (await mailsAfter(MINUTE_MS)).find(({ to }) => to[0] === approver.email);
  expect(mail?.text).toContain(`Countersign · ${stage.workspace.name}`);
  expect(mail?.text).toContain('It will be published on Saturday 6 June 2026, 04:00 (America/New_York).');
  expect(mail?.html).toContain('prefers-color-scheme:dark');
  expect(mail?.html).toContain('bgcolor="#2b50c8"');
  expect(mail?.html).not.toMatch(/#0f766e|<img/);

  // With several workspaces each line names its own.
  await stage.submit({ sourceText: 'First pier.' });
  await actAs(services, stage.owner, async (ctx) =>
    ctx.em.insert(Notice, {
      ...{
        id: newId('ntc'),
        accountId: stage.accountId,
        workspaceId: other.id,
        userId: approver.userId,
        kind: 'job_failed',
        subjectId: null,
      },
      ...{ message: '“Ferry” could not be published.', createdAt: ctx.clock.now() },
    }),
  );
  await tell();
  const many = (await mailsAfter(HOUR_MS)).find(({ to }) => to[0] === approver.email);
  expect(many?.headers.subject).toBe('A post could not be published, and other news');
  expect(many?.text).toContain('Quay & Co: “Ferry” could not be published.');
  expect(many?.text).not.toContain(`Countersign · ${stage.workspace.name}`);
});

it('shows a post’s images as thumbnails with descriptions, and the rest if one cannot be read', async () => {
  const { id } = await givenPicture(services, stage.owner, stage.workspace, 'A boat & its "mast".', await photograph(900, 600));
  await stage.submit({ sourceText: 'The boat is in.', mediaIds: [id] });
  await tell();
  const [mail] = await mailsAfter(MINUTE_MS);
  const [, cid] = /<img src="cid:([0-9a-f]{64})" alt="A boat &amp; its &quot;mast&quot;\."/.exec(mail?.html ?? '') ?? [];
  const [, sent = ''] = mail?.raw.split(new RegExp(`Content-ID:\\s+<${cid}>`)) ?? [];
  const { width, height } = await sharp(Buffer.from(sent.slice(sent.indexOf('\r\n\r\n'), sent.indexOf('\r\n--')), 'base64')).metadata();
  expect(Math.max(width ?? 0, height ?? 0)).toBe(320);
  await settle();

  await stage.submit({ sourceText: 'The boat is out.', mediaIds: [id] });
  await tell();
  const read = async () => null;
  services = { ...services, media: { ...services.media, read } };
  const [without] = await mailsAfter(MINUTE_MS);
  expect(without?.html).toContain('The boat is out.');
  expect(without?.html).not.toContain('<img');
});

it('sends a dozen drafts of one minute in one mail, each once, from any number of workers', async () => {
  for (let number = 0; number < 12; number += 1) await stage.submit({ sourceText: `Pier ${number} opens on Friday.` });
  await Promise.all([1, 2, 3, 4].map(() => readEvents(services, notifyPeople)));
  await Promise.all([1, 2, 3, 4].map(() => routeNotices(services)));
  expect(await noticesOf(approver)).toHaveLength(12);
  clock.advance(MINUTE_MS);
  await Promise.all([1, 2, 3, 4].map(() => sendDueNotices(services, 'mail')));
  const mails = await handOver();
  expect(mails).toHaveLength(2);
  expect(mails[0]?.headers.subject).toBe('12 posts wait for your decision');
  expect(mails[0]?.text).toContain('… and 2 more.');
  expect(mails[0]?.text).toContain(`Open approvals: http://localhost:4000/approvals?workspace=${stage.workspaceId}`);
  // Later notices wait for the next mail.
  await stage.submit({ sourceText: 'One more pier.' });
  await tell();
  expect(await mailsAfter(5 * MINUTE_MS)).toEqual([]);
  expect(await mailsAfter(5 * MINUTE_MS)).toHaveLength(2);
});

it('sends one mail to each person, even if another worker starts while the first claims the pending items', async () => {
  for (const number of [1, 2, 3]) await stage.submit({ sourceText: `Pier ${number} opens on Friday.` });
  await tell();
  clock.advance(MINUTE_MS);
  const [, second] = await noticesOf(approver);
  const row = 'select from notice_deliveries where notice_id = ? for update';
  const send = () => sendDueNotices(services, 'mail');
  await meetingAtRows(database, [row, [second?.id]], [send, send]);
  const subjects = (await handOver()).map(({ headers }) => headers.subject);
  expect(subjects).toEqual(['3 posts wait for your decision', '3 posts wait for your decision']);
});

it('mails nothing that was decided or seen meanwhile, and notifies the author of the decision', async () => {
  const { approval } = await writtenBy(approver);
  await tell();
  expect(await noticesOf(approver)).toEqual([]);
  await decide(approval, 'approved', stage.owner);
  await tell();
  const mails = await mailsAfter(MINUTE_MS);
  expect(mails.map(({ to, headers }) => [to[0], headers.subject])).toEqual([[approver.email, 'Your post was approved']]);
  expect(mails[0]?.text).toContain(`${stage.owner.name} approved “The pier opens on Friday.” for Sandbox.`);
  expect((await noticesOf(stage.owner)).map(({ kind, seenAt }) => [kind, seenAt !== null])).toEqual([['approval_waits', true]]);
});

it('mails nothing that its person has seen in the console', async () => {
  await stage.submit();
  await tell();
  const [notice] = await noticesOf(approver);
  await actAs(services, approver, (ctx) => markNoticesSeen(ctx, { workspaceId: stage.workspaceId, upToId: notice?.id ?? null }));
  expect((await mailsAfter(MINUTE_MS)).map(({ to }) => to[0])).toEqual([stage.owner.email]);
});

it('mails nothing to an address that was never confirmed, which may be another person’s', async () => {
  const confirmed = (at: Date | null) => services.orm.em.fork().nativeUpdate(User, { id: approver.userId }, { emailConfirmedAt: at });
  await confirmed(null);
  await decide((await writtenBy(approver)).approval, 'approved', stage.owner);
  await tell();
  expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  expect((await noticesOf(approver)).map(({ kind }) => kind)).toEqual(['approval_approved']);
  await confirmed(clock.now());
  await decide((await writtenBy(approver)).approval, 'approved', stage.owner);
  await tell();
  expect((await mailsAfter(MINUTE_MS)).map(({ to }) => to[0])).toEqual([approver.email]);
});

/** Reads the events late, one per run. */
const oneByOne: EventReader = {
  ...notifyPeople,
  async read(tx, events) {
    for (const event of events) await notifyPeople.read(tx, [event]);
  },
};

it('notifies of a decision once, also if the first of two is read after the second', async () => {
  const twoOfTwo = await givenStage(services, { workspace: { approvalsRequired: 2 } });
  const [second, writer] = [await userActor(services, twoOfTwo.accountId), await userActor(services, twoOfTwo.accountId, 'approver')];
  const { approval } = await writtenBy(writer, twoOfTwo);
  await decide(approval, 'approved', twoOfTwo.owner);
  await decide(approval, 'approved', second);
  await readEvents(services, oneByOne);
  expect((await noticesOf(writer)).map(({ kind }) => kind)).toEqual(['approval_approved']);
});

it('notifies of an outcome once, also if an unknown one is read afterwards', async () => {
  const unsure = await givenStage(services, { sandbox: { failure: 'timeout_after_acting' } });
  const { publicationId } = await givenQueued(unsure);
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  await actAs(services, unsure.owner, (ctx) =>
    settleUnknown(ctx, { publicationId, verdict: 'not_published', reason: 'The feed has no such post.' }),
  );
  await readEvents(services, oneByOne);
  expect((await noticesOf(unsure.owner)).map(({ kind }) => kind)).toEqual(['job_failed']);
});

it('notifies once that two networks are unknown, also if each event is read after both', async () => {
  const unsure = await givenStage(services, { sandbox: { failure: 'timeout_after_acting' } });
  await unsure.connect('sandbox', { handle: 'pier', failure: 'timeout_after_acting' });
  const { publicationIds } = await givenQueued(unsure);
  for (const id of publicationIds) await workOnPublication(services, id, { signal: new AbortController().signal });
  await readEvents(services, oneByOne);
  expect((await noticesOf(unsure.owner)).map(({ kind }) => kind)).toEqual(['outcome_unknown']);
});

it('notifies the author of a hold, and not if it was released before the event was read', async () => {
  const writer = await userActor(services, stage.accountId, 'approver');
  for (const isReleased of [true, false]) {
    const { approval } = await writtenBy(writer);
    const approvalId = approval?.id ?? '';
    await decide(approval, 'approved', approver);
    await actAs(services, approver, (ctx) => holdApproval(ctx, { approvalId, reason: 'The storm.' }));
    if (isReleased) await actAs(services, approver, (ctx) => releaseApproval(ctx, approvalId));
  }
  await tell();
  const heldNotices = (await noticesOf(writer)).filter(({ kind }) => kind === 'approval_held');
  expect(heldNotices.map(({ message }) => message)).toEqual([expect.stringContaining(`${approver.name} put “The pier opens`)]);
});

it('notifies the others when one person’s notice fails, and that one later', async () => {
  await stage.submit();
  await tell();
  clock.advance(MINUTE_MS);
  let failures = 1;
  const seal: typeof services.sealer.seal = (plaintext, place) => {
    if (failures-- > 0) throw new Error('Refused by the test.');
    return services.sealer.seal(plaintext, place);
  };
  // One person a run, and the first fails.
  await sendDueNotices({ ...services, sealer: { ...services.sealer, seal } }, 'mail', 1);
  expect(await handOver()).toEqual([]);
  await sendDueNotices(services, 'mail', 1);
  const [other, ...none] = await handOver();
  expect(none).toEqual([]);
  expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  const [last] = await mailsAfter(4 * MINUTE_MS);
  expect(new Set([other?.to[0], last?.to[0]]).size).toBe(2);
});

it('mails what was never displayed, and nothing that was', async () => {
  for (const what of ['First pier', 'Second pier', 'Third pier']) await stage.submit({ sourceText: `${what} opens on Friday.` });
  await tell();
  const [first, second, third] = (await noticesOf(approver)).map(({ id }) => id);
  const { workspaceId } = stage;
  await actAs(services, approver, (ctx) => markNoticesSeen(ctx, { workspaceId, fromId: second ?? '', upToId: third ?? '' }));
  expect((await noticesOf(approver)).filter(({ seenAt }) => seenAt === null).map(({ id }) => id)).toEqual([first]);
  const mail = (await mailsAfter(MINUTE_MS)).find(({ to }) => to[0] === approver.email);
  expect(mail?.headers.subject).toContain('First pier');
});

it('names the accounts of a network on which the workspace has several', async () => {
  const ferry = await stage.connect('sandbox', { handle: 'ferry' });
  const { approval } = await stage.submit({ sourceText: 'The pier opens on Friday.', connectionIds: [ferry.id] });
  await tell();
  clock.advance(25 * HOUR_MS);
  await remindPeople(services);
  expect((await noticesOf(approver)).map(({ message }) => message)).toEqual([
    expect.stringContaining('requests your approval: “The pier opens on Friday.” for Sandbox (ferry).'),
    expect.stringContaining('hours for a decision: “The pier opens on Friday.” for Sandbox (ferry).'),
  ]);
  const byOwner = await writtenBy(stage.owner);
  await decide(byOwner.approval, 'approved', approver);
  await tell();
  expect((await noticesOf(stage.owner)).at(-1)?.message).toMatch(
    /approved “The pier opens on Friday\.” for Sandbox \((harbour|ferry)\) and Sandbox \((harbour|ferry)\)\.$/,
  );
  await decide(approval, 'approved', stage.owner);
  await actAs(services, approver, (ctx) => holdApproval(ctx, { approvalId: byOwner.approval?.id ?? '', reason: 'Wait.' }));
  await stage.submit({ sourceText: 'On both.' });
  await tell();
  expect((await noticesOf(approver)).at(-1)?.message).toMatch(
    /“On both\.” for Sandbox \((harbour|ferry)\) and Sandbox \((harbour|ferry)\)\.$/,
  );
});

it('tells people who decide again that changes were made', async () => {
  const { approval, draft } = await stage.submit();
  await tell();
  await decide(approval, 'changes_requested', approver);
  await tell();
  await actAs(services, stage.agent, async (ctx) => {
    const { draft: changed } = await changeDraft(ctx, {
      draftId: draft.id,
      revision: draft.revision,
      changes: { sourceText: 'Now with the time: Friday, 8 h.' },
    });
    await submitDraft(ctx, changed);
  });
  await tell();
  expect((await noticesOf(approver)).map(({ kind }) => kind)).toEqual(['approval_waits', 'changes_made']);
});

it('sends nothing in quiet hours, and once a day to those who chose that', async () => {
  await actAs(services, approver, (ctx) => changeNoticeSettings(ctx, { quietFrom: '10:00', quietTo: '14:00', timeZone: 'Europe/Lisbon' }));
  await actAs(services, stage.owner, (ctx) => changeNoticeSettings(ctx, { digestAt: '08:00', timeZone: 'Europe/Lisbon' }));
  const start = clock.now();
  clock.set(new Date('2026-06-01T10:00:00Z'));
  await stage.submit();
  await tell();
  expect(await mailsAfter(2.9 * HOUR_MS)).toEqual([]);
  expect((await mailsAfter(0.2 * HOUR_MS)).flatMap(({ to }) => to)).toEqual([approver.email]);
  clock.set(new Date('2026-06-02T06:59:00Z'));
  expect(await mailsAfter(0)).toEqual([]);
  expect((await mailsAfter(MINUTE_MS)).flatMap(({ to }) => to)).toEqual([stage.owner.email]);
  expect(clock.now().getTime()).toBeGreaterThan(start.getTime());
});

it('stops mails of a topic by one click, and by nothing less', async () => {
  await stage.submit();
  await tell();
  const mails = await mailsAfter(MINUTE_MS);
  const mail = mails.find(({ to }) => to[0] === approver.email);
  const url = new URL(/<(.+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '');
  const click = (token: string) =>
    app.inject({
      method: 'POST',
      url: `${url.pathname}?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: 'List-Unsubscribe=One-Click',
    });
  const token = url.searchParams.get('token') ?? '';
  await app.inject({ method: 'GET', url: url.pathname + url.search });
  expect((await click(token.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).statusCode).toBe(404);
  await stage.submit({ sourceText: 'Still delivered.' });
  await tell();
  expect(await mailsAfter(HOUR_MS)).toHaveLength(2);
  await stage.submit({ sourceText: 'On its way when it is stopped.' });
  await tell();
  expect([(await click(token)).statusCode, (await click(token)).statusCode]).toEqual([204, 204]);
  expect((await mailsAfter(HOUR_MS)).flatMap(({ to }) => to)).toEqual([stage.owner.email]);
  await stage.submit({ sourceText: 'Told in the console alone.' });
  await tell();
  expect((await mailsAfter(HOUR_MS)).flatMap(({ to }) => to)).toEqual([stage.owner.email]);
  expect((await noticesOf(approver)).at(-1)?.message).toContain('Told in the console alone.');
});

it('gives a notice up rather than mail it twice, if a process died while sending it', async () => {
  await actAs(services, stage.owner, (ctx) => revokeGrant(ctx, stage.agent.grantId));
  await tell();
  clock.advance(MINUTE_MS);
  await sendDueNotices(services, 'mail');
  const [id = ''] = queue.mailIds.splice(0);
  // The mail server has accepted it, and the process died before it could record that.
  void deliverMail(services, { carry: () => new Promise(() => {}) }, id);
  await expect
    .poll(async () => (await services.orm.em.fork().execute('select carried_at from mails where id = ?', [id]))[0]?.carried_at)
    .not.toBeNull();
  const carrier = createMailCarrier({ smtpUrl: post.url, from: 'posts@example.org' });
  expect(await deliverMail(services, carrier, id)).toBe('given_up');
  expect(post.mails).toEqual([]);
});
