import { describe, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import type { Stage } from '../../access/workspace-policies.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { changeDraft } from './change-draft.ts';

const database = useTestDatabase();

/** A post that was approved for tomorrow. */
async function arrange(movesAskAgain: boolean, options: { deciders?: 'owners'; stages?: Stage[] } = {}) {
  const engine = createEngine(database);
  const { services, clock } = engine;
  const stage = await givenStage(services, { workspace: { movesAskAgain, ...options } });
  const later = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);
  const scheduledAt = later(24);
  const { draft, approval, job } = await stage.submit({ scheduledAt });
  await stage.approve(approval);
  const read = () => services.orm.em.fork().findOneOrFail(Draft, draft.id);
  const move = async (actor: Actor, at: Date | null) => {
    const { revision } = await read();
    return actAs(services, actor, (ctx) => changeDraft(ctx, { draftId: draft.id, revision, changes: { scheduledAt: at } }));
  };
  const approvalNow = () => services.orm.em.fork().findOneOrFail(Approval, approval?.id ?? '');
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  return { ...engine, ...stage, draft, job: job!, publicationId: publication?.id ?? '', later, move, read, approvalNow };
}

describe('where a move needs a new approval', () => {
  it('a person’s move supersedes the approval and requests another', async () => {
    const { owner, move, later, approvalNow } = await arrange(true);
    const moved = await move(owner, later(48));
    expect((await approvalNow()).state).toBe('superseded');
    expect(moved).toMatchObject({ draft: { state: 'in_review' }, approval: { state: 'pending' }, job: { state: 'blocked' } });
  });
});

describe('where a person’s own move keeps the approval', () => {
  it('the same job is published at the new time, exactly as approved', async () => {
    const { owner, move, later, approvalNow, jobOf, job, draft, clock, deliver, postsOf, publicationId } = await arrange(false);
    const moved = await move(owner, later(48));
    expect(moved.draft).toMatchObject({ state: 'scheduled', revision: draft.revision + 1, contentHash: draft.contentHash });
    expect((await approvalNow()).state).toBe('approved');
    expect(await jobOf(job.id)).toMatchObject({ state: 'ready', scheduledAt: later(48) });
    clock.advance(47 * HOUR_MS);
    await deliver(publicationId);
    expect(await postsOf(publicationId)).toBe(0);
    clock.advance(HOUR_MS);
    expect(await deliver(publicationId)).toBe('published');
  });

  it('as soon as it may means now, and an earlier time does not wait for the old one', async () => {
    const { owner, move, later, clock, deliver, publicationId, jobOf, job } = await arrange(false);
    await move(owner, later(2));
    clock.advance(2 * HOUR_MS);
    expect(await deliver(publicationId)).toBe('published');
    const other = await arrange(false);
    await other.move(other.owner, null);
    expect((await other.jobOf(other.job.id)).state).toBe('queued');
    expect((await jobOf(job.id)).state).toBe('published');
  });

  it('an agent’s move needs a new approval all the same', async () => {
    const { agent, move, later, approvalNow } = await arrange(false);
    expect(await move(agent, later(48))).toMatchObject({ draft: { state: 'in_review' }, approval: { state: 'pending' } });
    expect((await approvalNow()).state).toBe('superseded');
  });

  it('nor by a person who may not decide, nor one beyond the expiry of the approval', async () => {
    const strict = await arrange(false, { deciders: 'owners' });
    const approver = await userActor(strict.services, strict.accountId, 'approver');
    expect((await strict.move(approver, strict.later(48))).draft.state).toBe('in_review');
    const far = await arrange(false);
    expect((await far.move(far.owner, far.later(24 * 60))).draft.state).toBe('in_review');
  });

  it('nor by a person who decides in none of its stages', async () => {
    const team: Stage = { name: 'Owners', who: 'owners', userIds: [], required: 1, platforms: [], agentIds: [] };
    const staged = await arrange(false, { stages: [team] });
    expect((await staged.move(staged.owner, staged.later(48))).draft.state).toBe('scheduled');
    const approver = await userActor(staged.services, staged.accountId, 'approver');
    expect((await staged.move(approver, staged.later(49))).draft.state).toBe('in_review');
  });

  it('changing anything else with the time needs a new approval', async () => {
    const { owner, services, draft, read, later } = await arrange(false);
    const { revision } = await read();
    const changes = { scheduledAt: later(48), sourceText: 'The festival opens on Saturday.' };
    const changed = await actAs(services, owner, (ctx) => changeDraft(ctx, { draftId: draft.id, revision, changes }));
    expect(changed.draft.state).toBe('in_review');
  });

  it('refuses the later of two concurrent moves, and a move during sending', async () => {
    const { owner, services, draft, read, later, clock, deliver, publicationId, move } = await arrange(false);
    const { revision } = await read();
    const once = (hours: number) =>
      actAs(services, owner, (ctx) => changeDraft(ctx, { draftId: draft.id, revision, changes: { scheduledAt: later(hours) } }));
    const both = await Promise.allSettled([once(30), once(31)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'stale_revision' } });
    clock.advance(32 * HOUR_MS);
    expect(await deliver(publicationId)).toBe('published');
    await expect(move(owner, later(5))).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('a time in the past or beyond a year is refused', async () => {
    const { owner, move, later } = await arrange(false);
    for (const hours of [-1, 24 * 370])
      await expect(move(owner, later(hours))).rejects.toMatchObject({ code: expect.stringMatching(/validation_failed|invalid/) });
  });
});
