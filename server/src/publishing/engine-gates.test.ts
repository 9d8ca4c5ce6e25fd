import { expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { narrowGrant } from '../access/grants/change-grant.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { Connection } from '../connections/connection.entity.ts';
import { disconnect } from '../connections/connection-queries.ts';
import { CreditHold } from '../credits/credit.entities.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { actAs } from '../testing/actors.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { explainJobs } from './jobs/explain-jobs.ts';
import { precheckUsage } from './precheck-usage.ts';
import { Publication } from './publication.entity.ts';
import type { PublishJob } from './publish-job.entity.ts';
import { captionDraft } from './review/caption-draft.ts';
import { changeDraft } from './review/change-draft.ts';
import { editPost } from './review/edit-post.ts';
import { sweep } from './sweep.ts';

const database = useTestDatabase();

async function arrange(options: Parameters<typeof givenStage>[1] = {}) {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, options);
  return { ...engine, ...stage, ...(await givenQueued(stage)) };
}
type Arranged = Awaited<ReturnType<typeof arrange>>;

const change = (stage: Stage, work: (em: ReturnType<typeof contextFor>['em']) => Promise<unknown>) => work(contextFor(stage.services).em);

it.each<[string, (arranged: Arranged) => Promise<unknown>, string]>([
  ['a grant is revoked', (a) => change(a, (em) => em.nativeUpdate(Grant, { id: a.agent.grantId }, { state: 'revoked' })), 'permission'],
  [
    'a grant expires',
    (a) => change(a, (em) => em.nativeUpdate(Grant, { id: a.agent.grantId }, { expiresAt: a.clock.now() })),
    'permission',
  ],
  ['the account is suspended', (a) => change(a, (em) => em.nativeUpdate(Account, { id: a.accountId }, { state: 'suspended' })), 'account'],
  [
    'the approval expires',
    (a) => change(a, (em) => em.nativeUpdate(Approval, { id: a.approval?.id ?? '' }, { expiresAt: a.clock.now() })),
    'approval',
  ],
  [
    'the platform has revoked the connection',
    (a) => change(a, (em) => em.nativeUpdate(Connection, { id: a.connection?.id ?? '' }, { health: 'revoked' })),
    'connection',
  ],
  ['the connection is removed', (a) => actAs(a.services, a.owner, (ctx) => disconnect(ctx, a.connection?.id ?? '')), 'connection'],
  [
    'the credits are used up',
    (a) => change(a, (em) => em.execute('update credit_balances set available = 0 where account_id = ?', [a.accountId])),
    'credits',
  ],
])('sends nothing when %s between queue and send', async (_, interfere, gate) => {
  const arranged = await arrange();
  await interfere(arranged);
  expect(await arranged.deliver(arranged.publicationId)).toBeNull();
  const job = await arranged.jobOf(arranged.jobId);
  const [publication] = await arranged.publicationsOf(arranged.jobId);
  expect([job.state, publication?.state, publication?.intent, await arranged.postsOf(arranged.publicationId)]).toEqual([
    'blocked',
    'pending',
    null,
    0,
  ]);
  const explanation = (await explainJobs(contextFor(arranged.services), [job])).get(job.id);
  expect(explanation?.readiness.gates.filter(({ status }) => status !== 'pass').map((entry) => entry.gate)).toEqual([gate]);
});

it('sends nothing of a draft that was edited between queue and send', async () => {
  const { services, agent, draft, deliver, publicationId, jobId, jobOf, postsOf, publicationOf } = await arrange();
  await actAs(services, agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'It opens on Saturday.' } }),
  );
  expect(await deliver(publicationId)).toBeNull();
  expect([(await jobOf(jobId)).state, (await publicationOf(publicationId)).state, await postsOf(publicationId)]).toEqual([
    'blocked',
    'cancelled',
    0,
  ]);
});

