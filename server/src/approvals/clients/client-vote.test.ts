import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Membership, User } from '../../access/user.entity.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Services } from '../../context.ts';
import { ownerOf } from '../../db/request-concurrency.ts';
import { lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { givenPendingApproval } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { Approval } from '../approval.entity.ts';
import { decideApproval } from '../decide-approval.ts';
import { requestApproval } from '../request-approval.ts';
import { writersOf } from '../writer-queries.ts';
import { type ClientActor, requireShared } from './client-links.ts';
import { revokeClientLink } from './share-with-client.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(() => {
  services = createTestServices(database);
});

type Person = Extract<Actor, { kind: 'user' }>;

async function setting(policies: Partial<Workspace> = {}, writer: 'agent' | 'owner' = 'agent') {
  const { workspace, accountId } = await givenWorkspace(services, policies);
  const [owner, colleague] = [await userActor(services, accountId, 'owner'), await userActor(services, accountId, 'owner')];
  const scribe = writer === 'owner' ? owner : await agentActor(services, workspace);
  const { approval, draftId } = await givenPendingApproval(services, scribe, workspace);
  return { workspace, owner, colleague, approval, client: await givenClient(services, workspace, owner, [draftId]) };
}

const yes = (actor: Actor, approval: Approval) =>
  actAs(services, actor, (ctx) =>
    decideApproval(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision: 'approved' }),
  );

const requireOpen = (client: ClientActor, { draftId }: Approval) => actAs(services, client, (ctx) => requireShared(ctx, client, draftId));

/** Makes the holder of the address an approver of the account. */
async function join({ accountId }: Workspace, email: string): Promise<Person> {
  const member = await userActor(services, accountId, 'approver');
  await services.orm.em.fork().nativeUpdate(User, { id: member.userId }, { email });
  return { ...member, email };
}

const demote = ({ userId }: Person, { accountId }: Workspace) =>
  services.orm.em.fork().nativeUpdate(Membership, { userId, accountId }, { role: 'viewer' });

it('counts as an approver’s', async () => {
  const { approval, client } = await setting();
  expect(await yes(client, approval)).toMatchObject({
    approval: { state: 'approved' },
    decision: { counts: true, clientEmail: client.email },
  });
});

it.each<[string, Partial<Workspace>, 'agent' | 'owner']>([
  ['the policy treats clients’ decisions as opinions', { countsClients: false }, 'agent'],
  ['only owners decide', { deciders: 'owners' }, 'agent'],
  ['its sharer wrote it, and authors may not approve their own', { refusesSelfApproval: true }, 'owner'],
])('is an opinion if %s: a member decides', async (_why, policies, writer) => {
  const { approval, client, colleague } = await setting(policies, writer);
  expect(await yes(client, approval)).toMatchObject({ approval: { state: 'pending' }, decision: { counts: false } });
  expect(await yes(colleague, approval)).toMatchObject({ approval: { state: 'approved' } });
});

it('closes the request by asking for changes, even if an approval would be an opinion', async () => {
  const { approval, client } = await setting({ countsClients: false });
  const decided = await actAs(services, client, (ctx) =>
    decideApproval(ctx, {
      approvalId: approval.id,
      contentHash: approval.contentHash,
      decision: 'changes_requested',
      comment: 'Too long.',
    }),
  );
  expect(decided.approval.state).toBe('changes_requested');
});

it('queues behind other requests of its own account, not behind other clients', async () => {
  const { client } = await setting();
  expect(ownerOf({ actor: client })).toBe(client.accountId);
});

it('counts as one of those required, however many clients approve', async () => {
  const { workspace, owner, colleague, approval, client } = await setting({ approvalsRequired: 2 });
  const second = await givenClient(services, workspace, owner, [approval.draftId], 'second@example.org');
  expect((await yes(client, approval)).approval.state).toBe('pending');
  expect((await yes(second, approval)).approval.state).toBe('pending');
  expect((await yes(colleague, approval)).approval.state).toBe('approved');
});

it('is not a second vote for a client who became a member, nor a vote on their own content', async () => {
  const { workspace, colleague, approval, client } = await setting({ approvalsRequired: 2 });
  await yes(client, approval);
  const member = await join(workspace, client.email);
  expect((await yes(member, approval)).approval.state).toBe('pending');
  expect((await yes(colleague, approval)).approval.state).toBe('approved');
  await expect(requireOpen(client, approval)).rejects.toMatchObject({ code: 'client_link_invalid' });
});

