import { expect, it } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Stage } from '../../access/workspace-policies.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { currentCaptions } from '../../captions/caption-queries.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { contentHash } from '../../payloads/content-hash.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { digestRows } from '../../testing/api.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { revisionsOf } from '../jobs/job-queries.ts';
import { type ApproveEditedInput, approveEdited } from './approve-edited.ts';
import { changeDraft } from './change-draft.ts';
import { type ContentEdits, previewEdits } from './content/preview-edits.ts';

const database = useTestDatabase();

const ANYTHING = { required: 1, platforms: [], agentIds: [], userIds: [] };

const words = (text: string): ContentEdits => ({ captions: [{ platform: 'sandbox', text, tags: [], thread: [] }] });

async function arrange(options: Parameters<typeof givenStage>[1] = {}) {
  const services = createTestServices(database);
  const stage = await givenStage(services, options);
  const { draft, approval, job } = await stage.submit();
  if (!approval || !job) throw new Error('The draft was not submitted.');
  const preview = (edits: ContentEdits, actor: Parameters<typeof actAs>[1] = stage.owner) =>
    previewEdits(contextFor(services, actor), approval.id, edits);
  const approve = async (
    edits: ContentEdits,
    input: Partial<ApproveEditedInput> = {},
    actor: Parameters<typeof actAs>[1] = stage.owner,
  ) => {
    const editedHash = input.editedHash ?? (await preview(edits, actor)).contentHash;
    return actAs(services, actor, (ctx) =>
      approveEdited(ctx, { approvalId: approval.id, contentHash: approval.contentHash, edits, editedHash, ...input }),
    );
  };
  const stateOf = async () => {
    const em = services.orm.em.fork();
    const [was, is] = await Promise.all([em.findOneOrFail(Approval, approval.id), em.findOneOrFail(Draft, draft.id)]);
    return { approval: was.state, draft: is.state, revision: is.revision };
  };
  return { ...stage, draft, approval, job, preview, approve, stateOf };
}

const untouched = { approval: 'pending', draft: 'in_review', revision: 2 };

it('creates a person’s revision, freezes it, requests approval again and signs it, in one step', async () => {
  const { approve, preview, approval, job, draft, owner, agent, services, stateOf, jobOf, publicationsOf } = await arrange();
  const shown = await preview(words('Doors open at ten.'));
  const signed = await approve(words('Doors open at ten.'), { comment: 'Ten, not nine.' });

  expect(signed).toMatchObject({ state: 'approved', contentHash: shown.contentHash, draftId: draft.id });
  expect(signed.id).not.toBe(approval.id);
  expect(await stateOf()).toMatchObject({ approval: 'superseded', draft: 'approved' });
  const ctx = contextFor(services);
  expect(await ctx.em.find(ApprovalDecision, { approvalId: signed.id })).toMatchObject([
    { userId: owner.userId, decision: 'approved', comment: 'Ten, not nine.', contentHash: shown.contentHash },
  ]);
  expect((await currentCaptions(ctx, draft.id))?.captions).toMatchObject([{ text: 'Doors open at ten.', origin: 'person' }]);
  expect(await ctx.em.findOneOrFail(Draft, draft.id)).toMatchObject({ revisedByUserId: owner.userId, contentHash: shown.contentHash });
  // The same job continues, still attributed to its first author.
  expect(await jobOf(job.id)).toMatchObject({ state: 'queued', grantId: agent.grantId, revision: 2, contentHash: shown.contentHash });
  expect((await revisionsOf(ctx, [job.id])).get(job.id)).toMatchObject([
    { number: 1, contentHash: approval.contentHash, approvalId: approval.id, grantId: agent.grantId },
    { number: 2, contentHash: shown.contentHash, approvalId: signed.id, userId: owner.userId },
  ]);
  const publications = await publicationsOf(job.id);
  const payloads = await ctx.em.find(Payload, { id: { $in: publications.map(({ payloadId }) => payloadId) } });
  expect(contentHash(payloads.map(({ platform, connectionId, body }) => ({ platform, connectionId: connectionId ?? null, body })))).toBe(
    signed.contentHash,
  );
});

it('previews the edits, with violations and findings, and writes nothing', async () => {
  const { preview, services, approval } = await arrange();
  const before = await digestRows(services.orm);
  const shown = await preview(words(`AWS key AKIAIOSFODNN7EXAMPLE ${'x'.repeat(600)}`));
  expect(shown.contentHash).not.toBe(approval.contentHash);
  expect(shown.payloads[0]?.violations.map(({ code }) => code)).toEqual(['text_too_long']);
  expect(shown.findings.map(({ check }) => check)).toContain('leaked_credential');
  expect((await preview({})).contentHash).toBe(approval.contentHash);
  expect(await digestRows(services.orm)).toEqual(before);
});

it('changes time and targets too', async () => {
  const { approve, services, draft, connect, job, jobOf } = await arrange();
  const second = await connect('sandbox', { handle: 'lighthouse' });
  const scheduledAt = new Date(services.clock.now().getTime() + 3_600_000);
  const signed = await approve({ scheduledAt, connectionIds: [second.id] });
  const ctx = contextFor(services);
  expect(signed.state).toBe('approved');
  expect(await ctx.em.findOneOrFail(Draft, draft.id)).toMatchObject({ state: 'scheduled', scheduledAt, connectionIds: [second.id] });
  expect((await jobOf(job.id)).scheduledAt).toEqual(scheduledAt);
});

