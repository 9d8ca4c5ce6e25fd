import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMailCarrier, deliverMail } from '../access/mail/deliver-mail.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Stage as PolicyStage } from '../access/workspace-policies.ts';
import type { Decision } from '../approvals/approval-decision.entity.ts';
import { ClientLink } from '../approvals/clients/client-link.entity.ts';
import { clientOf } from '../approvals/clients/client-links.ts';
import { revokeClientLink, shareWithClient } from '../approvals/clients/share-with-client.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { submitDraft } from '../publishing/review/submit-draft.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { openBrowser } from '../testing/browser.ts';
import { givenClient } from '../testing/clients.ts';
import { meetingAtRows } from '../testing/database/held-rows.ts';
import { type MailServer, startMailServer } from '../testing/servers/mail-server.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import { archiveWorkspace, createWorkspace, restoreWorkspace } from '../workspaces/workspace-lifecycle.ts';
import { mailClients } from './ask-clients-again.ts';
import { notifyPeople } from './compose/notify-people.ts';
import { remindPeople } from './compose/reminders.ts';
import { routeNotices } from './sending/route-notices.ts';
import { sendDueNotices } from './sending/send-due-notices.ts';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const queue = createRecordingQueue();
let post: MailServer;
let services: Services;
let app: HttpServer;
let stage: Stage;

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
});

type Submitted = Awaited<ReturnType<Stage['submit']>>;

async function shared(texts: readonly string[]) {
  const posts: Submitted[] = [];
  for (const sourceText of texts) posts.push(await stage.submit({ sourceText }));
  const client = await givenClient(
    services,
    stage.workspace,
    stage.owner,
    posts.map(({ draft }) => draft.id),
  );
  const says = ({ approval }: Submitted, decision: Decision) =>
    actAs(services, client, (ctx) =>
      recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision, comment: 'The time!' }),
    );
  return { posts, client, says };
}

/** The agent makes the requested changes, which requests a new approval. */
function changed({ draft }: Submitted, sourceText: string): Promise<Submitted> {
  return actAs(services, stage.agent, async (ctx) => {
    const { draft: now } = await changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText } });
    return submitDraft(ctx, now);
  });
}

/** The client's mails, received by a real mail server after this time. */
async function mailsAfter(milliseconds: number) {
  await readEvents(services, notifyPeople);
  clock.advance(milliseconds);
  // With any number of concurrent workers.
  await Promise.all([mailClients(services), mailClients(services)]);
  const carrier = createMailCarrier({ smtpUrl: post.url, from: 'posts@example.org' });
  for (const id of queue.mailIds.splice(0)) await deliverMail(services, carrier, id);
  return post.mails.splice(0);
}

const tokenIn = (text = ''): string => /\/shared#token=([\w-]{43})/.exec(text)?.[1] ?? '';
const shows = (token: string) => openBrowser(app).post('/api/client/posts', { token });

it('writes to a client in the language that was chosen for them, at first and again', async () => {
  const pier = await stage.submit({ sourceText: 'The pier opens on Friday.' });
  const share = { workspaceId: stage.workspaceId, draftIds: [pier.draft.id], email: 'lea@example.org', days: 14, language: 'fr' } as const;
  const { link } = await actAs(services, stage.owner, (ctx) => shareWithClient(ctx, share));
  const [first] = await mailsAfter(0);
  const { id: approvalId = '', contentHash = '' } = pier.approval ?? {};
  const decision = { approvalId, contentHash, decision: 'changes_requested', comment: 'When?' } as const;
  await actAs(services, clientOf(link), (ctx) => recordDecision(ctx, decision));
  await changed(pier, 'The pier opens on Friday at 8 h.');
  const [again] = await mailsAfter(MINUTE_MS);
  expect([first, again].map((mail) => mail?.headers['content-language'])).toEqual(['fr', 'fr']);
});

it('mails a client once when their requested changes are made, with a link that shows them', async () => {
  const { posts, client, says } = await shared(['The pier opens on Friday.', 'The café opens on Sunday.']);
  const [pier, café] = posts as [Submitted, Submitted];
  await says(pier, 'changes_requested');
  expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  await changed(pier, 'The pier opens on Friday at 8 h.');
  // A change that no client requested is not announced to the client.
  await changed(café, 'The café opens on Sunday at 9 h.');
  expect(await mailsAfter(MINUTE_MS / 2)).toEqual([]);
  const [mail, ...others] = await mailsAfter(MINUTE_MS / 2);
  expect([mail?.to, others]).toEqual([[client.email], []]);
  expect(mail?.text).toContain('are ready: “The pier opens on Friday at 8 h.” is waiting for your review.');
  expect(await mailsAfter(60 * MINUTE_MS)).toEqual([]);
  for (const token of [tokenIn(mail?.text), client.linkToken]) {
    const { posts: seen } = (await shows(token)).json();
    expect(seen[0]).toMatchObject({ state: 'waits', payloads: [{ preview: { parts: [{ text: expect.stringContaining('8 h') }] } }] });
  }
  const entry = await services.orm.em.fork().findOneOrFail(AuditEntry, { action: 'client_link.mailed_again', subjectId: client.linkId });
  expect(entry.details).toMatchObject({ email: client.email, draftIds: [pier.draft.id] });
});

