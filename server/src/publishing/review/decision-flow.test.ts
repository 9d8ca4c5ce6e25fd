import { expect, it } from 'vitest';
import { Approval } from '../../approvals/approval.entity.ts';
import { addCredits } from '../../credits/add-credits.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createRecordingQueue, createTestServices } from '../../testing/test-services.ts';
import { workOffWaiting } from '../../testing/waiting.ts';
import { cancelJob } from '../jobs/end-job.ts';
import { jobsOf, readinessOf } from '../jobs/job-queries.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { captionDraft } from './caption-draft.ts';
import { changeDraft } from './change-draft.ts';
import { discardDraft } from './discard-draft.ts';
import { recordDecision } from './record-decision.ts';
import { createPublishJob, submitDraft } from './submit-draft.ts';

const database = useTestDatabase();

async function arrange(options: Parameters<typeof givenStage>[1] = {}) {
  const queue = createRecordingQueue();
  const services = createTestServices(database, { queue });
  const stage = await givenStage(services, options);
  const draftOf = (id: string) => services.orm.em.fork().findOneOrFail(Draft, id);
  const approvalOf = (id: string) => services.orm.em.fork().findOneOrFail(Approval, id);
  const gatesOf = async (jobId: string) => {
    const ctx = contextFor(services);
    const gates = (await readinessOf(ctx, [await stage.jobOf(jobId)])).get(jobId)?.gates ?? [];
    return Object.fromEntries(gates.map(({ gate, code }) => [gate, code]));
  };
  return { ...stage, queue, draftOf, approvalOf, gatesOf };
}

it('submits in one step: captions, frozen payloads, a pending approval and a blocked job', async () => {
  const { submit, publicationsOf, gatesOf, queue } = await arrange();
  const { draft, approval, job, notices } = await submit();
  expect([draft.state, approval?.state, job?.state, job?.mode]).toEqual(['in_review', 'pending', 'blocked', 'approval']);
  expect(approval?.contentHash).toBe(draft.contentHash);
  expect((await publicationsOf(job?.id ?? '')).map(({ state, platform }) => [state, platform])).toEqual([['pending', 'sandbox']]);
  expect((await gatesOf(job?.id ?? '')).approval).toBe('approval_pending');
  expect(notices).toEqual([]);
  expect(queue.publicationIds).toEqual([]);
});

it('queues each publication once the content is approved', async () => {
  const { submit, approve, jobOf, draftOf, publicationsOf, queue } = await arrange();
  const { draft, approval, job } = await submit();
  await approve(approval);
  expect([(await jobOf(job?.id ?? '')).state, (await draftOf(draft.id)).state]).toEqual(['queued', 'approved']);
  expect(queue.publicationIds).toEqual((await publicationsOf(job?.id ?? '')).map(({ id }) => id));
});

it('waits until both approvers have approved', async () => {
  const { submit, approve, jobOf, services, accountId } = await arrange({ workspace: { approvalsRequired: 2 } });
  const { approval, job } = await submit();
  await approve(approval);
  expect((await jobOf(job?.id ?? '')).state).toBe('blocked');
  await expect(approve(approval)).rejects.toMatchObject({ code: 'already_decided' });
  await approve(approval, await userActor(services, accountId, 'approver'));
  expect((await jobOf(job?.id ?? '')).state).toBe('queued');
});

it('refuses a decision on content that would not be published', async () => {
  const { submit, approve, agent, services, jobOf } = await arrange();
  const { draft, approval, job } = await submit();
  await expect(approve(approval && { id: approval.id, contentHash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'content_changed' });
  await actAs(services, agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'It opens on Saturday.' } }),
  );
  await expect(approve(approval)).rejects.toMatchObject({ code: 'content_changed' });
  expect(await jobOf(job?.id ?? '')).toMatchObject({ state: 'blocked', revision: 2 });
});

it('supersedes an approval with any change, and the same job requests it again in the same name', async () => {
  const { submit, approve, services, owner, agent, approvalOf, workspaceId, draftOf, gatesOf } = await arrange();
  const { draft, approval, job } = await submit();
  await approve(approval);
  const changed = await actAs(services, owner, (ctx) =>
    captionDraft(ctx, {
      workspaceId,
      draftId: draft.id,
      captions: [{ platform: 'sandbox', text: 'Doors open on Saturday.', tags: [], thread: [] }],
    }),
  );
  expect([(await approvalOf(approval?.id ?? '')).state, changed.job?.id]).toEqual(['superseded', job?.id]);
  expect([changed.approval?.state, changed.job?.state, changed.job?.grantId]).toEqual(['pending', 'blocked', agent.grantId]);
  expect(changed.approval?.contentHash).not.toBe(approval?.contentHash);
  expect((await draftOf(draft.id)).state).toBe('in_review');
  expect((await gatesOf(job?.id ?? '')).approval).toBe('approval_pending');
});

