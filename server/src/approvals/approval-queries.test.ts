import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenConnectionRow, givenPendingApproval } from '../testing/content.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import type { Approval } from './approval.entity.ts';
import { countWaitingOf, findApprovals, latestApproval, latestApprovalsOf, loadApproval, payloadsOfApprovals } from './approval-queries.ts';
import { decideApproval } from './decide-approval.ts';
import { decisionsOf } from './decision-queries.ts';
import { listApprovals } from './list-approvals.ts';
import { requestApproval } from './request-approval.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;
let owner: Extract<Actor, { kind: 'user' }>;
const made: { draftId: string; approval: Approval }[] = [];

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services, { approvalsRequired: 2 }));
  agent = await agentActor(services, workspace);
  owner = await userActor(services, workspace.accountId);
  await givenConnectionRow(services, workspace);
  for (let count = 0; count < 5; count += 1) made.push(await givenPendingApproval(services, agent, workspace, { text: `Words ${count}.` }));
});

const approvals = () => made.map(({ approval }) => approval);
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('listApprovals', () => {
  it('gives a workspace’s approvals in a state, oldest first, page by page', async () => {
    const ctx = contextFor(services, owner);
    const first = await listApprovals(ctx, workspace.id, { state: 'pending', limit: 3 });
    const second = await listApprovals(ctx, workspace.id, { state: 'pending', limit: 3, cursor: first.nextCursor });
    expect(idsOf([...first.items, ...second.items])).toEqual(idsOf(approvals()));
    expect(second.nextCursor).toBeNull();
    expect((await listApprovals(ctx, workspace.id, { state: 'approved', limit: 3 })).items).toEqual([]);
  });

  it('is refused to strangers', async () => {
    const stranger = await userActor(services, (await givenWorkspace(services)).accountId);
    await expect(listApprovals(contextFor(services, stranger), workspace.id, { state: 'pending', limit: 3 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(loadApproval(contextFor(services, stranger), made[0]?.approval.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('batched queries', () => {
  it('answer for many approvals in a fixed number of statements', async () => {
    const [first, second] = approvals();
    if (!first || !second) throw new Error('There are approvals.');
    for (const approval of [first, second]) {
      await actAs(services, owner, (ctx) =>
        decideApproval(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision: 'approved', comment: 'Good.' }),
      );
    }
    const ctx = contextFor(services, owner);
    const statements = await recordStatements(services, async () => {
      expect((await findApprovals(ctx, idsOf(approvals()))).size).toBe(5);
      const decisions = await decisionsOf(ctx, idsOf(approvals()));
      expect(decisions.get(first.id)).toMatchObject([{ by: owner.name, decision: { comment: 'Good.', decision: 'approved' } }]);
      expect([...decisions.values()].map((list) => list.length)).toEqual([1, 1, 0, 0, 0]);
      const payloads = await payloadsOfApprovals(ctx, approvals());
      expect(approvals().map(({ id }) => payloads.get(id)?.map(({ preview }) => preview.parts[0]?.text))).toEqual(
        [0, 1, 2, 3, 4].map((count) => [`Words ${count}.`]),
      );
    });
    expect(statements).toHaveLength(4);
  });

  it('count waiting approvals per workspace for a person who may decide, and none for others', async () => {
    const { workspaceId: empty } = await givenWorkspace(services);
    const countFor = async (actor: Actor) => (await countWaitingOf(contextFor(services, actor), [workspace.id, empty])).get(workspace.id);
    // Two of five they have decided on.
    expect(await countFor(owner)).toEqual({ approvals: 3, removals: 0, news: 0 });
    expect(await countFor(await userActor(services, workspace.accountId, 'approver'))).toEqual({ approvals: 5, removals: 0, news: 0 });
    for (const role of ['editor', 'viewer'] as const)
      expect(await countFor(await userActor(services, workspace.accountId, role)), role).toEqual({ approvals: 0, removals: 0, news: 0 });
    expect(await countFor(agent)).toEqual({ approvals: 0, removals: 0, news: 0 });
    expect((await countWaitingOf(contextFor(services, owner), [empty])).has(empty), 'nothing is counted for another account').toBe(false);
    expect(await countWaitingOf(contextFor(services), [])).toEqual(new Map());
  });

  it('count nothing for a person whose address is unconfirmed, and nothing of an archived workspace: neither can be decided', async () => {
    const em = services.orm.em.fork();
    const person = await userActor(services, workspace.accountId, 'approver');
    const count = async () => (await countWaitingOf(contextFor(services, person), [workspace.id])).get(workspace.id)?.approvals;
    await em.nativeUpdate(User, { id: person.userId }, { emailConfirmedAt: null });
    expect(await count()).toBe(0);
    await em.nativeUpdate(User, { id: person.userId }, { emailConfirmedAt: new Date() });
    expect(await count()).toBe(5);
    await em.nativeUpdate(Workspace, { id: workspace.id }, { pausedAt: new Date(), archivedAt: new Date() });
    expect(await count()).toBe(0);
    await em.nativeUpdate(Workspace, { id: workspace.id }, { pausedAt: null, archivedAt: null });
  });

  it('give the newest approval of each draft', async () => {
    const [first, second] = made;
    if (!first || !second) throw new Error('There are approvals.');
    const again = await actAs(services, agent, async (ctx) => requestApproval(ctx, await loadDraft(ctx, first.draftId)));
    const ctx = contextFor(services);
    expect((await latestApproval(ctx, first.draftId))?.id).toBe(again.id);
    const latest = await latestApprovalsOf(ctx, [first.draftId, second.draftId, 'drf_unknown']);
    expect([...latest.values()].map(({ id }) => id).sort()).toEqual([again.id, second.approval.id].sort());
    expect(await latestApprovalsOf(ctx, [])).toEqual(new Map());
  });
});