it('sends one mail to a client, even if another worker starts while the first claims the pending items', async () => {
  const { posts, client, says } = await shared(['First pier.', 'Second pier.']);
  for (const one of posts) await says(one, 'changes_requested');
  for (const one of posts) await changed(one, `${one.draft.sourceText} With its time.`);
  await readEvents(services, notifyPeople);
  clock.advance(MINUTE_MS);
  const row = 'select from client_recalls where link_id = ? and approval_id = ? for update';
  const mail = () => mailClients(services);
  await meetingAtRows(database, [row, [client.linkId, posts[1]?.approval?.id]], [mail, mail]);
  const [first, ...others] = await mailsAfter(0);
  expect([first?.headers.subject, others]).toEqual(['Changes are ready for review: 2 posts', []]);
});

it('sends several posts in one mail, and again for each new request for changes', async () => {
  const { posts, says } = await shared(['First pier.', 'Second pier.', 'Third pier.']);
  for (const one of posts) await says(one, 'changes_requested');
  const again = [];
  for (const [index, one] of posts.entries()) again.push(await changed(one, `Pier ${index} with its time.`));
  const [mail, ...others] = await mailsAfter(MINUTE_MS);
  expect([mail?.headers.subject, others]).toEqual(['Changes are ready for review: 3 posts', []]);
  expect(mail?.text).toContain('“Pier 0 with its time.”, “Pier 1 with its time.”, “Pier 2 with its time.”.');
  await says(again[0] as Submitted, 'changes_requested');
  await changed({ ...(again[0] as Submitted) }, 'Pier 0 with time and place.');
  expect(await mailsAfter(5 * MINUTE_MS)).toEqual([]);
  expect(await mailsAfter(5 * MINUTE_MS)).toHaveLength(1);
});

it('mails nothing that was decided meanwhile, waits during a further change, and ends with its link', async () => {
  const { posts, client, says } = await shared(['First pier.', 'Second pier.']);
  const [first, second] = posts as [Submitted, Submitted];
  await says(first, 'changes_requested');
  const { approval } = await changed(first, 'First pier, Friday.');
  await stage.approve(approval);
  expect(await mailsAfter(60 * MINUTE_MS)).toEqual([]);
  await says(second, 'changes_requested');
  const asked = await changed(second, 'Second pier, Friday.');
  await readEvents(services, notifyPeople);
  const newest = await changed(asked, 'Second pier, Friday at 8 h.');
  const [mail] = await mailsAfter(MINUTE_MS);
  expect(mail?.text).toContain('“Second pier, Friday at 8 h.”');
  // The same again, with the link revoked before it is mailed.
  await says(newest, 'changes_requested');
  await changed(newest, 'Second pier, Saturday.');
  await readEvents(services, notifyPeople);
  await actAs(services, stage.owner, (ctx) => revokeClientLink(ctx, client.linkId));
  expect((await shows(tokenIn(mail?.text))).json()).toMatchObject({ code: 'client_link_invalid' });
  expect(await mailsAfter(60 * MINUTE_MS)).toEqual([]);
});

it('mails a client nothing of an archived workspace, and the rest once it is restored', async () => {
  const { posts, client, says } = await shared(['The pier opens on Friday.']);
  const [pier] = posts as [Submitted];
  await says(pier, 'changes_requested');
  await changed(pier, 'The pier opens on Friday at 8 h.');
  const { accountId, workspaceId } = stage;
  await actAs(services, stage.owner, async (ctx) => {
    await createWorkspace(ctx, { accountId, name: 'The other one' });
    await archiveWorkspace(ctx, workspaceId);
  });
  expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  await actAs(services, stage.owner, (ctx) => restoreWorkspace(ctx, workspaceId));
  expect((await mailsAfter(MINUTE_MS)).map(({ to }) => to)).toEqual([[client.email]]);
});