it('lets an edit that races the send either win or be refused, never both', async () => {
  const arranged = await Promise.all(Array.from({ length: 10 }, () => arrange()));
  for (const { services, agent, workspaceId, draft, deliver, publicationId, postsOf, publicationOf, ledger } of arranged) {
    const edit = actAs(services, agent, (ctx) =>
      captionDraft(ctx, {
        workspaceId,
        draftId: draft.id,
        captions: [{ platform: 'sandbox', text: 'Something else.', tags: [], thread: [] }],
      }),
    ).then(
      () => 'edited',
      (error: { code?: string }) => error.code,
    );
    const [edited] = await Promise.all([edit, deliver(publicationId)]);
    const { state } = await publicationOf(publicationId);
    expect([[edited, state, await postsOf(publicationId)]]).toEqual([
      edited === 'edited' ? ['edited', 'cancelled', 0] : ['invalid_state', 'published', 1],
    ]);
    expect((await ledger()).problems).toEqual([]);
  }
});

it('ends the job of an expired approval in the sweep, and releases its credits', async () => {
  const { services, approval, jobId, jobOf, deliver, publicationId, postsOf, clock } = await arrange();
  await services.orm.em.fork().nativeUpdate(Approval, { id: approval?.id ?? '' }, { expiresAt: clock.now() });
  await deliver(publicationId);
  expect((await sweep(services)).expiredApprovals).toBeGreaterThan(0);
  expect([(await jobOf(jobId)).state, await postsOf(publicationId)]).toEqual(['cancelled', 0]);
});

it('ends the job of an approval that expires after a failed attempt, as expired, and releases its credits', async () => {
  const engine = createEngine(database, () => ({
    publish: async () => ({ kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null }),
  }));
  const stage = await givenStage(engine.services);
  const { approval, jobId, publicationId, draft } = await givenQueued(stage);
  const { id = '' } = approval ?? {};
  expect(await engine.deliver(publicationId)).toBe('pending');
  await engine.services.orm.em.fork().nativeUpdate(Approval, { id }, { expiresAt: engine.clock.now() });
  engine.clock.advance(60_000);
  expect(await engine.deliver(publicationId)).toBeNull();
  expect((await stage.jobOf(jobId)).state).toBe('blocked');
  await sweep(engine.services);
  const em = engine.services.orm.em.fork();
  expect([
    (await em.findOneOrFail(Approval, id)).state,
    (await em.findOneOrFail(Draft, draft.id)).state,
    (await stage.jobOf(jobId)).state,
    (await stage.publicationOf(publicationId)).state,
    (await em.findOneOrFail(CreditHold, { publicationId })).state,
  ]).toEqual(['expired', 'draft', 'cancelled', 'cancelled', 'released']);
});

it('starts a scheduled publication at its time and not before', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const scheduledAt = new Date(engine.clock.now().getTime() + 60_000);
  const { publicationId, jobId } = await givenQueued(stage, { scheduledAt });
  engine.clock.advance(59_999);
  expect(await engine.deliver(publicationId)).toBeNull();
  expect((await stage.jobOf(jobId)).state).toBe('ready');
  engine.clock.advance(1);
  expect(await engine.deliver(publicationId)).toBe('published');
});

it('keeps the grant’s limits: jobs per day and credits per month', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { grant: { jobsPerDay: 2, creditsPerMonth: 1 } });
  const jobs = [await givenQueued(stage), await givenQueued(stage), await givenQueued(stage)];
  expect(await engine.deliver(jobs[0]?.publicationId ?? '')).toBe('published');
  expect(await engine.deliver(jobs[1]?.publicationId ?? '')).toBeNull();
  const explained = await explainJobs(contextFor(engine.services), await Promise.all(jobs.map(({ jobId }) => stage.jobOf(jobId))));
  const permission = jobs.map(({ jobId }) => explained.get(jobId)?.readiness.gates.find(({ gate }) => gate === 'permission')?.code);
  expect(permission).toEqual(['met_when_sent', 'monthly_credit_limit', 'daily_job_limit']);
});

