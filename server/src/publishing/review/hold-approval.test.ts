import { expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Stage } from '../../access/workspace-policies.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { Event } from '../../events/event.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { gateInEnglish } from '../gates/gate.ts';
import { explainJobs } from '../jobs/explain-jobs.ts';
import { sweep } from '../sweep.ts';
import { captionDraft } from './caption-draft.ts';
import { changeDraft } from './change-draft.ts';
import { holdApproval, releaseApproval } from './hold-approval.ts';

// Its race against a send is in gates/gate-races.test.ts.
const database = useTestDatabase();

async function arrange({
  accounts = 1,
  deciders = 'owners_and_approvers' as 'owners' | 'owners_and_approvers',
  refusesSelfApproval = false,
} = {}) {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { workspace: { deciders, refusesSelfApproval } });
  if (accounts > 1) await stage.connect('sandbox', { handle: 'second' });
  const queued = await givenQueued(stage);
  const approvalId = queued.approval?.id ?? '';
  return {
    ...stage,
    ...queued,
    engine,
    approvalId,
    hold: (actor: Actor = stage.owner, reason = 'The storm.') =>
      actAs(engine.services, actor, (ctx) => holdApproval(ctx, { approvalId, reason })),
    release: (actor: Actor = stage.owner) => actAs(engine.services, actor, (ctx) => releaseApproval(ctx, approvalId)),
    approvalRow: () => engine.services.orm.em.fork().findOneOrFail(Approval, approvalId),
    approvalGate: async () => {
      const job = await stage.jobOf(queued.jobId);
      const explained = await explainJobs(contextFor(engine.services, stage.agent), [job]);
      return explained
        .get(job.id)
        ?.readiness.gates.map(gateInEnglish)
        .find(({ gate }) => gate === 'approval');
    },
  };
}

it('keeps an approved post from being published until a person releases it, without moving credits', async () => {
  const { engine, hold, release, approvalGate, publicationId, jobId, jobOf, ledger, approvalId } = await arrange();
  const before = await ledger();
  await hold();
  expect(await jobOf(jobId)).toMatchObject({ state: 'blocked' });
  expect(await approvalGate()).toMatchObject({
    status: 'wait',
    code: 'held',
    message: expect.stringContaining('The storm.'),
    remedy: expect.stringContaining('releases it'),
  });
  await engine.deliver(publicationId);
  await sweep(engine.services);
  await engine.deliver(publicationId);
  expect(await engine.postsOf(publicationId)).toBe(0);
  expect(await ledger()).toEqual(before);

  await release();
  expect(await jobOf(jobId)).toMatchObject({ state: 'queued' });
  await engine.deliver(publicationId);
  expect(await engine.postsOf(publicationId)).toBe(1);
  const em = engine.services.orm.em.fork();
  const happened = [await em.find(AuditEntry, { subjectId: approvalId }), await em.find(Event, { subjectId: approvalId })];
  const said = happened.map((entries) => entries.map((entry) => ('type' in entry ? entry.type : entry.action)).toSorted());
  for (const names of said) expect(names).toEqual(expect.arrayContaining(['approval.held', 'approval.released']));
});

it('is too late for a published post, and refused without an approval', async () => {
  const { engine, hold, publicationId, submit, services, owner, approvalRow } = await arrange();
  await engine.deliver(publicationId);
  await expect(hold()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('too late') });
  expect(await approvalRow()).toMatchObject({ heldAt: null });
  const { approval } = await submit();
  const waiting = actAs(services, owner, (ctx) => holdApproval(ctx, { approvalId: approval?.id ?? '', reason: 'No.' }));
  await expect(waiting).rejects.toMatchObject({ code: 'invalid_state', message: 'Only approved posts can be put on hold.' });
});

it('holds the rest of a partly published post, and sends just that once released', async () => {
  const { engine, hold, release, publicationIds, jobId, jobOf, ledger, publicationsOf } = await arrange({ accounts: 2 });
  const [first = '', second = ''] = publicationIds;
  await engine.deliver(first);
  await hold();
  await engine.deliver(second);
  expect([await engine.postsOf(first), await engine.postsOf(second), (await jobOf(jobId)).state]).toEqual([1, 0, 'blocked']);
  await release();
  for (const id of [first, second]) await engine.deliver(id);
  expect([await engine.postsOf(first), await engine.postsOf(second), (await jobOf(jobId)).state]).toEqual([1, 1, 'published']);
  expect((await publicationsOf(jobId)).map(({ state }) => state)).toEqual(['published', 'published']);
  expect((await ledger()).problems).toEqual([]);
});