it('mails a client whose changes were made once the post is pending again, if another client requested more meanwhile', async () => {
  const { posts, says } = await shared(['The pier opens on Friday.']);
  const [pier] = posts as [Submitted];
  const other = await givenClient(services, stage.workspace, stage.owner, [pier.draft.id], 'other@example.org');
  await says(pier, 'changes_requested');
  const again = await changed(pier, 'The pier opens on Friday at 8 h.');
  await actAs(services, other, (ctx) =>
    recordDecision(ctx, {
      approvalId: again.approval?.id ?? '',
      contentHash: again.approval?.contentHash ?? '',
      decision: 'changes_requested',
      comment: 'And where?',
    }),
  );
  expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  await changed(again, 'The pier opens on Friday at 8 h, by the café.');
  expect((await mailsAfter(MINUTE_MS)).flatMap(({ to }) => to).sort()).toEqual(['client@example.org', 'other@example.org']);
});

it('mails a client with an earlier link when their stage begins, and shows until then that others decide first', async () => {
  const stages = [
    { name: 'Team', who: 'owners', userIds: [], required: 1, platforms: [], agentIds: [] },
    { name: 'Client', who: 'clients', userIds: [], required: 1, platforms: [], agentIds: [] },
  ] satisfies PolicyStage[];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages });
  const { posts, client, says } = await shared(['The pier opens on Friday.']);
  const [pier] = posts as [Submitted];
  expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  const stateOf = async () => (await shows(client.linkToken)).json().posts[0]?.state;
  expect(await stateOf()).toBe('comes_later');
  await stage.approve(pier.approval);
  const [mail, ...others] = await mailsAfter(MINUTE_MS);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('has reviewed it, and “The pier opens on Friday.” is now waiting for you.');
  expect(await stateOf()).toBe('waits');
  expect((await says(pier, 'approved')).state).toBe('approved');
  expect(await mailsAfter(60 * MINUTE_MS)).toEqual([]);
});

it('claims no earlier approval if the client’s stage is the first', async () => {
  const stages = [{ name: 'Client', who: 'clients', userIds: [], required: 1, platforms: [], agentIds: [] }] satisfies PolicyStage[];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages });
  const { posts } = await shared(['The pier opens on Friday.']);
  clock.advance(MINUTE_MS);
  await changed(posts[0] as Submitted, 'The pier opens on Saturday.');
  const [mail, ...others] = await mailsAfter(MINUTE_MS);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('asks you first: “The pier opens on Saturday.” is waiting for you.');
  expect(mail?.text).not.toContain('has reviewed');
});

it('claims no earlier approval if only another client has approved', async () => {
  const stages = [{ name: 'Clients', who: 'clients', userIds: [], required: 2, platforms: [], agentIds: [] }] satisfies PolicyStage[];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages });
  const { posts, says } = await shared(['The pier opens on Friday.']);
  const [pier] = posts as [Submitted];
  const other = await givenClient(services, stage.workspace, stage.owner, [pier.draft.id], 'other@example.org');
  clock.advance(MINUTE_MS);
  await says(await changed(pier, 'The pier opens on Saturday.'), 'approved');
  const [mail, ...others] = await mailsAfter(MINUTE_MS);
  expect([mail?.to, others]).toEqual([[other.email], []]);
  expect(mail?.text).toContain('asks you first: “The pier opens on Saturday.” is waiting for you.');
});

const CLIENTS_STAGE = [{ name: 'Client', who: 'clients', userIds: [], required: 1, platforms: [], agentIds: [] }] satisfies PolicyStage[];

const postsIn = (mails: { text: string }[]) => mails.map(({ text }) => /“(.+?)”/.exec(text)?.[1]);

it('mails a client with several links once for each post, with the newest link that shows it', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages: CLIENTS_STAGE });
  const { posts, client } = await shared(['The pier opens.', 'The ferry opens.']);
  const [pier, ferry] = posts as [Submitted, Submitted];
  clock.advance(MINUTE_MS);
  const newer = await givenClient(services, stage.workspace, stage.owner, [pier.draft.id]);
  clock.advance(MINUTE_MS);
  const revoked = await givenClient(services, stage.workspace, stage.owner, [ferry.draft.id]);
  await actAs(services, stage.owner, (ctx) => revokeClientLink(ctx, revoked.linkId));
  expect(newer.email).toBe(client.email);
  clock.advance(MINUTE_MS);
  await changed(pier, 'The pier opens at 8 h.');
  await changed(ferry, 'The ferry opens at 9 h.');
  expect(postsIn(await mailsAfter(MINUTE_MS)).toSorted()).toEqual(['The ferry opens at 9 h.', 'The pier opens at 8 h.']);
});