it('requests nothing again if a change changes nothing', async () => {
  const { submit, agent, services, approvalOf } = await arrange();
  const { draft, approval, job } = await submit();
  const unchanged = await actAs(services, agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: draft.sourceText } }),
  );
  expect([unchanged.approval?.id, unchanged.job?.id]).toEqual([approval?.id, job?.id]);
  expect((await approvalOf(approval?.id ?? '')).state).toBe('pending');
});

it.each([
  ['rejected', 'cancelled'],
  ['changes_requested', 'blocked'],
] as const)('sends nothing after a decision of %s, and the job is %s', async (decision, state) => {
  const { submit, services, owner, jobOf, draftOf, queue } = await arrange();
  const { draft, approval, job } = await submit();
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision, comment: 'Not like this.' }),
  );
  expect([(await jobOf(job?.id ?? '')).state, (await draftOf(draft.id)).state]).toEqual([state, decision]);
  expect(queue.publicationIds).toEqual([]);
});

it('requests approval again automatically once the requested changes are made', async () => {
  const { submit, services, owner, agent } = await arrange();
  const { draft, approval, job } = await submit();
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision: 'changes_requested' }),
  );
  const changed = await actAs(services, agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'It opens on Saturday.' } }),
  );
  expect([changed.draft.state, changed.approval?.state, changed.job?.id]).toEqual(['in_review', 'pending', job?.id]);
});

it('requests approval again automatically for a draft that an earlier version left without a job', async () => {
  const { submit, services, owner, agent, jobOf } = await arrange();
  const { draft, approval, job } = await submit();
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision: 'changes_requested' }),
  );
  const em = services.orm.em.fork();
  await em.nativeUpdate(PublishJob, { id: job?.id ?? '' }, { state: 'cancelled' });
  await em.nativeUpdate(Publication, { jobId: job?.id ?? '' }, { state: 'cancelled' });
  const changed = await actAs(services, agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'It opens on Saturday.' } }),
  );
  expect([changed.draft.state, changed.approval?.state]).toEqual(['in_review', 'pending']);
  expect((await jobOf(job?.id ?? '')).supersededBy).toBe(changed.job?.id);
  expect(await jobOf(changed.job?.id ?? '')).toMatchObject({ state: 'blocked', mode: 'approval', grantId: job?.grantId });
});

it('keeps one live job per draft, however often it is queued', async () => {
  const { submit, services, agent, workspaceId } = await arrange();
  const { draft, job } = await submit();
  const again = await Promise.all(
    Array.from({ length: 5 }, () => actAs(services, agent, (ctx) => createPublishJob(ctx, { workspaceId, draftId: draft.id }))),
  );
  expect(new Set(again.map((result) => result.job?.id))).toEqual(new Set([job?.id]));
  const submitted = await actAs(services, agent, async (ctx) => submitDraft(ctx, await loadDraft(ctx, draft.id)));
  expect(submitted.job?.id).toBe(job?.id);
});

it('refuses publishing without approval where that is not permitted, with the reason', async () => {
  const { submit } = await arrange();
  const { draft, approval, job, notices } = await submit({ publishMode: 'auto', approvalRequired: false });
  expect([draft.approvalRequired, draft.publishMode, approval?.state, job?.mode]).toEqual([true, 'approval_queue', 'pending', 'approval']);
  expect(notices.map(({ code }) => code)).toEqual(['approval_still_required']);
});

it('queues at once in mode auto, if grant and workspace both allow it, from autoposting credits', async () => {
  const { submit, services, accountId, jobOf, gatesOf } = await arrange({
    workspace: { allowsAuto: true },
    scopes: ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'],
  });
  const { approval, job } = await submit({ publishMode: 'auto', approvalRequired: false });
  expect(approval).toBeNull();
  expect([job?.mode, job?.state, (await gatesOf(job?.id ?? '')).credits]).toEqual(['auto', 'blocked', 'insufficient_credits']);
  await actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_autoposting_topup', quantity: 1 }));
  await workOffWaiting(services);
  expect((await jobOf(job?.id ?? '')).state).toBe('queued');
});