it('no longer counts for content of the person who shared it, once authors cannot approve their own', async () => {
  const { workspace, colleague, approval, client } = await setting({ approvalsRequired: 2 }, 'owner');
  await yes(client, approval);
  const em = services.orm.em.fork();
  await em.execute('update workspaces set refuses_self_approval = true where id = ?', [workspace.id]);
  expect((await yes(colleague, approval)).approval.state).toBe('pending');
  await em.execute('update workspaces set refuses_self_approval = false where id = ?', [workspace.id]);
  expect((await yes(await userActor(services, workspace.accountId), approval)).approval.state).toBe('approved');
});

it('is one countersignature, however many clients approved, and none if the link was revoked', async () => {
  const { workspace, owner, colleague, approval } = await setting({ approvalsRequired: 2 }, 'owner');
  const askedByColleague = (email: string) => givenClient(services, workspace, colleague, [approval.draftId], email);
  const client = await askedByColleague('first@example.org');
  const writers = () => actAs(services, owner, async (ctx) => (await writersOf(ctx, [approval.draftId])).get(approval.draftId));
  const second = await askedByColleague('second@example.org');
  for (const each of [client, second]) await yes(each, approval);
  const em = services.orm.em.fork();
  await em.nativeUpdate(Approval, { id: approval.id }, { state: 'superseded' });
  expect(await writers()).toEqual([owner.userId]);
  await em.nativeUpdate(Approval, { id: approval.id }, { approvalsRequired: 1 });
  expect(await writers()).toEqual([]);
  for (const { linkId } of [client, second]) await actAs(services, owner, (ctx) => revokeClientLink(ctx, linkId));
  expect(await writers()).toEqual([owner.userId]);
});

it('does not countersign content of the person who shared it: the address may be their own', async () => {
  const { owner, colleague, approval, client, workspace } = await setting({}, 'owner');
  const writers = () => actAs(services, owner, async (ctx) => (await writersOf(ctx, [approval.draftId])).get(approval.draftId));
  expect((await yes(client, approval)).approval.state).toBe('approved');
  expect(await writers()).toEqual([owner.userId]);
  const em = services.orm.em.fork();
  await em.execute(`update approvals set state = 'superseded' where id = ?`, [approval.id]);
  await em.execute('update workspaces set refuses_self_approval = true where id = ?', [workspace.id]);
  const again = await actAs(services, owner, async (ctx) => {
    const draft = await lockDraft(ctx, approval.draftId);
    moveDraft(ctx, draft, 'draft');
    return requestApproval(ctx, draft);
  });
  await expect(yes(owner, again)).rejects.toMatchObject({ code: 'self_approval_refused' });
  expect((await yes(colleague, again)).approval.state).toBe('approved');
});

it('can be given again by a new link if the previous one was revoked; not by another valid link', async () => {
  const { workspace, owner, approval, client } = await setting({ approvalsRequired: 2 });
  await yes(client, approval);
  const again = await givenClient(services, workspace, owner, [approval.draftId], client.email);
  await expect(yes(again, approval)).rejects.toMatchObject({ code: 'already_decided' });
  await actAs(services, owner, (ctx) => revokeClientLink(ctx, client.linkId));
  expect((await yes(again, approval)).decision).toMatchObject({ clientLinkId: again.linkId, counts: true });
  expect((await yes(owner, approval)).approval.state).toBe('approved');
});

it('counts only while its link is valid, and as long as the person who shared it owns the account', async () => {
  const revoked = await setting({ approvalsRequired: 2 });
  await yes(revoked.client, revoked.approval);
  await actAs(services, revoked.owner, (ctx) => revokeClientLink(ctx, revoked.client.linkId));
  expect((await yes(revoked.owner, revoked.approval)).approval.state).toBe('pending');
  const left = await setting({ approvalsRequired: 2 });
  await yes(left.client, left.approval);
  await demote(left.owner, left.workspace);
  expect((await yes(left.colleague, left.approval)).approval.state).toBe('pending');
  await expect(requireOpen(left.client, left.approval)).rejects.toMatchObject({ code: 'client_link_invalid' });
});
