import { beforeAll, beforeEach, expect, it } from 'vitest';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { Notice } from '../access/notice.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { revokeClientLink } from '../approvals/clients/share-with-client.ts';
import { HOUR_MS } from '../clock.ts';
import { addComment } from '../comments/add-comment.ts';
import { disconnect } from '../connections/connection-queries.ts';
import type { Context, Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import { notifyPeople } from '../notices/compose/notify-people.ts';
import { remindPeople } from '../notices/compose/reminders.ts';
import { NoticeDelivery } from '../notices/notice.entities.ts';
import { routeNotices } from '../notices/sending/route-notices.ts';
import { sendDueNotices } from '../notices/sending/send-due-notices.ts';
import { cancelJob } from '../publishing/jobs/end-job.ts';
import { explainJobs } from '../publishing/jobs/explain-jobs.ts';
import { promisedCreditsOf } from '../publishing/jobs/promised-credits.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenClient } from '../testing/clients.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenLaunched } from '../testing/factories.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';
import { changeWorkspace } from './change-workspace.ts';
import { archiveWorkspace, createWorkspace, limitWorkspaces, restoreWorkspace, resumeWorkspace } from './workspace-lifecycle.ts';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
let services: Services;
let stage: Stage;

beforeAll(async () => {
  const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Countersign <posts@example.org>' };
  services = createTestServices(database, { clock, queue: createRecordingQueue(), config: testConfig(database, { mail }) });
  await givenLaunched(services);
});
beforeEach(async () => {
  stage = await givenStage(services, { workspace: { movesAskAgain: false, timeZone: 'Europe/Lisbon', blockedTerms: ['lobster'] } });
});

const make = (name: string, copyFrom: string | null = null) =>
  actAs(services, stage.owner, (ctx) => createWorkspace(ctx, { accountId: stage.accountId, name, copyFrom }));
const restore = (id: string) => actAs(services, stage.owner, (ctx) => restoreWorkspace(ctx, id));
const archive = (id: string) => actAs(services, stage.owner, (ctx) => archiveWorkspace(ctx, id));

/** The gates that hold a job. */
async function waitsFor(jobId: string): Promise<string[]> {
  const job = await stage.jobOf(jobId);
  const { readiness } = (await explainJobs(contextFor(services), [job])).get(jobId) ?? {};
  return (readiness?.gates ?? []).filter(({ status }) => status !== 'pass').map(({ code }) => code);
}

it('makes a workspace with the settings of another, or as any new one', async () => {
  const [copied, plain] = [await make('The shop', stage.workspaceId), await make('The pier')];
  expect(copied).toMatchObject({ movesAskAgain: false, timeZone: 'Europe/Lisbon', blockedTerms: ['lobster'], revision: 1 });
  const fresh = await services.orm.em.fork().findOneOrFail(Workspace, plain.id);
  expect(fresh).toMatchObject({ movesAskAgain: true, timeZone: 'UTC', blockedTerms: [], archivedAt: null });
});

it('copies every setting that there is, and nothing else', async () => {
  const set = {
    timeZone: 'Europe/Lisbon',
    quietHours: [{ weekdays: [7], from: '00:00', to: '12:00' }],
    postingSlots: [{ weekdays: [1, 3], at: '09:30' }],
    allowsAuto: true,
    approvalsRequired: 2,
    deciders: 'owners',
    refusesSelfApproval: true,
    countsClients: false,
    stages: [{ name: 'Team', who: 'owners_and_approvers', userIds: [], required: 2, platforms: [], agentIds: [] }],
    askInTurn: [stage.owner.userId],
    turnHours: 9,
    requiresSignature: true,
    signedPlatforms: ['sandbox'],
    approvalHours: 48,
    movesAskAgain: false,
    creditsPerMonth: 40,
    voice: { tone: 'dry', emoji: 'none', length: 'short', maxTags: 1, bannedWords: ['cheap'] },
    blockedTerms: ['lobster'],
    deniedHosts: ['example.net'],
    safety: { weights: { profanity: 'off' }, repeatDays: 3, aiDisclosure: 'Made with AI.' },
  } satisfies Partial<Workspace>;
  await services.orm.em.fork().nativeUpdate(Workspace, stage.workspaceId, set);
  const { id } = await make('The shop', stage.workspaceId);
  const { props } = services.orm.em.getMetadata(Workspace);
  const isOwn = new Set(['id', 'accountId', 'name', 'revision', 'hasStanding', 'pausedAt', 'archivedAt', 'createdAt']);
  expect(Object.keys(set).toSorted()).toEqual(
    props
      .map(({ name }) => name)
      .filter((name) => !isOwn.has(name))
      .toSorted(),
  );
  const made = await services.orm.em.fork().findOneOrFail(Workspace, id);
  expect(made).toMatchObject({ ...set, name: 'The shop', revision: 1, pausedAt: null, archivedAt: null });
});

it('copies from no other account, and is for owners', async () => {
  const other = await givenStage(services);
  await expect(make('Theirs', other.workspaceId)).rejects.toMatchObject({ code: 'not_found' });
  const approver = await userActor(services, stage.accountId, 'approver');
  for (const actor of [approver, stage.agent]) {
    const tried = actAs(services, actor, (ctx) => createWorkspace(ctx, { accountId: stage.accountId, name: 'Mine' }));
    await expect(tried).rejects.toMatchObject({ code: 'insufficient_role' });
  }
});

