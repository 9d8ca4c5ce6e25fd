import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import { DAY_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { Draft, type DraftState } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { buildPayloads } from '../payloads/build-payloads.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenDraft, givenPendingApproval, givenWords } from '../testing/content.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices, type FixedClock } from '../testing/test-services.ts';
import { Approval } from './approval.entity.ts';
import { decideApproval } from './decide-approval.ts';
import { expireApprovals, supersedeApproval } from './end-approvals.ts';
import { requestApproval } from './request-approval.ts';

const database = useTestDatabase();
let services: Services;
let clock: FixedClock;
let workspace: Workspace;
let agent: Actor;
let owner: Actor;

beforeAll(async () => {
  services = createTestServices(database);
  clock = services.clock as FixedClock;
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
  owner = await userActor(services, workspace.accountId);
});

const request = (draftId: string) => actAs(services, agent, async (ctx) => requestApproval(ctx, await loadDraft(ctx, draftId)));
const supersede = (draftId: string) => actAs(services, agent, async (ctx) => supersedeApproval(ctx, await lockDraft(ctx, draftId)));
const approve = ({ id, contentHash }: Approval) =>
  actAs(services, owner, (ctx) => decideApproval(ctx, { approvalId: id, contentHash, decision: 'approved' }));
const expire = () => actAs(services, { kind: 'system' }, (ctx) => expireApprovals(ctx));
const stateOf = async (id: string) => (await contextFor(services).em.findOneOrFail(Approval, id)).state;
const draftStateOf = async (id: string) => (await contextFor(services).em.findOneOrFail(Draft, id)).state;
const putInState = (id: string, state: DraftState) => contextFor(services).em.nativeUpdate(Draft, id, { state });

describe('requestApproval', () => {
  it('requests a decision on the current content, by the workspace’s current policy', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    const draft = await contextFor(services).em.findOneOrFail(Draft, draftId);
    expect(draft.state).toBe('in_review');
    expect(approval).toMatchObject({ state: 'pending', contentHash: draft.contentHash, approvalsRequired: 1, workspaceId: workspace.id });
    expect(approval.expiresAt.getTime() - approval.createdAt.getTime()).toBe(14 * DAY_MS);
    expect(await contextFor(services).em.count(AuditEntry, { subjectId: approval.id, action: 'approval.requested' })).toBe(1);
  });

  it('expires after the scheduled time if that is later', async () => {
    const scheduledAt = new Date(clock.now().getTime() + 60 * DAY_MS);
    const { approval } = await givenPendingApproval(services, agent, workspace, { scheduledAt });
    expect(approval.expiresAt.getTime()).toBe(scheduledAt.getTime() + 14 * DAY_MS);
  });

  it('supersedes an earlier request, so at most one is pending', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    await Promise.all([request(draftId), request(draftId), request(draftId)]);
    expect(await stateOf(approval.id)).toBe('superseded');
    expect(await contextFor(services).em.count(Approval, { draftId, state: 'pending' })).toBe(1);
    expect(await draftStateOf(draftId)).toBe('in_review');
  });

  it('supersedes an earlier approval', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    await approve(approval);
    await request(draftId);
    expect(await stateOf(approval.id)).toBe('superseded');
    expect(await draftStateOf(draftId)).toBe('in_review');
  });

  it('requests approval again after a failure', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    await approve(approval);
    await putInState(draftId, 'failed');
    await request(draftId);
    expect(await draftStateOf(draftId)).toBe('in_review');
  });

  it('refuses a draft without payloads', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    await expect(request(id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it.each<DraftState>(['publishing', 'published', 'rejected', 'archived'])('refuses a draft that is %s', async (state) => {
    const { id } = await givenDraft(services, agent, workspace);
    await givenWords(services, agent, id, 'Words.');
    await actAs(services, agent, async (ctx) => buildPayloads(ctx, await loadDraft(ctx, id)));
    await putInState(id, state);
    await expect(request(id)).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('supersedeApproval', () => {
  it('supersedes a pending request and returns the draft', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    expect(await supersede(draftId)).toMatchObject({ id: approval.id, state: 'superseded', closedAt: clock.now() });
    expect(await draftStateOf(draftId)).toBe('draft');
    expect(await supersede(draftId)).toBeNull();
  });

  it('leaves the approval of a published post unchanged', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    await approve(approval);
    await putInState(draftId, 'published');
    await expect(supersede(draftId)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await stateOf(approval.id)).toBe('approved');
  });
});

describe('expireApprovals', () => {
  it('expires overdue requests and approvals, and nothing else', async () => {
    await expire();
    const waiting = await givenPendingApproval(services, agent, workspace);
    const approved = await givenPendingApproval(services, agent, workspace);
    const published = await givenPendingApproval(services, agent, workspace);
    for (const { approval } of [approved, published]) await approve(approval);
    await putInState(published.draftId, 'published');
    clock.advance(14 * DAY_MS);
    const fresh = await givenPendingApproval(services, agent, workspace);

    const expired = await expire();
    expect(expired.map(({ approvalId }) => approvalId)).toEqual(expect.arrayContaining([waiting.approval.id, approved.approval.id]));
    expect(await Promise.all([waiting, approved, published, fresh].map(({ approval }) => stateOf(approval.id)))).toEqual([
      'expired',
      'expired',
      'approved',
      'pending',
    ]);
    expect(await Promise.all([waiting, approved, published, fresh].map(({ draftId }) => draftStateOf(draftId)))).toEqual([
      'draft',
      'draft',
      'published',
      'in_review',
    ]);
    expect(
      await contextFor(services).em.count(AuditEntry, { subjectId: waiting.approval.id, action: 'approval.expired', actorKind: 'system' }),
    ).toBe(1);
    expect(await expire()).toEqual([]);
  });

  it('leaves a locked draft for the next run', async () => {
    const { draftId, approval } = await givenPendingApproval(services, agent, workspace);
    clock.advance(15 * DAY_MS);
    await actAs(services, agent, async (ctx) => {
      await ctx.em.execute('select id from drafts where id = ? for update', [draftId]);
      expect((await expire()).map(({ approvalId }) => approvalId)).not.toContain(approval.id);
    });
    expect((await expire()).map(({ approvalId }) => approvalId)).toContain(approval.id);
  });
});
