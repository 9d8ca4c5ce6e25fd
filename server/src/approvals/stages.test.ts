import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { decidersOf } from '../access/members/member-queries.ts';
import { Notice } from '../access/notice.entity.ts';
import { Membership } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Stage } from '../access/workspace-policies.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import { notifyPeople } from '../notices/compose/notify-people.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import { gateInEnglish } from '../publishing/gates/gate.ts';
import { explainJobs } from '../publishing/jobs/explain-jobs.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenClient } from '../testing/clients.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenLaunched } from '../testing/factories.ts';
import { givenStage, type Stage as Setting } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { changeApprovalPolicy } from '../workspaces/change-approval-policy.ts';
import { Approval } from './approval.entity.ts';
import { missingApprovers } from './approval.policy.ts';
import { approvalsGivenTo, bindingDecisionsOf } from './decision-queries.ts';
import { stageStatusesOf, stageVotesOf } from './stage-votes.ts';
import { NO_VOTES } from './stages.ts';

type Person = Extract<Actor, { kind: 'user' }>;

const database = useTestDatabase();
let services: Services;
let stage: Setting;
let editor: Person;
let lawyer: Person;

beforeAll(async () => {
  services = createTestServices(database);
  await givenLaunched(services);
});
beforeEach(async () => {
  stage = await givenStage(services);
  editor = await userActor(services, stage.accountId, 'approver');
  lawyer = await userActor(services, stage.accountId, 'approver');
});

const anyWhere = { required: 1, platforms: [], agentIds: [], userIds: [] };
const of = (person: Person, name: string): Stage => ({ ...anyWhere, name, who: 'people', userIds: [person.userId] });
const CLIENT: Stage = { ...anyWhere, name: 'Client', who: 'clients' };

const policy = (change: Partial<Workspace>) =>
  actAs(services, stage.owner, async (ctx) => {
    const { revision } = await ctx.em.findOneOrFail(Workspace, stage.workspaceId, { refresh: true });
    return changeApprovalPolicy(ctx, { workspaceId: stage.workspaceId, revision, policy: change });
  });

type Asked = { id: string; contentHash: string } | null;
const says = (actor: Actor, approval: Asked, decision: 'approved' | 'changes_requested' = 'approved') =>
  actAs(services, actor, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision }),
  );
const refused = (actor: Actor, approval: Asked) => expect(says(actor, approval)).rejects.toMatchObject({ code: 'insufficient_role' });
const standing = async (approval: Asked) =>
  actAs(services, stage.owner, async (ctx) => {
    const row = await ctx.em.findOneOrFail(Approval, approval?.id ?? '', { refresh: true });
    return [row.state, ...((await stageStatusesOf(ctx, [row])).get(row.id) ?? []).map(({ name, state }) => `${name} ${state}`)];
  });

const gateOf = (job: { id: string } | null | undefined) =>
  actAs(services, stage.owner, async (ctx) => {
    const explained = await explainJobs(ctx, [await stage.jobOf(job?.id ?? '')]);
    return explained
      .get(job?.id ?? '')
      ?.readiness.gates.map(gateInEnglish)
      .find(({ code }) => code === 'approval_pending')?.message;
  });

it('runs one stage after the other, each with its own people, and is approved by the last', async () => {
  await policy({ stages: [of(editor, 'Editor'), of(lawyer, 'Legal'), CLIENT] });
  const { approval, draft, job } = await stage.submit();
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  for (const early of [lawyer, stage.owner, client]) await refused(early, approval);
  expect((await says(editor, approval)).state).toBe('pending');
  expect(await standing(approval)).toEqual(['pending', 'Editor through', 'Legal now', 'Client later']);
  for (const late of [client, stage.owner]) await refused(late, approval);
  await says(lawyer, approval);
  await refused(stage.owner, approval);
  expect(await gateOf(job)).toBe('This content needs the approval of a client: “Client”, stage 3 of 3.');
  expect((await says(client, approval)).state).toBe('approved');
  const { approval: signed } = await actAs(services, stage.owner, (ctx) => buildEvidence(ctx, job?.id ?? ''));
  expect([signed?.approvals_required, signed?.stages?.map(({ name }) => name)]).toEqual([3, ['Editor', 'Legal', 'Client']]);
  expect(signed?.decisions.map((decision) => decision.stage)).toEqual(signed?.stages?.map(({ key }) => key));
});

it('starts again with every change of content, and ends with a change request in any stage', async () => {
  await policy({ stages: [of(editor, 'Editor'), of(lawyer, 'Legal')] });
  const { approval, draft } = await stage.submit();
  await says(editor, approval);
  const { approval: again } = await actAs(services, stage.agent, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'On Saturday, after all.' } }),
  );
  expect(await standing(again)).toEqual(['pending', 'Editor now', 'Legal later']);
  await refused(lawyer, again);
  await says(editor, again);
  expect((await says(lawyer, again, 'changes_requested')).state).toBe('changes_requested');
  // It has ended: no further decision is expected.
  expect(await standing(again)).toEqual(['changes_requested', 'Editor through', 'Legal ended']);
  expect(await standing(approval)).toEqual(['superseded', 'Editor through', 'Legal ended']);
});

