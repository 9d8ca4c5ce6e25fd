import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMailCarrier, deliverMail } from '../access/mail/deliver-mail.ts';
import { Notice } from '../access/notice.entity.ts';
import { shareWithClient } from '../approvals/clients/share-with-client.ts';
import { DAY_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import { verifyEvidence } from '../publishing/evidence/verify-evidence.ts';
import { requestRetraction } from '../publishing/published/request-retraction.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import type { DraftResult } from '../publishing/review/draft-result.ts';
import { editPost } from '../publishing/review/edit-post.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { submitDraft } from '../publishing/review/submit-draft.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { openBrowser } from '../testing/browser.ts';
import { givenClient } from '../testing/clients.ts';
import { givenQueued } from '../testing/engine.ts';
import { type MailServer, startMailServer } from '../testing/servers/mail-server.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import { mailClients } from './ask-clients-again.ts';
import { notifyPeople } from './compose/notify-people.ts';
import { remindPeople } from './compose/reminders.ts';
import { findEditBatches } from './notice-page.ts';
import { batchMessage, headline } from './sending/group-notices.ts';
import { routeNotices } from './sending/route-notices.ts';
import { sendDueNotices } from './sending/send-due-notices.ts';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const queue = createRecordingQueue();
let post: MailServer;
let services: Services;
let app: HttpServer;
let stage: Stage;
let edit: DraftResult;

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
  const { publicationId } = await givenQueued(stage, { sourceText: 'The festival begins at nine.' });
  await deliver(publicationId);
  await mails();
  edit = await actAs(services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'The festival begins at ten.' }));
});

const deliver = (id: string) => workOnPublication(services, id, { signal: new AbortController().signal });

/** Returns everything that is mailed to a person by tomorrow. */
async function mails() {
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  clock.advance(DAY_MS);
  await sendDueNotices(services, 'mail');
  return handedOver();
}

async function handedOver() {
  const carrier = createMailCarrier({ smtpUrl: post.url, from: 'posts@example.org' });
  for (const id of queue.mailIds.splice(0)) await deliverMail(services, carrier, id);
  return post.mails.splice(0);
}

const lastNotice = async () => {
  const [notice] = await services.orm.em.fork().find(Notice, { workspaceId: stage.workspaceId }, { orderBy: { id: 'desc' }, limit: 1 });
  return String(notice?.message);
};

it('requests a decision on a new text for a published post, and says when it replaces the old one', async () => {
  const [mail] = await mails();
  expect(mail?.headers.subject).toContain('An edit of a published post waits for your decision: The festival begins at ten.');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('“The festival begins at ten.” for Sandbox (edit of a published post).');
  expect(mail?.text).toContain('The published post is changed as soon as this is approved.');
  expect(mail?.text).not.toContain('It will be published');
});

it('reminds of an edit as an edit', async () => {
  await mails();
  clock.advance(DAY_MS);
  await remindPeople(services);
  expect(await lastNotice()).toMatch(/a decision: “The festival begins at ten\.” for Sandbox \(edit of a published post\)\.$/);
  const [mail] = await mails();
  expect(mail?.headers.subject).toContain('An edit of a published post still waits for a decision');
});

it('says that the post has its new text, not that a post was published', async () => {
  await mails();
  await stage.approve(edit.approval);
  const [publication] = await stage.publicationsOf(edit.job?.id ?? '');
  await deliver(publication?.id ?? '');
  await mails();
  expect(await lastNotice()).toBe('The post on Sandbox was changed: “The festival begins at ten.”.');
  const notice = { id: 'ntc_1', kind: 'job_published', subjectId: null, message: '', isEdit: true } as const;
  expect(String(headline([notice]))).toBe('A published post was edited');
  expect(String(headline([{ ...notice, isEdit: false }]))).toBe('A post was published');
});

it('tells its client that the text replaces that of a published post, and shows both', async () => {
  const { draft, approval } = edit;
  await mails();
  // The owner has signed in recently.
  const owner = await userActor(services, stage.accountId);
  await actAs(services, owner, (ctx) =>
    shareWithClient(ctx, { workspaceId: stage.workspaceId, draftIds: [draft.id], email: 'mara@harbour-cafe.example', days: 14 }),
  );
  const [mail] = await handedOver();
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('to review a new text for a published post before it replaces the old one.');
  const token = /\/shared#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const { posts } = (await openBrowser(app).post('/api/client/posts', { token })).json();
  expect(posts).toMatchObject([
    { approval_id: approval?.id, edit: { before: 'The festival begins at nine.', after: 'The festival begins at ten.' } },
  ]);
});

it('counts several edits as edits: in one mail, in one row of the notices, and for a client', async () => {
  const { publicationId } = await givenQueued(stage, { sourceText: 'The regatta begins at nine.' });
  await deliver(publicationId);
  const second = await actAs(services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'The regatta begins at ten.' }));
  const [mail] = await mails();
  expect(mail?.headers.subject).toContain('2 edits of published posts wait for your decision');
  const owner = await userActor(services, stage.accountId);
  const notices = await services.orm.em.fork().find(Notice, { kind: 'approval_waits', workspaceId: stage.workspaceId });
  const batches = [...new Set(notices.map(({ id, batchId }) => batchId ?? id))];
  const found = await actAs(services, stage.owner, (ctx) => findEditBatches(ctx, batches));
  expect([...found].toSorted()).toEqual(batches.toSorted());
  expect(String(batchMessage({ kind: 'approval_waits', count: 2, agent: 'Newsroom', areEdits: true }))).toBe(
    'Newsroom requests your approval of 2 edits of published posts',
  );

  const draftIds = [edit.draft.id, second.draft.id];
  await actAs(services, owner, (ctx) =>
    shareWithClient(ctx, { workspaceId: stage.workspaceId, draftIds, email: 'rui@harbour-cafe.example', days: 14 }),
  );
  const [shared] = await handedOver();
  expect(shared?.headers.subject).toContain('asks you to review edits of 2 posts by');
  expect(shared?.text.replaceAll(/\s+/g, ' ')).toContain('to review new texts for 2 published posts before they replace the old ones.');
});