it('keeps a scheduled job ready until its time', async () => {
  const { submit, approve, services, jobOf, draftOf, queue } = await arrange();
  const scheduledAt = new Date(services.clock.now().getTime() + 3_600_000);
  const { draft, approval, job } = await submit({ scheduledAt });
  await approve(approval);
  expect([(await jobOf(job?.id ?? '')).state, (await draftOf(draft.id)).state]).toEqual(['ready', 'scheduled']);
  expect(queue.publicationIds).toHaveLength(1);
});

it('requests approval again with the connection that a platform lacked', async () => {
  const { submit, connect, services, approvalOf, gatesOf, jobOf, draftOf, agent, publicationsOf } = await arrange({ sandbox: null });
  const { draft, approval, job } = await submit();
  expect((await gatesOf(job?.id ?? '')).connection).toBe('not_connected');
  const connection = await connect('sandbox', { handle: 'harbour' });
  await workOffWaiting(services);
  expect([(await approvalOf(approval?.id ?? '')).state, (await jobOf(job?.id ?? '')).state, (await draftOf(draft.id)).state]).toEqual([
    'superseded',
    'blocked',
    'in_review',
  ]);
  const next = (await jobsOf(contextFor(services), [draft.id])).get(draft.id);
  expect([next?.id, next?.grantId]).toEqual([job?.id, agent.grantId]);
  expect((await publicationsOf(job?.id ?? '')).map(({ connectionId }) => connectionId)).toEqual([connection.id]);
});

it('cancels unsent publications, supersedes the approval and leaves a draft that can be submitted again', async () => {
  const { submit, approve, services, agent, jobOf, draftOf, approvalOf } = await arrange();
  const { draft, approval, job } = await submit();
  await approve(approval);
  await actAs(services, agent, (ctx) => cancelJob(ctx, job?.id ?? ''));
  expect([(await jobOf(job?.id ?? '')).state, (await draftOf(draft.id)).state, (await approvalOf(approval?.id ?? '')).state]).toEqual([
    'cancelled',
    'draft',
    'superseded',
  ]);
  await expect(actAs(services, agent, (ctx) => cancelJob(ctx, job?.id ?? ''))).rejects.toMatchObject({ code: 'invalid_state' });
  const again = await actAs(services, agent, async (ctx) => submitDraft(ctx, await loadDraft(ctx, draft.id)));
  expect([again.approval?.state, again.job?.state]).toEqual(['pending', 'blocked']);
});

it('archives a submitted draft and withdraws its submission', async () => {
  const { submit, services, agent, jobOf, approvalOf } = await arrange();
  const { draft, approval, job } = await submit();
  const archived = await actAs(services, agent, (ctx) => discardDraft(ctx, draft.id));
  expect([archived.state, (await jobOf(job?.id ?? '')).state, (await approvalOf(approval?.id ?? '')).state]).toEqual([
    'archived',
    'cancelled',
    'superseded',
  ]);
});

it('refuses agents without the scope, agents of another workspace, and viewers', async () => {
  const one = await arrange({ scopes: ['drafts:write', 'read'] });
  const other = await arrange();
  await expect(one.submit()).rejects.toMatchObject({ code: 'insufficient_scope' });
  const { draft, job } = await other.submit();
  await expect(
    actAs(one.services, one.agent, (ctx) => createPublishJob(ctx, { workspaceId: other.workspaceId, draftId: draft.id })),
  ).rejects.toMatchObject({ code: 'insufficient_scope' });
  const foreign = await arrange();
  await expect(
    actAs(foreign.services, foreign.agent, (ctx) => createPublishJob(ctx, { workspaceId: foreign.workspaceId, draftId: draft.id })),
  ).rejects.toMatchObject({ code: 'not_found' });
  await expect(actAs(foreign.services, foreign.agent, (ctx) => cancelJob(ctx, job?.id ?? ''))).rejects.toMatchObject({ code: 'not_found' });
  const viewer = await userActor(other.services, other.accountId, 'viewer');
  await expect(actAs(other.services, viewer, (ctx) => cancelJob(ctx, job?.id ?? ''))).rejects.toMatchObject({ code: 'insufficient_role' });
});
