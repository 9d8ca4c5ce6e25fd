import { expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { disconnect } from '../../connections/connection-queries.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage, type StageOptions } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { workOffWaiting } from '../../testing/waiting.ts';
import { readinessOf } from '../jobs/job-queries.ts';
import { holdApproval } from './hold-approval.ts';
import { leaveOutTarget } from './leave-out-target.ts';

const database = useTestDatabase();

/** A post for the sandbox, which is connected, and for Bluesky, which is not. */
async function arrange(options: StageOptions = {}) {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, options);
  const { draft, approval, job } = await stage.submit({ platforms: ['sandbox', 'bluesky'] });
  const jobId = job?.id ?? '';
  const em = () => engine.services.orm.em.fork();
  const newest = () => em().findOneOrFail(Approval, { draftId: draft.id }, { orderBy: { id: 'desc' } });
  const connectionGate = async () => {
    const readiness = (await readinessOf(contextFor(engine.services), [await stage.jobOf(jobId)])).get(jobId);
    return readiness?.gates.find(({ gate }) => gate === 'connection');
  };
  const leave = (contentHash = approval?.contentHash ?? '', actor: Actor = stage.owner, target = 'bluesky') =>
    actAs(engine.services, actor, (ctx) => leaveOutTarget(ctx, { draftId: draft.id, target, contentHash }));
  return { ...engine, ...stage, draft, approval, jobId, newest, connectionGate, leave };
}

it('publishes the rest of an approved post exactly as approved, signed again by the person who left a target out', async () => {
  const { approve, approval, leave, newest, connectionGate, jobOf, jobId, publicationsOf, deliver, owner } = await arrange();
  await approve(approval);
  expect(await connectionGate()).toMatchObject({ code: 'partly_connected', target: 'bluesky', leaveOut: 'Bluesky' });
  expect((await leave()).platforms).toEqual(['sandbox']);

  const signed = await newest();
  expect(signed).toMatchObject({ state: 'approved', reason: 'Bluesky was left out so the rest can be published.' });
  expect(signed.contentHash).not.toBe(approval?.contentHash);
  expect((await jobOf(jobId)).state).toBe('queued');
  const [publication] = (await publicationsOf(jobId)).filter(({ state }) => state === 'pending');
  expect(await deliver(publication?.id ?? '')).toBe('published');
  await expect(leave(signed.contentHash, owner)).rejects.toMatchObject({ code: 'invalid_state' });
});

it('cancels the target, under the same approval, between two attempts at the rest', async () => {
  const { approve, approval, leave, newest, jobOf, jobId, publicationsOf, deliver, settle } = await arrange({
    sandbox: { failure: 'unreachable', times: 1 },
  });
  await approve(approval);
  const states = async () => (await publicationsOf(jobId)).map(({ platform, state }) => `${platform} ${state}`).sort();
  const rest = (await publicationsOf(jobId)).find(({ platform }) => platform === 'sandbox')?.id ?? '';
  expect(await deliver(rest)).toBe('pending');
  await leave();
  expect([await states(), await newest()]).toMatchObject([
    ['bluesky cancelled', 'sandbox pending'],
    { id: approval?.id, state: 'approved' },
  ]);
  expect((await settle(rest)).state).toBe('published');
  expect((await jobOf(jobId)).state).toBe('partially_published');
});

it('approves nothing that was not approved before', async () => {
  const { leave, newest, jobOf, jobId } = await arrange();
  await leave();
  expect([(await newest()).state, (await jobOf(jobId)).state]).toEqual(['pending', 'blocked']);
});

it('requests others’ approval if the person may not decide, as an author', async () => {
  const { leave, newest, approve, approval } = await arrange({ workspace: { refusesSelfApproval: true } });
  await approve(approval);
  await leave();
  expect((await newest()).state).toBe('pending');
});

it('requests approval again, with the reason, if the rest has to be signed', async () => {
  const { leave, newest, approve, approval, services, workspaceId } = await arrange();
  await approve(approval);
  await services.orm.em.fork().nativeUpdate(Workspace, workspaceId, { requiresSignature: true });
  await leave();
  expect(await newest()).toMatchObject({
    state: 'pending',
    requiresSignature: true,
    reason: 'Bluesky was left out so the rest can be published.',
  });
});

it('needs a new approval for a post on hold, so that the hold is not bypassed', async () => {
  const { leave, newest, approve, approval, services, owner } = await arrange();
  await approve(approval);
  await actAs(services, owner, (ctx) => holdApproval(ctx, { approvalId: approval?.id ?? '', reason: 'Not today.' }));
  await leave();
  expect((await newest()).state).toBe('pending');
});

it('keeps the approved accounts, though another was connected since', async () => {
  const { leave, newest, approve, approval, connect, services, jobId, publicationsOf, connection } = await arrange();
  await approve(approval);
  await connect('sandbox', { handle: 'second' });
  await workOffWaiting(services);
  expect((await leave()).connectionIds).toEqual([connection?.id]);
  expect((await newest()).state).toBe('approved');
  const pending = (await publicationsOf(jobId)).filter(({ state }) => state === 'pending');
  expect(pending.map(({ connectionId }) => connectionId)).toEqual([connection?.id]);
});

it('removes a disconnected account, and the other account of the platform continues', async () => {
  const { services, owner, workspaceId, connect, submit, approve } = await arrange();
  const second = await connect('sandbox', { handle: 'second' });
  const { draft, approval } = await submit();
  await approve(approval);
  await actAs(services, owner, (ctx) => disconnect(ctx, second.id));
  const contentHash = approval?.contentHash ?? '';
  await actAs(services, owner, (ctx) => leaveOutTarget(ctx, { draftId: draft.id, target: second.id, contentHash }));
  const signed = await services.orm.em.fork().findOneOrFail(Approval, { draftId: draft.id }, { orderBy: { id: 'desc' } });
  expect(signed).toMatchObject({ state: 'approved', reason: 'second on Sandbox was left out so the rest can be published.' });
  expect(await services.orm.em.fork().count(Connection, { workspaceId, platform: 'sandbox', disconnectedAt: null })).toBe(1);
});

it('is refused to agents and viewers, for unseen content, for an account that works, and for the only target', async () => {
  const { services, agent, accountId, leave, submit, owner } = await arrange();
  const viewer = await userActor(services, accountId, 'viewer');
  await expect(leave(undefined, agent)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(leave(undefined, viewer)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(leave('0'.repeat(64))).rejects.toMatchObject({ code: 'content_changed' });
  await expect(leave(undefined, owner, 'sandbox')).rejects.toMatchObject({ code: 'invalid_state' });
  const alone = await submit({ platforms: ['bluesky'] });
  const input = { draftId: alone.draft.id, target: 'bluesky', contentHash: alone.approval?.contentHash ?? '' };
  await expect(actAs(services, owner, (ctx) => leaveOutTarget(ctx, input))).rejects.toMatchObject({ code: 'invalid_state' });
});

it('says that an account connected after the approval is not part of it', async () => {
  const { approve, approval, connect, connectionGate, services } = await arrange({ sandbox: null });
  await approve(approval);
  await connect('sandbox', { handle: 'harbour' });
  await workOffWaiting(services);
  expect(await connectionGate()).toMatchObject({ code: 'connected_later', target: 'sandbox', leaveOut: 'Sandbox' });
});