it('shows the post whose removal waits for a signature, and the reason given', async () => {
  await mails();
  const { publicationId } = await givenQueued(stage, { sourceText: 'The ferry leaves at nine.\nBring a coat.' });
  await deliver(publicationId);
  await actAs(services, stage.agent, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It was moved.' }));
  const text = (await mails()).at(-1)?.text.replaceAll('\r', '');
  expect(text).toContain('Sandbox:\n> The ferry leaves at nine.\n> Bring a coat.\n> \n> Reason: It was moved.');
});

it('shows the newest text of an edited post whose removal waits for a signature', async () => {
  const { publicationId } = await givenQueued(stage, { sourceText: 'The lock opens at nine.' });
  await deliver(publicationId);
  const { approval, job } = await actAs(services, stage.owner, (ctx) => editPost(ctx, { publicationId, text: 'The lock opens at ten.' }));
  await stage.approve(approval);
  for (const { id } of await stage.publicationsOf(job?.id ?? '')) await deliver(id);
  await mails();
  await actAs(services, stage.agent, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It stays shut.' }));
  expect((await mails()).at(-1)?.text.replaceAll('\r', '')).toContain('> The lock opens at ten.\n> \n> Reason: It stays shut.');
});

it('counts requested removals as removals: in one mail, in one row of the notices, and apart from posts', async () => {
  await mails();
  for (const sourceText of ['The ferry leaves at nine.', 'The market opens at nine.']) {
    const { publicationId } = await givenQueued(stage, { sourceText });
    await deliver(publicationId);
    await actAs(services, stage.agent, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It was moved.' }));
  }
  const [mail] = await mails();
  expect(mail?.headers.subject).toContain('2 removals wait for your signature');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
    /to remove “The ferry leaves at nine\.” from .* to remove “The market opens at nine\.” from /,
  );
  const [first, second] = await services.orm.em
    .fork()
    .find(Notice, { kind: 'removal_requested', workspaceId: stage.workspaceId }, { orderBy: { id: 'asc' } });
  expect(second?.batchId).toBe(first?.id);
  expect(String(batchMessage({ kind: 'removal_requested', count: 2, agent: null, areEdits: true }))).toBe(
    '2 removals wait for your signature',
  );

  // Of one post on two networks, whose words were edited.
  const removal = { id: 'ntc_1', kind: 'removal_requested', subjectId: 'job_1', message: '', isEdit: true } as const;
  expect(String(headline([removal, { ...removal, id: 'ntc_2' }]))).toBe('2 removals wait for your signature');
  const post = { ...removal, kind: 'approval_waits', isEdit: false } as const;
  expect(String(headline([post, { ...post, subjectId: 'apr_2' }, removal]))).toBe('2 posts wait for your decision, and other news');
});

it('says in the next mail to a client too that the post is an edit', async () => {
  const { draft, approval } = edit;
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  await actAs(services, client, (ctx) =>
    recordDecision(ctx, {
      approvalId: approval?.id ?? '',
      contentHash: approval?.contentHash ?? '',
      decision: 'changes_requested',
      comment: 'At eleven!',
    }),
  );
  await actAs(services, stage.agent, async (ctx) => {
    const { draft: now } = await changeDraft(ctx, {
      draftId: draft.id,
      revision: draft.revision,
      changes: { sourceText: 'The festival begins at eleven.' },
    });
    return submitDraft(ctx, now);
  });
  await readEvents(services, notifyPeople);
  clock.advance(120_000);
  queue.mailIds.splice(0);
  await mailClients(services);
  const [mail] = await handedOver();
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('It is an edit of a published post: its new text replaces the old one.');
});

it('has genuine evidence on a network whose posts cost credits, and the report names the edited post', async () => {
  await stage.approve(edit.approval);
  const [publication] = await stage.publicationsOf(edit.job?.id ?? '');
  await deliver(publication?.id ?? '');
  const evidence = await actAs(services, stage.owner, (ctx) => buildEvidence(ctx, edit.job?.id ?? ''));
  const trust = { keys: [services.sealer.signer.publicKey], passkeys: null };
  const { verdict, shown } = await verifyEvidence(JSON.parse(JSON.stringify(evidence)), trust);
  expect([verdict, shown.join(' ')]).toEqual(['genuine', expect.stringContaining('The content is an edit: it replaces the text of')]);

  const onMastodon = JSON.parse(JSON.stringify(evidence).replaceAll('"sandbox"', '"mastodon"'));
  const { faults } = await verifyEvidence(onMastodon, trust);
  expect(faults.map(({ message }) => message)).not.toContain('It is published, and no credit was spent for it.');
});