it('expires during a hold, and cannot be released after that', async () => {
  const { engine, hold, release, approvalRow, jobId, jobOf, ledger } = await arrange();
  await hold();
  engine.clock.set((await approvalRow()).expiresAt);
  await sweep(engine.services);
  expect([(await approvalRow()).state, (await jobOf(jobId)).state]).toEqual(['expired', 'cancelled']);
  await expect(release()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('expired') });
  expect((await ledger()).problems).toEqual([]);
});

it('requests approval for content changed during a hold; releasing the old approval has no effect', async () => {
  const { engine, hold, release, services, agent, workspaceId, draft, publicationId, jobId, jobOf } = await arrange();
  await hold();
  const captions = [{ platform: 'sandbox', text: 'The festival is put off.', tags: [], thread: [] }];
  await actAs(services, agent, (ctx) => captionDraft(ctx, { workspaceId, draftId: draft.id, captions }));
  await expect(release()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('superseded') });
  await engine.deliver(publicationId);
  expect([await engine.postsOf(publicationId), (await jobOf(jobId)).state]).not.toContain('queued');
  expect(await engine.postsOf(publicationId)).toBe(0);
});

it('is for people who may decide, with a reason, and idempotent', async () => {
  const { hold, release, agent, services, accountId, approvalRow } = await arrange();
  const viewer = await userActor(services, accountId, 'viewer');
  for (const who of [agent, viewer]) {
    await expect(hold(who)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(release(who)).rejects.toMatchObject({ code: 'insufficient_role' });
  }
  for (const reason of [' ', 'x'.repeat(501)]) await expect(hold(undefined, reason)).rejects.toMatchObject({ code: 'validation_failed' });
  await hold();
  await hold(undefined, 'Another reason.');
  expect(await approvalRow()).toMatchObject({ holdReason: 'The storm.' });
  await release();
  await release();
});

it('is not released by its author, where authors cannot approve their own content and another person put it on hold', async () => {
  const { services, accountId, submit, approve } = await arrange({ refusesSelfApproval: true });
  const [writer, other] = [await userActor(services, accountId), await userActor(services, accountId)];
  const { draft } = await submit();
  const { revision } = await services.orm.em.fork().findOneOrFail(Draft, draft.id);
  const changes = { sourceText: 'Words of a person.' };
  const { approval } = await actAs(services, writer, (ctx) => changeDraft(ctx, { draftId: draft.id, revision, changes }));
  const approvalId = approval?.id ?? '';
  await approve(approval, other);
  await actAs(services, other, (ctx) => holdApproval(ctx, { approvalId, reason: 'Is it true\u202E?' }));
  const release = (actor: Actor) => actAs(services, actor, (ctx) => releaseApproval(ctx, approvalId));
  await expect(release(writer)).rejects.toMatchObject({ code: 'self_approval_refused' });
  expect(await services.orm.em.fork().findOneOrFail(Approval, approvalId)).toMatchObject({ holdReason: 'Is it true?' });
  await release(other);
  await actAs(services, writer, (ctx) => holdApproval(ctx, { approvalId, reason: 'My own doubt.' }));
  expect(await release(writer)).toMatchObject({ heldAt: null });
});

it('is put on hold by an approver where owners decide, and released by an owner', async () => {
  const { hold, release, services, accountId, approvalRow } = await arrange({ deciders: 'owners' });
  const approver = await userActor(services, accountId, 'approver');
  await hold(approver);
  await expect(release(approver)).rejects.toMatchObject({ code: 'insufficient_role' });
  await release();
  expect(await approvalRow()).toMatchObject({ heldAt: null, heldBy: null });
});

it('is released by the people of its stages, and by owners, also when all of those have left', async () => {
  const anything = { required: 1, platforms: [], agentIds: [], userIds: [] };
  const { submit, services, workspaceId, accountId, approve, owner } = await arrange();
  const [lawyer, other] = [await userActor(services, accountId, 'approver'), await userActor(services, accountId, 'approver')];
  const stages: Stage[] = [{ ...anything, name: 'Legal', who: 'people', userIds: [lawyer.userId] }];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: workspaceId }, { stages });
  const { approval } = await submit();
  await approve(approval, lawyer);
  const approvalId = approval?.id ?? '';
  const release = (actor: Actor) => actAs(services, actor, (ctx) => releaseApproval(ctx, approvalId));
  for (const released of [lawyer, owner]) {
    await actAs(services, other, (ctx) => holdApproval(ctx, { approvalId, reason: 'The storm.' }));
    await expect(release(other)).rejects.toMatchObject({ code: 'insufficient_role' });
    expect(await release(released)).toMatchObject({ heldAt: null });
  }
});
