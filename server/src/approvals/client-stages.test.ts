import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { Notice } from '../access/notice.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Stage } from '../access/workspace-policies.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import { notifyPeople } from '../notices/compose/notify-people.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { holdApproval, releaseApproval } from '../publishing/review/hold-approval.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenClient } from '../testing/clients.ts';
import { givenStage, type Stage as Setting } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { changeApprovalPolicy } from '../workspaces/change-approval-policy.ts';
import { ApprovalDecision } from './approval-decision.entity.ts';
import type { ClientActor } from './clients/client-links.ts';
import { readShared } from './clients/shared-posts.ts';

type Person = Extract<Actor, { kind: 'user' }>;
type Asked = { id: string; contentHash: string } | null;

const database = useTestDatabase();
let services: Services;
let stage: Setting;
let editor: Person;

beforeAll(() => {
  services = createTestServices(database);
});
beforeEach(async () => {
  stage = await givenStage(services);
  editor = await userActor(services, stage.accountId, 'approver');
});

const anyWhere = { required: 1, platforms: [], agentIds: [], userIds: [] };
const CLIENT: Stage = { ...anyWhere, name: 'Client', who: 'clients' };

const policy = (change: Partial<Workspace>) =>
  actAs(services, stage.owner, async (ctx) => {
    const { revision } = await ctx.em.findOneOrFail(Workspace, stage.workspaceId, { refresh: true });
    return changeApprovalPolicy(ctx, { workspaceId: stage.workspaceId, revision, policy: change });
  });
const says = (actor: Actor, approval: Asked, decision: 'approved' | 'changes_requested' = 'approved') =>
  actAs(services, actor, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision }),
  );
const notified = async (approval: Asked) => {
  await readEvents(services, notifyPeople);
  const rows = await services.orm.em.fork().find(Notice, { subjectId: approval?.id ?? '', kind: 'approval_waits' });
  return rows.map(({ userId }) => userId);
};

const shown = (client: ClientActor) =>
  actAs(services, client, async (ctx) => {
    const [post] = (await readShared({ ...ctx, actor: client })).posts;
    return post && [post.state, post.canDecide, post.canAskForChanges];
  });

it('lets a client request changes in any stage, and approve only in their own', async () => {
  await policy({ stages: [{ ...anyWhere, name: 'Team', who: 'owners_and_approvers' }, CLIENT] });
  const { approval, draft } = await stage.submit();
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  expect(await shown(client)).toEqual(['comes_later', false, true]);
  await expect(says(client, approval)).rejects.toMatchObject({ code: 'insufficient_role' });
  expect((await says(client, approval, 'changes_requested')).state).toBe('changes_requested');
  // It was the team's stage, not the client's.
  const said = await services.orm.em.fork().findOneOrFail(ApprovalDecision, { approvalId: approval?.id ?? '' });
  expect([said.clientEmail, said.stage]).toEqual([client.email, null]);
  expect(await shown(client)).toEqual(['changes_requested', false, false]);
});

it('tells a client that their stage follows only if there is one', async () => {
  await policy({ stages: [CLIENT, { ...anyWhere, name: 'Team', who: 'owners_and_approvers' }] });
  const { approval, draft } = await stage.submit();
  const [client, other] = [
    await givenClient(services, stage.workspace, stage.owner, [draft.id]),
    await givenClient(services, stage.workspace, stage.owner, [draft.id], 'other@example.org'),
  ];
  expect(await shown(other)).toEqual(['waits', true, true]);
  await says(client, approval);
  expect([await shown(client), await shown(other)]).toEqual([
    ['decided', false, false],
    ['others_decide', false, true],
  ]);
  await says(editor, approval);
  expect(await shown(other)).toEqual(['approved', false, false]);
});

it('lets owners decide in a client’s stage if only owners could at the time of the request, whatever the current policy', async () => {
  await policy({ deciders: 'owners' });
  const { approval } = await stage.submit();
  await policy({ deciders: 'owners_and_approvers', stages: [CLIENT] });
  await expect(says(editor, approval)).rejects.toMatchObject({ code: 'insufficient_role' });
  expect((await says(stage.owner, approval)).state).toBe('approved');
});

it('continues with a member of the account, who is notified, where a client’s approval does not count', async () => {
  await policy({ refusesSelfApproval: true, stages: [CLIENT] });
  const { draft } = await stage.submit();
  const { approval } = await actAs(services, stage.owner, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'The owner’s own words.' } }),
  );
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  await expect(says(editor, approval)).rejects.toMatchObject({ code: 'insufficient_role' });
  expect(await notified(approval)).toEqual([]);
  // The owner who chose the address is one of its authors.
  expect((await says(client, approval)).state).toBe('pending');
  expect(await notified(approval)).toEqual([editor.userId]);
  await expect(says(stage.owner, approval)).rejects.toMatchObject({ code: 'self_approval_refused' });
  const approved = await says(editor, approval);
  expect(approved).toMatchObject({ state: 'approved', stages: [{ name: 'Client', who: 'owners_and_approvers' }] });
  // Those who may decide may also hold and release.
  const { id: approvalId } = approved;
  expect((await actAs(services, editor, (ctx) => holdApproval(ctx, { approvalId, reason: 'Not before noon.' }))).heldAt).not.toBeNull();
  expect((await actAs(services, editor, (ctx) => releaseApproval(ctx, approvalId))).heldAt).toBeNull();
});
