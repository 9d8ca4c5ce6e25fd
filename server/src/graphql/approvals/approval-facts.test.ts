import { describe, expect, it } from 'vitest';
import type { Role } from '../../access/actor.ts';
import { Membership } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Stage } from '../../access/workspace-policies.ts';
import { decideApproval } from '../../approvals/decide-approval.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { PublishJob } from '../../publishing/publish-job.entity.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { type Person, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { archiveWorkspace, createWorkspace } from '../../workspaces/workspace-lifecycle.ts';

const FACTS = `query ($id: ID!) {
  approval(id: $id) {
    missingApprovers approvalsGiven viewerCan { decide approveEdited liftFindings }
    draft { author { name } grant { agentName scopes jobsPerDay jobsToday } }
  }
}`;
const DECIDE = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }';
const PEOPLE = `query ($id: ID!) {
  workspace(id: $id) { deciderCount owners: deciderCount(deciders: OWNERS) all: deciderCount(deciders: OWNERS_AND_APPROVERS) waitingCount }
}`;

const LINKS = 'query ($id: ID!) { workspace(id: $id) { clientLinks { email count sharedBy isActive } } }';

const OFFERED = `query ($draftId: ID!, $failed: ID!, $id: ID!, $approved: ID!, $held: ID!) {
  draft(id: $draftId) { viewerCan { submit change edit archive } move { refusal } publishJob { viewerCan { cancel retry } } }
  failed: draft(id: $failed) { publishJob { viewerCan { cancel retry } } }
  approval(id: $id) { viewerCan { decide approveEdited liftFindings } }
  approved: approval(id: $approved) { viewerCanHold }
  held: approval(id: $held) { viewerCanRelease }
}`;

interface Facts {
  missingApprovers: number;
  approvalsGiven: number;
  viewerCan: { decide: boolean; approveEdited: boolean; liftFindings: boolean };
  draft: { grant: { agentName: string; jobsToday: number } | null };
}

const stage = usePeople(useTestDatabase());

async function given(policy: Partial<Workspace>, ...roles: Role[]) {
  const home = await givenWorkspace(stage.services, policy);
  const people: Person[] = [];
  for (const role of roles) people.push(await stage.person({ accountId: home.accountId, role }));
  const [person] = people as [Person, ...Person[]];
  const agent = await agentActor(stage.services, home.workspace, { name: 'Newsroom', jobsPerDay: 10 });
  return { ...home, people, person, agent };
}

const submit = async ({ workspace, agent }: Awaited<ReturnType<typeof given>>) =>
  (await givenSubmittedDraft(stage.services, agent, workspace)).approval;
const factsOf = async (id: string, { browser }: Person) => (await browser.must<{ approval: Facts }>(FACTS, { id })).approval;

it('shows the grant of the requesting agent, and its usage', async () => {
  const home = await given({}, 'owner');
  const { id } = await submit(home);
  expect((await factsOf(id, home.person)).draft).toMatchObject({
    author: { name: 'Newsroom' },
    grant: { agentName: 'Newsroom', jobsPerDay: 10, jobsToday: 1, scopes: expect.arrayContaining(['drafts:write']) },
  });
  const own = await givenSubmittedDraft(stage.services, await userActor(stage.services, home.accountId), home.workspace);
  expect((await factsOf(own.approval.id, home.person)).draft.grant).toBeNull();
});