it('runs only the stages for its networks and agents', async () => {
  const elsewhere = { ...of(lawyer, 'Legal'), platforms: ['bluesky'] };
  const ofAnother = await givenStage(services);
  await policy({ stages: [of(editor, 'Editor'), elsewhere, { ...CLIENT, agentIds: [stage.agent.agentId] }] });
  await expect(policy({ stages: [{ ...CLIENT, agentIds: [ofAnother.agent.agentId] }] })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  const { approval } = await stage.submit();
  expect(await standing(approval)).toEqual(['pending', 'Editor now', 'Client later']);
});

it('reopens a stage when its approver may no longer decide', async () => {
  await policy({ stages: [{ ...anyWhere, name: 'Team', who: 'owners_and_approvers' }, of(lawyer, 'Legal')] });
  const { approval } = await stage.submit();
  await says(editor, approval);
  await services.orm.em.fork().nativeUpdate(Membership, { userId: editor.userId }, { role: 'editor' });
  expect(await standing(approval)).toEqual(['pending', 'Team now', 'Legal later']);
  await says(stage.owner, approval);
  expect((await says(lawyer, approval)).state).toBe('approved');
  await services.orm.em.fork().nativeDelete(Membership, { userId: lawyer.userId });
  expect(await standing(approval)).toEqual(['approved', 'Team through', 'Legal through']);
});

describe('a policy that changes while an approval is pending', () => {
  it('applies at once where it is stricter, and never weakens', async () => {
    await policy({ stages: [of(editor, 'Editor')] });
    const { approval } = await stage.submit();
    await policy({ stages: [of(lawyer, 'Legal')] });
    expect(await standing(approval)).toEqual(['pending', 'Editor now', 'Legal later']);
    await policy({ stages: [] });
    expect(await standing(approval)).toEqual(['pending', 'Editor now']);
    expect((await says(editor, approval)).state).toBe('approved');
  });

  it('does not weaken the requirement by adding a stage: as many people as were required must approve, in any stage', async () => {
    await policy({ approvalsRequired: 3 });
    const { approval, job } = await stage.submit();
    await policy({ stages: [of(lawyer, 'Legal')] });
    await refused(editor, approval);
    expect((await says(lawyer, approval)).state).toBe('pending');
    expect(await standing(approval)).toEqual(['pending', 'Legal through']);
    expect(await gateOf(job)).toBe('2 more people must approve this content.');
    expect((await says(editor, approval)).state).toBe('pending');
    const missing = () =>
      actAs(services, stage.owner, async (ctx) => {
        const row = await ctx.em.findOneOrFail(Approval, approval?.id ?? '', { refresh: true });
        const decisions = await bindingDecisionsOf(ctx, [row.id]);
        const [given, stageVotes] = [(await approvalsGivenTo(ctx, [row.id])).get(row.id) ?? 0, await stageVotesOf(ctx, [row.id])];
        const workspace = await ctx.em.findOneOrFail(Workspace, stage.workspaceId, { refresh: true });
        const subject = { approval: row, workspace, writers: [], decisions, given, stageVotes: stageVotes.get(row.id) ?? NO_VOTES };
        return missingApprovers(subject, (await decidersOf(ctx, [stage.accountId])).get(stage.accountId) ?? []);
      });
    expect(await missing()).toBe(0);
    await policy({ approvalsRequired: 5 });
    expect(await missing()).toBe(0);
    expect((await says(stage.owner, approval)).state).toBe('approved');
    const { approval: signed } = await actAs(services, stage.owner, (ctx) => buildEvidence(ctx, job?.id ?? ''));
    expect([signed?.approvals_required, signed?.stages?.map(({ name }) => name)]).toEqual([3, ['Legal']]);
  });

  it('requires as many as the policy once it has no stages, in addition to those of the request', async () => {
    await policy({ stages: [of(editor, 'Editor')] });
    const { approval } = await stage.submit();
    await policy({ stages: [], approvalsRequired: 2 });
    expect((await says(editor, approval)).state).toBe('pending');
    const notified = async () => {
      await readEvents(services, notifyPeople);
      return (await services.orm.em.fork().find(Notice, { subjectId: approval?.id ?? '' })).map(({ userId }) => userId);
    };
    expect(await notified()).toEqual(expect.arrayContaining([lawyer.userId, stage.owner.userId]));
    expect((await says(lawyer, approval)).state).toBe('approved');
  });

  it('lets members decide in a client’s stage once a client’s approval does not count', async () => {
    await policy({ stages: [CLIENT] });
    const { approval } = await stage.submit();
    await refused(stage.owner, approval);
    await policy({ stages: [], requiresSignature: false, countsClients: false });
    expect((await says(stage.owner, approval)).state).toBe('approved');
  });

  it('refuses stages that could never be completed', async () => {
    const viewer = await userActor(services, stage.accountId, 'viewer');
    const both = (name: string, required: number) => ({ ...of(editor, name), userIds: [editor.userId, lawyer.userId], required });
    const faulty: [Partial<Workspace>, string][] = [
      [{ stages: [of(viewer, 'Legal')] }, '/stages/0/user_ids'],
      [{ stages: [{ ...CLIENT, required: 2 }] }, '/stages/0/required'],
      [{ stages: [{ ...of(editor, 'Editor'), required: 2 }] }, '/stages/0/required'],
      [{ stages: [CLIENT, { ...CLIENT, name: 'Again' }] }, '/stages/1'],
      [{ stages: [{ ...CLIENT, name: ' ' }] }, '/stages/0/name'],
      [{ stages: [CLIENT], signedPlatforms: ['bluesky'] }, '/stages/0/who'],
      [{ stages: [CLIENT], deciders: 'owners' }, '/stages/0/who'],
      [{ stages: [of(editor, 'Editor')], deciders: 'owners' }, '/stages/0/user_ids'],
      [{ stages: [of(editor, 'Editor'), both('Legal', 2)] }, '/stages/1/user_ids'],
      [{ stages: [both('Legal', 2), { ...of(lawyer, 'Law'), agentIds: [stage.agent.agentId] }] }, '/stages/1/user_ids'],
    ];
    for (const [change, pointer] of faulty) {
      await expect(policy(change)).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer }] });
    }
    const { agentId } = await agentActor(services, stage.workspace);
    // A post with content by both agents passes the stages of both.
    const ofOne = { ...both('Legal', 2), agentIds: [stage.agent.agentId] };
    const ofOther = { ...both('Law', 2), userIds: [editor.userId, lawyer.userId, stage.owner.userId], agentIds: [agentId] };
    const short = { code: 'validation_failed', fields: [{ pointer: '/stages/1/user_ids' }] };
    await expect(policy({ stages: [ofOne, ofOther] })).rejects.toMatchObject(short);
    await policy({ stages: [ofOne, { ...ofOther, required: 1 }] });
  });

  it('still accepts other changes after a person named in a stage or in the order has left', async () => {
    const named = [of(editor, 'Editor'), { ...of(lawyer, 'Legal'), userIds: [lawyer.userId, stage.owner.userId] }];
    await policy({ stages: named, askInTurn: [lawyer.userId] });
    await services.orm.em.fork().nativeDelete(Membership, { userId: lawyer.userId });
    await policy({ approvalHours: 48 });
    // As the console sends it, with everything that it shows.
    await policy({ approvalHours: 72, stages: named, askInTurn: [lawyer.userId, editor.userId] });
    const other = await givenStage(services);
    for (const [userIds, required] of [
      [[lawyer.userId], 1],
      [[stage.owner.userId, other.owner.userId], 1],
      [[stage.owner.userId, lawyer.userId], 2],
    ] as const) {
      const changed = { ...of(lawyer, 'Legal'), userIds: [...userIds], required };
      await expect(policy({ stages: [of(editor, 'Editor'), changed] })).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(policy({ askInTurn: [other.owner.userId] })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('refuses a policy in which only owners decide if a stage would have no one left', async () => {
    await policy({ stages: [{ ...of(lawyer, 'Legal'), userIds: [lawyer.userId, editor.userId] }] });
    await services.orm.em.fork().nativeDelete(Membership, { userId: lawyer.userId });
    const fields = [{ pointer: '/stages/0/user_ids', message: 'names a person who is not an owner; only owners approve here.' }];
    await expect(policy({ deciders: 'owners' })).rejects.toMatchObject({ code: 'validation_failed', fields });
  });
});

it('reads the stages in as many statements for three workspaces as for two', async () => {
  const rows: Approval[] = [];
  for (let count = 0; count < 3; count++) {
    if (count > 0) stage = await givenStage(services);
    await policy({ stages: [{ ...anyWhere, name: 'Team', who: 'owners' }] });
    const { approval } = await stage.submit();
    rows.push(await services.orm.em.fork().findOneOrFail(Approval, approval?.id ?? ''));
  }
  const statementsFor = async (asked: Approval[]) => {
    const said = await recordStatements(services, () => stageStatusesOf(contextFor(services), asked));
    return said.length;
  };
  expect(await statementsFor(rows)).toBe(await statementsFor(rows.slice(1)));
  expect([...(await stageStatusesOf(contextFor(services), rows)).values()].flat().map(({ state }) => state)).toEqual(['now', 'now', 'now']);
});

it('notifies the people of a stage when it begins, and not before', async () => {
  await policy({ stages: [of(editor, 'Editor'), of(lawyer, 'Legal')] });
  const { approval } = await stage.submit();
  const notified = async () => {
    await readEvents(services, notifyPeople);
    const rows = await services.orm.em
      .fork()
      .find(Notice, { subjectId: approval?.id ?? '', kind: 'approval_waits' }, { orderBy: { id: 'asc' } });
    return rows.map(({ userId }) => userId);
  };
  expect(await notified()).toEqual([editor.userId]);
  await says(editor, approval);
  expect(await notified()).toEqual([editor.userId, lawyer.userId]);
});
