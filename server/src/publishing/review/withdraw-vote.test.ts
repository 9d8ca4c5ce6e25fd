import { expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage, type StageOptions } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { recordDecision } from './record-decision.ts';
import { withdrawVote } from './withdraw-vote.ts';

const database = useTestDatabase();

async function arrange(options: StageOptions = {}, inHours: number | null = null) {
  const engine = createEngine(database);
  const scheduledAt = inHours === null ? null : new Date(engine.clock.now().getTime() + inHours * 3_600_000);
  const stage = await givenStage(engine.services, options);
  const { draft, approval, job } = await stage.submit({ ...(scheduledAt && { scheduledAt }) });
  const [approvalId, contentHash, jobId] = [approval?.id ?? '', approval?.contentHash ?? '', job?.id ?? ''];
  const em = () => engine.services.orm.em.fork();
  const decide = (actor: Actor, decision: 'approved' | 'rejected' | 'changes_requested' = 'approved') =>
    actAs(engine.services, actor, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision, comment: 'So be it.' }));
  const withdraw = (actor: Actor = stage.owner) => actAs(engine.services, actor, (ctx) => withdrawVote(ctx, approvalId));
  const states = async () => [
    (await em().findOneOrFail(Approval, approvalId)).state,
    (await em().findOneOrFail(Draft, draft.id)).state,
    (await stage.jobOf(jobId)).state,
  ];
  const votes = async () =>
    (await em().execute<{ n: number }[]>('select count(*)::int as n from approval_decisions where approval_id = ?', [approvalId]))[0]?.n;
  const audit = () =>
    em().execute<{ action: string }[]>(`select action from audit_entries where subject_id = ? and action like 'approval.%' order by id`, [
      approvalId,
    ]);
  return { ...engine, ...stage, draft, approvalId, contentHash, jobId, em, decide, withdraw, states, votes, audit };
}

it('withdraws an approval before its time, and the same person can decide otherwise', async () => {
  const { owner, decide, withdraw, states, votes, audit, publicationsOf, jobId, deliver } = await arrange({}, 48);
  await decide(owner);
  expect(await states()).toEqual(['approved', 'scheduled', 'ready']);
  await withdraw();
  expect([await states(), await votes()]).toEqual([['pending', 'in_review', 'blocked'], 0]);
  for (const { id } of await publicationsOf(jobId)) expect(await deliver(id)).toBeNull();
  expect((await audit()).map(({ action }) => action)).toEqual(['approval.requested', 'approval.decided', 'approval.vote_withdrawn']);
  await decide(owner, 'changes_requested');
  expect((await states()).slice(0, 2)).toEqual(['changes_requested', 'changes_requested']);
});

it('reopens after a request for changes and after a rejection, and the post can then be published', async () => {
  for (const decision of ['changes_requested', 'rejected'] as const) {
    const { owner, decide, withdraw, states, em, draft, deliver } = await arrange();
    await decide(owner, decision);
    await withdraw();
    expect((await states()).slice(0, 2)).toEqual(['pending', 'in_review']);
    await decide(owner);
    const [publication] = await em().execute<{ id: string }[]>(
      `select p.id from publications p join publish_jobs j on j.id = p.job_id where j.draft_id = ? and p.state = 'pending'`,
      [draft.id],
    );
    expect(await deliver(publication?.id ?? ''), decision).toBe('published');
  }
});

it('withdraws one vote of two, and keeps the other', async () => {
  const { services, accountId, owner, decide, withdraw, states, votes } = await arrange({ workspace: { approvalsRequired: 2 } });
  const second = await userActor(services, accountId, 'approver');
  await decide(second);
  await decide(owner);
  expect((await states())[0]).toBe('approved');
  await withdraw(second);
  expect([(await states())[0], await votes()]).toEqual(['pending', 1]);
  await expect(withdraw(second)).rejects.toMatchObject({ code: 'invalid_state' });
  await decide(second);
  expect((await states())[0]).toBe('approved');
});

it('leaves what another person has rejected or sent back as it is', async () => {
  for (const decision of ['rejected', 'changes_requested'] as const) {
    const { services, accountId, owner, decide, withdraw, states, votes } = await arrange({ workspace: { approvalsRequired: 2 } });
    await decide(owner);
    await decide(await userActor(services, accountId, 'approver'), decision);
    const closed = await states();
    await withdraw();
    expect([closed[0], await states(), await votes()]).toEqual([decision, closed, 1]);
  }
});

it('is too late during sending, whatever the statement says', async () => {
  const { owner, decide, withdraw, publicationsOf, jobId, deliver, approvalId, em, states } = await arrange();
  await decide(owner);
  for (const { id } of await publicationsOf(jobId)) await deliver(id);
  await expect(withdraw()).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(em().execute('delete from approval_decisions where approval_id = ?', [approvalId])).rejects.toThrow('append-only');
  expect((await states())[0]).toBe('approved');
});

it('is too late between two attempts, and says so', async () => {
  const { owner, decide, withdraw, publicationsOf, jobId, deliver, states, settle } = await arrange({
    sandbox: { failure: 'unreachable', times: 1 },
  });
  await decide(owner);
  const [publication] = await publicationsOf(jobId);
  expect(await deliver(publication?.id ?? '')).toBe('pending');
  await expect(withdraw()).rejects.toMatchObject({ code: 'invalid_state', message: 'It is too late: sending has begun.' });
  expect(await states()).toEqual(['approved', 'publishing', 'publishing']);
  expect((await settle(publication?.id ?? '')).state).toBe('published');
});

it('is refused to agents, to viewers and to people without a decision', async () => {
  const { services, accountId, owner, agent, decide, withdraw } = await arrange();
  await decide(owner, 'changes_requested');
  await expect(withdraw(agent)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(withdraw(await userActor(services, accountId, 'viewer'))).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(withdraw(await userActor(services, accountId, 'approver'))).rejects.toMatchObject({ code: 'invalid_state' });
});

it('returns to the stage of a client who withdraws their decision, and to no other', async () => {
  const stages = [
    { name: 'Team', who: 'owners_and_approvers' as const, required: 1, userIds: [], platforms: [], agentIds: [] },
    { name: 'Client', who: 'clients' as const, required: 1, userIds: [], platforms: [], agentIds: [] },
  ];
  const { services, workspace, owner, draft, decide, withdraw, states, votes } = await arrange({
    workspace: { stages, countsClients: true },
  });
  const actor = await givenClient(services, workspace, owner, [draft.id]);
  await decide(owner);
  await decide(actor);
  expect((await states())[0]).toBe('approved');
  await withdraw(actor);
  expect([(await states())[0], await votes()]).toEqual(['pending', 1]);
});