it('mails a client with an earlier link that shows the post, if the newest ends before the mail', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages: CLIENTS_STAGE });
  const { posts } = await shared(['The pier opens.', 'The ferry opens.']);
  const [pier, ferry] = posts as [Submitted, Submitted];
  clock.advance(MINUTE_MS);
  const newer = await givenClient(services, stage.workspace, stage.owner, [pier.draft.id]);
  clock.advance(MINUTE_MS);
  await changed(pier, 'The pier opens at 8 h.');
  await readEvents(services, notifyPeople);
  await actAs(services, stage.owner, (ctx) => revokeClientLink(ctx, newer.linkId));
  await changed(ferry, 'The ferry opens at 9 h.');
  const mails = [...(await mailsAfter(MINUTE_MS)), ...(await mailsAfter(10 * MINUTE_MS))];
  expect(postsIn(mails)).toEqual(['The ferry opens at 9 h.', 'The pier opens at 8 h.']);
  for (const { text } of mails) expect((await shows(tokenIn(text))).statusCode).toBe(200);
  expect(await mailsAfter(60 * MINUTE_MS)).toEqual([]);
});

it('mails an address at most ten times a day, and the rest later', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages: CLIENTS_STAGE });
  const { posts, client } = await shared(['The pier opens.']);
  await services.orm.em.fork().nativeUpdate(ClientLink, { id: client.linkId }, { expiresAt: new Date(clock.now().getTime() + 7 * DAY_MS) });
  let pier = posts[0] as Submitted;
  let mails = 0;
  for (let hour = 0; hour < 12; hour += 1) {
    clock.advance(HOUR_MS);
    pier = await changed(pier, `The pier opens at ${hour} h.`);
    mails += (await mailsAfter(MINUTE_MS)).length;
  }
  expect(mails).toBe(10);
  expect(postsIn(await mailsAfter(13 * HOUR_MS))).toEqual(['The pier opens at 11 h.']);
});

it('leaves room for new requests: an address is reminded only while it had fewer than seven mails that day', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages: CLIENTS_STAGE });
  let lock = await stage.submit({ sourceText: 'The lock opens.', scheduledAt: new Date(clock.now().getTime() + 9.5 * HOUR_MS) });
  const client = await givenClient(services, stage.workspace, stage.owner, [lock.draft.id]);
  await services.orm.em.fork().nativeUpdate(ClientLink, { id: client.linkId }, { expiresAt: new Date(clock.now().getTime() + 7 * DAY_MS) });
  const aboutLock = async () => (await mailsAfter(MINUTE_MS)).filter(({ text }) => text.includes('The lock opens'));
  const change = async (hour: number) => {
    lock = await changed(lock, `The lock opens at ${hour} h.`);
    return aboutLock();
  };
  for (let hour = 1; hour <= 7; hour += 1) {
    clock.advance(HOUR_MS - MINUTE_MS);
    expect(await change(hour)).toHaveLength(1);
  }
  clock.advance(HOUR_MS);
  await remindPeople(services);
  expect(await aboutLock()).toEqual([]);
  const [request] = await change(8);
  expect(request?.text).not.toContain('still waits for your decision');
});

/** Without those of earlier tests. */
const aboutTower = (mails: Awaited<ReturnType<typeof mailsAfter>>) => mails.filter(({ text }) => text.includes('The tower opens.'));

it('mails a client again who has not decided a day after they were asked, and shortly before the post is published', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages: CLIENTS_STAGE });
  const pier = await stage.submit({ sourceText: 'The tower opens.', scheduledAt: new Date(clock.now().getTime() + 2 * DAY_MS) });
  const client = await givenClient(services, stage.workspace, stage.owner, [pier.draft.id]);
  await services.orm.em.fork().nativeUpdate(ClientLink, { id: client.linkId }, { expiresAt: new Date(clock.now().getTime() + 7 * DAY_MS) });
  expect(aboutTower(await mailsAfter(DAY_MS - HOUR_MS))).toEqual([]);
  clock.advance(HOUR_MS);
  await Promise.all([remindPeople(services), remindPeople(services)]);
  const [first, ...others] = aboutTower(await mailsAfter(MINUTE_MS));
  expect(first?.text).toContain('still waits for your decision: “The tower opens.”.');
  expect([first?.to, others]).toEqual([[client.email], []]);
  expect((await shows(tokenIn(first?.text))).json().posts[0]?.state).toBe('waits');
  clock.advance(DAY_MS - HOUR_MS);
  await remindPeople(services);
  expect(aboutTower(await mailsAfter(MINUTE_MS))).toHaveLength(1);
  await remindPeople(services);
  expect(aboutTower(await mailsAfter(HOUR_MS))).toEqual([]);
});