it('lets a free edit pass a monthly limit that was lowered below what is used', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { grant: { creditsPerMonth: 2 } });
  const [{ publicationId }, second] = [await givenQueued(stage), await givenQueued(stage)];
  expect([await engine.deliver(publicationId), await engine.deliver(second.publicationId)]).toEqual(['published', 'published']);
  await actAs(engine.services, stage.owner, (ctx) => narrowGrant(ctx, { grantId: stage.agent.grantId, creditsPerMonth: 1 }));
  const { approval, job } = await actAs(engine.services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
  await stage.approve(approval);
  const edit = await engine.services.orm.em.fork().findOneOrFail(Publication, { jobId: job?.id ?? '' });
  expect(await engine.deliver(edit.id)).toBe('published');
});

it('never exceeds a grant’s month, however many of its jobs are published concurrently', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { grant: { creditsPerMonth: 3 } });
  const queued = [];
  for (let index = 0; index < 6; index += 1) queued.push(await givenQueued(stage));
  const states = await Promise.all(queued.map(({ publicationId }) => engine.deliver(publicationId)));
  expect(states.filter((state) => state === 'published')).toHaveLength(3);
  expect((await stage.ledger()).holds).toBe(3);
});

it('requeues publications without an entry', async () => {
  const { services, clock, publicationId } = await arrange();
  expect((await sweep(services)).requeued).toBe(0);
  clock.advance(31_000);
  expect((await sweep(services)).requeued).toBeGreaterThan(0);
  expect((services.queue as unknown as { publicationIds: string[] }).publicationIds.filter((id) => id === publicationId)).toHaveLength(2);
});

it('reads jobs and prechecks without calling a platform, and changes nothing', async () => {
  const refuse = () => {
    throw new Error('A read has called a platform.');
  };
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const { draft, jobId } = await givenQueued(stage);
  const mute = createEngine(database, () => ({ publish: refuse, find: refuse, connect: refuse })).services;
  const services = { ...mute, sealer: engine.services.sealer, config: engine.services.config };
  const dump = () =>
    database.orm.em
      .fork()
      .execute(
        `select (select json_agg(d) from drafts d) as drafts, (select json_agg(b) from credit_balances b) as balances, (select json_agg(j) from publish_jobs j) as jobs`,
      );
  const before = await dump();
  for (let round = 0; round < 20; round += 1) {
    const ctx = contextFor(services, stage.agent);
    await explainJobs(ctx, [await stage.jobOf(jobId)]);
    const precheck = await precheckUsage(ctx, { workspaceId: stage.workspaceId, draftId: draft.id });
    expect([precheck.isReady, precheck.credits.required, precheck.credits.after, precheck.gates.length]).toEqual([true, 1, 69, 9]);
  }
  expect(await dump()).toEqual(before);
});

it('prechecks a draft that was never submitted, with and without captions', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { packs: 0 });
  const { draft } = await stage.submit({ publishMode: 'draft_only' });
  const codes = async () => {
    const precheck = await precheckUsage(contextFor(engine.services, stage.agent), { workspaceId: stage.workspaceId, draftId: draft.id });
    return { after: precheck.credits.after, ...Object.fromEntries(precheck.gates.map(({ gate, code }) => [gate, code])) };
  };
  expect(await codes()).toMatchObject({
    approval: 'approval_not_requested',
    connection: 'connected',
    payload: 'payload_not_prepared',
    credits: 'insufficient_credits',
    after: -1,
  });
  await actAs(engine.services, stage.agent, (ctx) => captionDraft(ctx, { workspaceId: stage.workspaceId, draftId: draft.id }));
  expect(await codes()).toMatchObject({ approval: 'approval_not_requested', payload: 'payload_valid', safety: 'safe' });
});

it('explains any number of jobs with the same number of queries', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const jobs: PublishJob[] = [];
  for (let index = 0; index < 6; index += 1) jobs.push(await stage.jobOf((await givenQueued(stage)).jobId));
  const count = async (number: number) =>
    (await recordStatements(engine.services, () => explainJobs(contextFor(engine.services), jobs.slice(0, number)))).length;
  expect(await count(6)).toBe(await count(1));
  expect(await count(6)).toBeLessThanOrEqual(12);
});