it('has as many active ones as the operator permits, also of two created concurrently', async () => {
  await actAs(services, { kind: 'operator' }, (ctx) => limitWorkspaces(ctx, stage.accountId, 2));
  const outcomes = await Promise.allSettled([make('One'), make('Another')]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await archive(stage.workspaceId);
  await make('In its place');
  await expect(restore(stage.workspaceId)).rejects.toMatchObject({ code: 'invalid_state' });
});

it('sends and writes nothing in an archived one, and continues when it is restored and resumed', async () => {
  const { jobId, publicationId } = await givenQueued(stage);
  await make('The other one');
  await archive(stage.workspaceId);
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  expect((await stage.publicationOf(publicationId)).state).toBe('pending');
  expect(await waitsFor(jobId)).toEqual(['workspace_archived']);
  await expect(stage.submit()).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(actAs(services, stage.owner, (ctx) => resumeWorkspace(ctx, stage.workspaceId))).rejects.toMatchObject({
    code: 'invalid_state',
  });
  const restored = await restore(stage.workspaceId);
  expect([restored.archivedAt, restored.pausedAt !== null]).toEqual([null, true]);
  expect(await waitsFor(jobId)).toEqual(['workspace_paused']);
  await actAs(services, stage.owner, (ctx) => resumeWorkspace(ctx, stage.workspaceId));
  await workOffWaiting(services);
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  expect((await stage.publicationOf(publicationId)).state).toBe('published');
});

it.each<[string, (ctx: Context, workspaceId: string) => Promise<unknown>]>([
  ['resumed', resumeWorkspace],
  ['renamed', (ctx, workspaceId) => changeWorkspace(ctx, { workspaceId, revision: 1, settings: { name: 'The quay' } })],
])('is not %s by a request that began before it was archived', async (_what, change) => {
  await make('The other one');
  const other = await userActor(services, stage.accountId);
  const isWaiting = `select 1 from pg_locks where not granted and pid in (
    select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`;
  const changed = await actAs(services, stage.owner, async (ctx) => {
    await archiveWorkspace(ctx, stage.workspaceId);
    const waits = actAs(services, other, (tx) => change(tx, stage.workspaceId)).catch((error: unknown) => error);
    await expect.poll(() => services.orm.em.fork().execute<unknown[]>(isWaiting), { interval: 10 }).toHaveLength(1);
    return { waits };
  });
  expect(await changed.waits).toMatchObject({ code: 'invalid_state' });
});

it('refuses decisions in an archived one, by clients too, while access can still be revoked', async () => {
  const { approval, draft, job } = await stage.submit();
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  await make('The other one');
  await archive(stage.workspaceId);
  for (const actor of [stage.owner, client]) await expect(stage.approve(approval, actor)).rejects.toMatchObject({ code: 'invalid_state' });
  const said = actAs(services, client, (ctx) => addComment(ctx, { draftId: draft.id, text: 'And now?' }));
  await expect(said).rejects.toMatchObject({ code: 'invalid_state' });
  await actAs(services, stage.owner, async (ctx) => {
    await cancelJob(ctx, job?.id ?? '');
    await revokeClientLink(ctx, client.linkId);
    await revokeGrant(ctx, stage.agent.grantId);
    await disconnect(ctx, stage.connection?.id ?? '');
  });
});

it('notifies everyone else once, and sends no reminders nor mails about impossible actions there', async () => {
  const approver = await userActor(services, stage.accountId, 'approver');
  await stage.submit();
  await readEvents(services, notifyPeople);
  await make('The other one');
  await archive(stage.workspaceId);
  clock.advance(25 * HOUR_MS);
  await Promise.all([readEvents(services, notifyPeople), remindPeople(services)]);
  await routeNotices(services);
  clock.advance(HOUR_MS);
  const notices = await services.orm.em.fork().find(Notice, { userId: approver.userId }, { orderBy: { id: 'asc' } });
  expect(notices.map(({ kind }) => kind)).toEqual(['approval_waits', 'workspace_archived']);
  expect(notices[1]?.message).toContain(`archived ${stage.workspace.name}`);
  await sendDueNotices(services, 'mail');
  const { orm } = services;
  const sent = await orm.em.fork().find(NoticeDelivery, { userId: approver.userId }, { orderBy: { noticeId: 'asc' } });
  expect(sent.map(({ state }) => state)).toEqual(['not_needed', 'sent']);
});

it('reserves nothing in others for what waits in an archived one', async () => {
  await givenQueued(stage);
  const promised = async () => (await promisedCreditsOf(contextFor(services), [stage.accountId])).get(stage.accountId)?.[0]?.promised;
  expect(await promised()).toBe(1);
  await make('The other one');
  await archive(stage.workspaceId);
  expect(await promised()).toBe(0);
  await restore(stage.workspaceId);
  expect(await promised()).toBe(1);
});

it('keeps the last one active, also of two archived concurrently', async () => {
  const { id } = await make('The other one');
  const outcomes = await Promise.allSettled([archive(id), archive(stage.workspaceId)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
