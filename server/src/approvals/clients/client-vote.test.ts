import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Membership } from '../../access/membership.entity.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Services } from '../../context.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { givenPendingApproval } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import type { Approval } from '../approval.entity.ts';
import { decideApproval } from '../decide-approval.ts';
import { revokeClientLink } from './revoke-client-link.ts';

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

it('counts as an approver’s', async () => {
  const { approval, client } = await setting();
  expect(await yes(client, approval)).toMatchObject({
    approval: { state: 'approved' },
    decision: { counts: true, clientEmail: client.email },
  });
});

it.each<[string, Partial<Workspace>, 'agent' | 'owner']>([
  ['the policy takes clients’ words for opinions', { countsClients: false }, 'agent'],
  ['only owners decide', { deciders: 'owners' }, 'agent'],
  ['whoever shared it wrote it, and nobody approves their own', { refusesSelfApproval: true }, 'owner'],
])('is an opinion where %s: somebody of the account decides', async (_why, policies, writer) => {
  const { approval, client, colleague } = await setting(policies, writer);
  expect(await yes(client, approval)).toMatchObject({ approval: { state: 'pending' }, decision: { counts: false } });
  expect(await yes(colleague, approval)).toMatchObject({ approval: { state: 'approved' } });
});

it('closes it by asking for changes, also where a yes would be an opinion', async () => {
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

it('is one of those that are needed, however many clients say yes', async () => {
  const { workspace, owner, colleague, approval, client } = await setting({ approvalsRequired: 2 });
  const second = await givenClient(services, workspace, owner, [approval.draftId], 'second@example.org');
  expect((await yes(client, approval)).approval.state).toBe('pending');
  expect((await yes(second, approval)).approval.state).toBe('pending');
  expect((await yes(colleague, approval)).approval.state).toBe('approved');
});

it('stands only while its link does, and for as long as whoever shared it owns the account', async () => {
  const revoked = await setting({ approvalsRequired: 2 });
  await yes(revoked.client, revoked.approval);
  await actAs(services, revoked.owner, (ctx) => revokeClientLink(ctx, revoked.client.linkId));
  expect((await yes(revoked.owner, revoked.approval)).approval.state).toBe('pending');
  const left = await setting({ approvalsRequired: 2 });
  await yes(left.client, left.approval);
  const { accountId } = left.workspace;
  await services.orm.em.fork().nativeUpdate(Membership, { userId: (left.owner as Person).userId, accountId }, { role: 'viewer' });
  expect((await yes(left.colleague, left.approval)).approval.state).toBe('pending');
});