it('reminds the owner who approved in an earlier stage that the client has not decided, in an email too', async () => {
  const team = { name: 'Team', who: 'owners', userIds: [], required: 1, platforms: [], agentIds: [] } satisfies PolicyStage;
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages: [team, ...CLIENTS_STAGE] });
  const { approval, draft } = await stage.submit({ sourceText: 'The tower opens.' });
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  await services.orm.em.fork().nativeUpdate(ClientLink, { id: client.linkId }, { expiresAt: new Date(clock.now().getTime() + 7 * DAY_MS) });
  await stage.approve(approval);
  await mailsAfter(DAY_MS);
  await remindPeople(services);
  await routeNotices(services);
  clock.advance(MINUTE_MS);
  await sendDueNotices(services, 'mail');
  const { email } = await services.orm.em.fork().findOneOrFail(User, stage.owner.userId);
  const mail = (await mailsAfter(MINUTE_MS)).find(({ to }) => to.includes(email));
  expect(mail?.headers.subject).toBe('A post still waits for a decision: The tower opens.');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Waiting for 24 hours for the client’s decision: “The tower opens.”');
});

it('quotes a post apart where only one network has its first comment, which it shows', async () => {
  const post = (platform: string, settings: object) => ({ platform, text: 'The quay opens.', tags: [], thread: [], settings });
  const captions = [post('sandbox', { first_comment: 'Doors open at nine.' }), post('mastodon', {}), post('bluesky', {})];
  const { draft } = await stage.submit({ sourceText: 'The quay opens.', platforms: ['sandbox', 'mastodon', 'bluesky'], captions } as never);
  const share = { workspaceId: stage.workspaceId, draftIds: [draft.id], email: 'quay@example.org', days: 14 } as const;
  await actAs(services, stage.owner, (ctx) => shareWithClient(ctx, share));
  const mail = (await mailsAfter(0)).find(({ to }) => to.includes(share.email));
  const text = mail?.text.replaceAll('\r', '');
  expect(text).toContain('Sandbox:\n> The quay opens.\n> \n> First comment: Doors open at nine.\n');
  expect(text).toMatch(/(Mastodon and Bluesky|Bluesky and Mastodon):\n> The quay opens\.\n\n/);
});

it('shows a client the post and when it is published, in the workspace’s time zone, at first and again', async () => {
  const zone = { stages: CLIENTS_STAGE, timeZone: 'Europe/Lisbon' };
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, zone);
  const scheduledAt = new Date('2026-06-05T08:00:00Z');
  clock.set(new Date('2026-06-01T10:00:00Z'));
  const pier = await stage.submit({ sourceText: 'The pier opens.\nBring a picnic.', scheduledAt });
  const second = await stage.submit({ sourceText: 'The museum opens.' });
  const share = { workspaceId: stage.workspaceId, email: 'mara@example.org', days: 14 } as const;
  const draftIds = [pier.draft.id];
  const owner = await userActor(services, stage.accountId);
  await actAs(services, owner, (ctx) => shareWithClient(ctx, { ...share, draftIds }));
  const shared = await mailsAfter(MINUTE_MS);
  await changed(pier, 'The pier opens.\nBring a friend.');
  const again = await mailsAfter(MINUTE_MS);
  const of = (mails: typeof again) => mails.find(({ to }) => to.includes(share.email))?.text.replaceAll('\r', '') ?? '';
  for (const text of [of(shared), of(again)]) {
    expect(text).toContain(`Countersign · ${stage.workspace.name}`);
    expect(text).toContain('It will be published on Friday 5 June 2026, 09:00 (Europe/Lisbon).');
    expect(text).toMatch(/The link works until Monday 15 June 2026, 11:0\d \(Europe\/Lisbon\)/);
  }
  expect([of(shared), of(again)]).toEqual([
    expect.stringContaining('Sandbox:\n> The pier opens.\n> Bring a picnic.'),
    expect.stringContaining('Sandbox:\n> The pier opens.\n> Bring a friend.'),
  ]);
  await actAs(services, owner, (ctx) => shareWithClient(ctx, { ...share, draftIds: [pier.draft.id, second.draft.id] }));
  const both = of(await mailsAfter(MINUTE_MS));
  expect(both).toContain('Sandbox · Friday 5 June 2026, 09:00 (Europe/Lisbon):\n> The pier opens.');
  expect(both).toContain('Sandbox:\n> The museum opens.');
});
