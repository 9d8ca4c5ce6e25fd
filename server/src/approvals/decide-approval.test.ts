import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import type { Services } from '../context.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenPendingApproval, givenWords } from '../testing/content.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { Approval } from './approval.entity.ts';
import { ApprovalDecision, type Decision } from './approval-decision.entity.ts';
import { type DecideApprovalInput, decideApproval } from './decide-approval.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;
let owner: Extract<Actor, { kind: 'user' }>;
let approver: Extract<Actor, { kind: 'user' }>;

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
  owner = await userActor(services, workspace.accountId, 'owner');
  approver = await userActor(services, workspace.accountId, 'approver');
});

const decide = (actor: Actor, approval: Approval, input: Partial<DecideApprovalInput> = {}) =>
  actAs(services, actor, (ctx) =>
    decideApproval(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision: 'approved', ...input }),
  );
const pending = async () => (await givenPendingApproval(services, agent, workspace)).approval;
const stateOf = async ({ id }: Approval) => {
  const { em } = contextFor(services);
  const approval = await em.findOneOrFail(Approval, id);
  return [approval.state, (await em.findOneOrFail(Draft, approval.draftId)).state];
};

describe('decideApproval', () => {
  it.each<[Decision, string]>([
    ['approved', 'approved'],
    ['rejected', 'rejected'],
    ['changes_requested', 'changes_requested'],
  ])('%s closes the approval and moves the draft along', async (decision, state) => {
    const approval = await pending();
    await decide(approver, approval, { decision, comment: '  The date is wrong. ' });
    expect(await stateOf(approval)).toEqual([state, state]);
    const { em } = contextFor(services);
    expect(await em.findOneOrFail(ApprovalDecision, { approvalId: approval.id })).toMatchObject({
      userId: approver.userId,
      decision,
      comment: 'The date is wrong.',
      contentHash: approval.contentHash,
    });
    expect(await em.findOneOrFail(AuditEntry, { subjectId: approval.id, action: 'approval.decided' })).toMatchObject({
      actorId: approver.userId,
      details: { decision, state, contentHash: approval.contentHash },
    });
  });

  it('is refused to agents, viewers and people of other accounts', async () => {
    const approval = await pending();
    const viewer = await userActor(services, workspace.accountId, 'viewer');
    const stranger = await userActor(services, (await givenWorkspace(services)).accountId);
    await expect(decide(agent, approval)).rejects.toMatchObject({ code: 'insufficient_role', message: expect.stringContaining('agent') });
    await expect(decide({ kind: 'system' }, approval)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(decide(viewer, approval)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(decide(stranger, approval)).rejects.toMatchObject({ code: 'not_found' });
    await expect(decide(owner, { ...approval, id: 'apr_unknown' } as Approval)).rejects.toMatchObject({ code: 'not_found' });
    expect(await stateOf(approval)).toEqual(['pending', 'in_review']);
  });

  it('is refused when the person saw something else', async () => {
    const approval = await pending();
    await expect(decide(owner, approval, { contentHash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'content_changed' });
  });

  it('is refused if the content has changed, even before the approval was superseded', async () => {
    const approval = await pending();
    await givenWords(services, agent, approval.draftId, 'Other words.');
    await expect(decide(owner, approval)).rejects.toMatchObject({ code: 'content_changed' });
  });

  it('is refused a second time, by the same person or another', async () => {
    const approval = await pending();
    await decide(owner, approval);
    await expect(decide(owner, approval)).rejects.toMatchObject({ code: 'already_decided' });
    await expect(decide(approver, approval, { decision: 'rejected' })).rejects.toMatchObject({ code: 'already_decided' });
  });

  it('is refused after expiry, even before the reconciler has run', async () => {
    const approval = await pending();
    await contextFor(services).em.nativeUpdate(Approval, approval.id, { expiresAt: services.clock.now() });
    await expect(decide(owner, approval)).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('expired') });
  });

  it('refuses a comment that cannot be stored', async () => {
    const approval = await pending();
    await expect(decide(owner, approval, { comment: 'a\0' })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ pointer: '/comment' }],
    });
    await expect(decide(owner, approval, { comment: 'x'.repeat(2_001) })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('accepts one of many concurrent decisions', async () => {
    const approval = await pending();
    const people = await Promise.all(Array.from({ length: 8 }, () => userActor(services, workspace.accountId, 'approver')));
    const results = await Promise.allSettled(
      people.map((person, index) => decide(person, approval, { decision: index % 2 ? 'rejected' : 'approved' })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_decided' });
    expect(await contextFor(services).em.count(ApprovalDecision, { approvalId: approval.id })).toBe(1);
  });
});

describe('a workspace that needs two people', () => {
  const setting = async (refusesSelfApproval = false) => {
    const { workspace: strict, accountId } = await givenWorkspace(services, { approvalsRequired: 2, refusesSelfApproval });
    const scribe = await agentActor(services, strict);
    const { approval } = await givenPendingApproval(services, scribe, strict);
    return {
      strict,
      scribe,
      approval,
      people: [await userActor(services, accountId), await userActor(services, accountId, 'approver')] as const,
    };
  };

  it('is satisfied by two different people and not by one twice', async () => {
    const { approval, people } = await setting();
    await decide(people[0], approval);
    expect(await stateOf(approval)).toEqual(['pending', 'in_review']);
    await expect(decide(people[0], approval)).rejects.toMatchObject({ code: 'already_decided' });
    await decide(people[1], approval);
    expect(await stateOf(approval)).toEqual(['approved', 'approved']);
  });

  it('counts two concurrent approvals', async () => {
    const { approval, people } = await setting();
    await Promise.all(people.map((person) => decide(person, approval)));
    expect(await stateOf(approval)).toEqual(['approved', 'approved']);
  });

  it('is closed by one rejection', async () => {
    const { approval, people } = await setting();
    await decide(people[0], approval);
    await decide(people[1], approval, { decision: 'rejected' });
    expect(await stateOf(approval)).toEqual(['rejected', 'rejected']);
  });

  it('refuses the author of the last revision, if the policy says so', async () => {
    const { strict, people } = await setting(true);
    const { approval } = await givenPendingApproval(services, people[0], strict);
    await expect(decide(people[0], approval)).rejects.toMatchObject({ code: 'self_approval_refused' });
    await expect(decide(people[1], approval)).resolves.toBeDefined();
  });
});