describe('missingApprovers', () => {
  it.each<[string, Partial<Workspace>, Role[], number]>([
    ['one of one', {}, ['owner'], 0],
    ['two of two', { approvalsRequired: 2 }, ['owner', 'approver'], 0],
    ['two where a viewer is the second', { approvalsRequired: 2 }, ['owner', 'viewer'], 1],
    ['three of two owners, where approvers do not count', { approvalsRequired: 3, deciders: 'owners' }, ['owner', 'owner', 'approver'], 1],
  ])('%s', async (_, policy, roles, missing) => {
    const home = await given(policy, ...roles);
    const { id } = await submit(home);
    expect((await factsOf(id, home.person)).missingApprovers).toBe(missing);
  });

  it('counts those who have approved already, and ends with the decision', async () => {
    const home = await given({ approvalsRequired: 2 }, 'owner', 'approver');
    const { id: approvalId, contentHash } = await submit(home);
    const missing: number[] = [];
    for (const person of home.people) {
      await person.browser.must(DECIDE, { input: { approvalId, contentHash, decision: 'APPROVED' } });
      missing.push((await factsOf(approvalId, home.person)).missingApprovers);
    }
    expect(missing).toEqual([0, 0]);
  });

  it('leaves a client’s approval that is advisory here out of those given', async () => {
    const home = await given({ approvalsRequired: 2 }, 'owner', 'approver');
    const { id: approvalId, contentHash, draftId } = await submit(home);
    const client = await givenClient(stage.services, home.workspace, await userActor(stage.services, home.accountId), [draftId]);
    await actAs(stage.services, client, (ctx) => decideApproval(ctx, { approvalId, contentHash, decision: 'approved' }));
    expect((await factsOf(approvalId, home.person)).approvalsGiven).toBe(1);
    await stage.services.orm.em.fork().nativeUpdate(Workspace, home.workspaceId, { countsClients: false });
    expect((await factsOf(approvalId, home.person)).approvalsGiven).toBe(0);
  });

  it('counts a client’s approval while the person who shared it is an owner', async () => {
    const home = await given({ approvalsRequired: 3 }, 'owner', 'approver');
    const { id: approvalId, contentHash, draftId } = await submit(home);
    const sharer = await userActor(stage.services, home.accountId);
    const client = await givenClient(stage.services, home.workspace, sharer, [draftId]);
    await actAs(stage.services, client, (ctx) => decideApproval(ctx, { approvalId, contentHash, decision: 'approved' }));
    expect((await factsOf(approvalId, home.person)).missingApprovers).toBe(0);
    await stage.services.orm.em.fork().nativeUpdate(Membership, { userId: sharer.userId }, { role: 'viewer' });
    expect((await factsOf(approvalId, home.person)).missingApprovers).toBe(1);
  });

  it('counts no one twice who decides in several stages, and keeps the only decider of a stage for it', async () => {
    const home = await given({}, 'approver', 'owner');
    const [lawyer] = home.people as [Person];
    const anything = { required: 1, platforms: [], agentIds: [] };
    const stages: Stage[] = [
      { ...anything, name: 'Team', who: 'owners_and_approvers', userIds: [] },
      { ...anything, name: 'Legal', who: 'people', userIds: [lawyer.userId] },
    ];
    const ask = async (asked: Stage[]) => {
      await stage.services.orm.em.fork().nativeUpdate(Workspace, { id: home.workspace.id }, { stages: asked });
      return (await factsOf((await submit(home)).id, home.person)).missingApprovers;
    };
    expect(await ask(stages)).toBe(0);
    expect(await ask([...stages, { ...anything, name: 'Owner', who: 'owners', userIds: [] }])).toBe(1);
  });

  it('does not count authors, if the policy refuses that', async () => {
    const home = await given({ refusesSelfApproval: true });
    const writer = await userActor(stage.services, home.accountId);
    const { approval } = await givenSubmittedDraft(stage.services, writer, home.workspace);
    const viewer = await stage.person({ accountId: home.accountId, role: 'viewer' });
    expect((await factsOf(approval.id, viewer)).missingApprovers).toBe(1);
    await stage.person({ accountId: home.accountId, role: 'approver' });
    expect((await factsOf(approval.id, viewer)).missingApprovers).toBe(0);
  });
});

it('edits are offered to those who may decide in the first stage, at which they start over', async () => {
  const home = await given({}, 'owner', 'approver');
  const [owner, lawyer] = home.people as [Person, Person];
  const anything = { required: 1, platforms: [], agentIds: [] };
  const stages: Stage[] = [
    { ...anything, name: 'Owner', who: 'owners', userIds: [] },
    { ...anything, name: 'Legal', who: 'people', userIds: [lawyer.userId] },
  ];
  await stage.services.orm.em.fork().nativeUpdate(Workspace, { id: home.workspace.id }, { stages });
  const { id: approvalId, contentHash } = await submit(home);
  const offered = () => Promise.all(home.people.map(async (person) => (await factsOf(approvalId, person)).viewerCan));
  expect(await offered()).toMatchObject([
    { decide: true, approveEdited: true },
    { decide: false, approveEdited: false },
  ]);
  await owner.browser.must(DECIDE, { input: { approvalId, contentHash, decision: 'APPROVED' } });
  expect(await offered()).toMatchObject([
    { decide: false, approveEdited: false },
    { decide: true, approveEdited: false },
  ]);
});