it('signs the pending content if the edits change nothing', async () => {
  const { approve, approval, stateOf } = await arrange();
  expect((await approve({ captions: [] })).id).toBe(approval.id);
  expect(await stateOf()).toMatchObject({ approval: 'approved', revision: untouched.revision });
});

it('changes nothing if the edits yield other content than was signed', async () => {
  const { approve, approval, stateOf } = await arrange();
  for (const editedHash of ['f'.repeat(64), approval.contentHash]) {
    await expect(approve(words('Doors open at ten.'), { editedHash })).rejects.toMatchObject({ code: 'content_changed' });
  }
  expect(await stateOf()).toEqual(untouched);
});

it('is refused if the content is not what was seen', async () => {
  const { approve, services, agent, draft, preview } = await arrange();
  await expect(approve(words('Ten.'), { contentHash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'content_changed' });
  const { contentHash: editedHash } = await preview(words('Ten.'));
  await actAs(services, agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'It opens on Saturday.' } }),
  );
  await expect(approve(words('Ten.'), { editedHash })).rejects.toMatchObject({ code: 'content_changed' });
});

it('is refused where authors cannot approve their own content, and then nothing is written', async () => {
  const { approve, stateOf } = await arrange({ workspace: { refusesSelfApproval: true } });
  const message = expect.stringContaining('it would contain your text');
  await expect(approve(words('Ten.'))).rejects.toMatchObject({ code: 'self_approval_refused', message });
  expect(await stateOf()).toEqual(untouched);
  await expect(approve({})).resolves.toMatchObject({ state: 'approved' });
});

it('is one approval of two if two are required', async () => {
  const { approve, services, accountId, stateOf } = await arrange({ workspace: { approvalsRequired: 2 } });
  const signed = await approve(words('Doors open at ten.'));
  expect(signed.state).toBe('pending');
  expect(await stateOf()).toMatchObject({ approval: 'superseded', draft: 'in_review' });
  const other = await userActor(services, accountId, 'approver');
  const again = await actAs(services, other, (ctx) =>
    approveEdited(ctx, { approvalId: signed.id, contentHash: signed.contentHash, edits: {}, editedHash: signed.contentHash }),
  );
  expect(again.state).toBe('approved');
});

it('starts at the first stage again, so people of a later stage alone may not approve it', async () => {
  const services = createTestServices(database);
  const { accountId, workspaceId, owner, submit, approve } = await givenStage(services);
  const lawyer = await userActor(services, accountId, 'approver');
  const stages: Stage[] = [
    { ...ANYTHING, name: 'Owner', who: 'owners' },
    { ...ANYTHING, name: 'Legal', who: 'people', userIds: [lawyer.userId] },
  ];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: workspaceId }, { stages });
  const { approval } = await submit();
  await approve(approval, owner);
  const edits = words('Doors open at ten.');
  const { id: approvalId, contentHash } = approval ?? { id: '', contentHash: '' };
  const { contentHash: editedHash } = await previewEdits(contextFor(services, lawyer), approvalId, edits);
  const edited = (actor: typeof owner) =>
    actAs(services, actor, (ctx) => approveEdited(ctx, { approvalId, contentHash, edits, editedHash }));
  await expect(edited(lawyer)).rejects.toMatchObject({
    code: 'insufficient_role',
    message: 'An edit restarts it at the stage “Owner”, stage 1 of 2, where others decide.',
  });
  const another = await userActor(services, accountId, 'owner');
  expect((await edited(another)).state).toBe('pending');
});

it('refuses agents, viewers and strangers, for the preview as for the signature', async () => {
  const { approve, preview, agent, services, accountId, approval } = await arrange();
  const viewer = await userActor(services, accountId, 'viewer');
  const stranger = (await arrange()).owner;
  const editedHash = approval.contentHash;
  for (const [actor, code] of [
    [agent, 'insufficient_role'],
    [viewer, 'insufficient_role'],
    [stranger, 'not_found'],
  ] as const) {
    await expect(preview(words('Ten.'), actor)).rejects.toMatchObject({ code });
    await expect(approve(words('Ten.'), { editedHash }, actor)).rejects.toMatchObject({ code });
  }
});

it('refuses text that cannot be stored, a platform without captions, and a time in the past', async () => {
  const { approve, services } = await arrange();
  await expect(approve(words(''))).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(approve({ platforms: ['sandbox', 'bluesky'] })).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(approve({ platforms: ['nowhere'] })).rejects.toMatchObject({ code: 'unknown_platform' });
  const scheduledAt = new Date(services.clock.now().getTime() - 60_000);
  await expect(approve({ scheduledAt })).rejects.toMatchObject({ code: 'validation_failed' });
});

it('accepts one of many concurrent calls', async () => {
  const { approve, services, accountId, draft } = await arrange();
  const people = await Promise.all(Array.from({ length: 6 }, () => userActor(services, accountId, 'approver')));
  const results = await Promise.allSettled(people.map((person, number) => approve(words(`Doors open at ${number}.`), {}, person)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await contextFor(services).em.count(Approval, { draftId: draft.id, state: 'approved' })).toBe(1);
});