it('edit and approve is not offered if today’s policy refuses authors', async () => {
  const home = await given({ refusesSelfApproval: true }, 'owner');
  const { id } = await submit(home);
  expect((await factsOf(id, home.person)).viewerCan).toMatchObject({ decide: true, approveEdited: false });
  await stage.services.orm.em.fork().nativeUpdate(Workspace, home.workspaceId, { refusesSelfApproval: false });
  expect((await factsOf(id, home.person)).viewerCan).toMatchObject({ decide: true, approveEdited: true });
});

it('findings may be dismissed only by those who decide in the account, also after their own decision', async () => {
  const home = await given({ approvalsRequired: 2 }, 'owner', 'approver', 'viewer');
  const { id: approvalId, contentHash } = await submit(home);
  await home.person.browser.must(DECIDE, { input: { approvalId, contentHash, decision: 'APPROVED' } });
  const may = await Promise.all(home.people.map(async (person) => (await factsOf(approvalId, person)).viewerCan));
  expect(may).toMatchObject([
    { decide: false, liftFindings: true },
    { decide: true, liftFindings: true },
    { decide: false, liftFindings: false },
  ]);
});

it('nothing is offered in a workspace that is archived: all of it would be refused', async () => {
  const home = await given({}, 'owner');
  await givenConnectionRow(stage.services, home.workspace);
  const { id, draftId } = await submit(home);
  const [approved, held, failed] = [await submit(home), await submit(home), await submit(home)];
  for (const { id: approvalId, contentHash } of [approved, held, failed])
    await home.person.browser.must(DECIDE, { input: { approvalId, contentHash, decision: 'APPROVED' } });
  const hold = 'mutation ($input: HoldApprovalInput!) { holdApproval(input: $input) { state } }';
  await home.person.browser.must(hold, { input: { approvalId: held.id, reason: 'The storm.' } });
  const em = stage.services.orm.em.fork();
  const job = await em.findOneOrFail(PublishJob, { approvalId: failed.id });
  await em.nativeUpdate(Publication, { jobId: job.id }, { state: 'failed', failureCode: 'rejected' });
  await em.nativeUpdate(PublishJob, job.id, { state: 'failed' });
  const offered = () => home.person.browser.must(OFFERED, { draftId, id, approved: approved.id, held: held.id, failed: failed.draftId });
  const offers = (may: boolean, refusal: unknown) => ({
    // What is on its way can be called off all the same.
    draft: {
      viewerCan: { submit: false, change: may, edit: may, archive: may },
      move: { refusal },
      publishJob: { viewerCan: { cancel: true, retry: false } },
    },
    failed: { publishJob: { viewerCan: { cancel: false, retry: may } } },
    approval: { viewerCan: { decide: may, approveEdited: may, liftFindings: may } },
    approved: { viewerCanHold: may },
    held: { viewerCanRelease: may },
  });
  expect(await offered()).toEqual(offers(true, null));
  await actAs(stage.services, await userActor(stage.services, home.accountId), async (ctx) => {
    await createWorkspace(ctx, { accountId: home.accountId, name: 'The other one' });
    await archiveWorkspace(ctx, home.workspaceId);
  });
  expect(await offered()).toEqual(offers(false, expect.stringContaining('archived')));
});

it('a workspace says how many people may decide, by its policy and by another one', async () => {
  const { workspaceId, person } = await given({ deciders: 'owners' }, 'owner', 'approver', 'approver', 'viewer');
  expect(await person.browser.must(PEOPLE, { id: workspaceId })).toEqual({
    workspace: { deciderCount: 1, owners: 1, all: 3, waitingCount: 0 },
  });
});

it('owners see each link that is not revoked, who made it, and whether it works', async () => {
  const home = await given({}, 'owner');
  const { draftId } = await submit(home);
  const sharer = await userActor(stage.services, home.accountId);
  const { linkId } = await givenClient(stage.services, home.workspace, sharer, [draftId], 'mara@example.org');
  const links = async () =>
    (await home.person.browser.must<{ workspace: { clientLinks: unknown[] } }>(LINKS, { id: home.workspace.id })).workspace.clientLinks;
  const link = { email: 'mara@example.org', count: 1, sharedBy: sharer.name };
  expect(await links()).toEqual([{ ...link, isActive: true }]);
  // It works again once that person is an owner again, so it can be revoked before.
  await stage.services.orm.em.fork().nativeUpdate(Membership, { userId: sharer.userId }, { role: 'viewer' });
  expect(await links()).toEqual([{ ...link, isActive: false }]);
  await home.person.browser.must('mutation ($id: ID!) { revokeClientLink(linkId: $id) { id } }', { id: linkId });
  expect(await links()).toEqual([]);
});
