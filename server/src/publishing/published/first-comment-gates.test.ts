import { expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { narrowGrant, pauseGrant, resumeGrant, revokeGrant } from '../../access/grants/change-grant.ts';
import { removeMember } from '../../access/members/change-members.ts';
import { Notice } from '../../access/notice.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { readEvents } from '../../events/event-queries.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { withFirstComment } from '../../platforms/platform/first-comment.ts';
import type { Outcome, PlatformComments } from '../../platforms/platform.ts';
import { sandboxRules } from '../../platforms/sandbox/sandbox-rules.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { pauseWorkspace, resumeWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { decideFirstComment } from './decide-first-comment.ts';
import { sendFirstComments } from './send-first-comments.ts';

const DOWN: Outcome = { kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null };

// What may hold up a first comment: the rest is in first-comments.test.ts.
const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let publicationId: string;

/** A signed post with a first comment. */
async function given(change: (real: PlatformComments) => Partial<PlatformComments>) {
  engine = createEngine(database, (sandbox) => {
    const { comments } = sandbox;
    if (!comments) throw new Error('The sandbox takes no comments.');
    return withFirstComment(sandboxRules, { ...sandbox, comments: { ...comments, ...change(comments) } });
  });
  stage = await givenStage(engine.services);
  await givenPost();
}

async function givenPost() {
  const settings = { first_comment: 'Tickets: https://example.org/tickets' };
  ({ publicationId } = await givenQueued(stage, {
    captions: [{ platform: 'sandbox', text: 'It begins at nine.', tags: [], thread: [], settings }],
  }));
}

const em = () => engine.services.orm.em.fork();
const comment = () => em().findOneOrFail(FirstComment, { publicationId });
const later = async (ms: number) => {
  engine.clock.advance(ms);
  await sendFirstComments(engine.services);
  return comment();
};
const sendAgain = (actor: Actor) => actAs(engine.services, actor, (ctx) => decideFirstComment(ctx, { publicationId, isPublished: false }));

it.each<[string, (ctx: Context) => Promise<unknown>, (ctx: Context) => Promise<unknown>, string]>([
  [
    'the workspace is paused',
    (ctx) => pauseWorkspace(ctx, stage.workspaceId),
    (ctx) => resumeWorkspace(ctx, stage.workspaceId),
    'Publishing is paused for this workspace.',
  ],
  [
    'the agent is paused',
    (ctx) => pauseGrant(ctx, stage.agent.grantId),
    (ctx) => resumeGrant(ctx, stage.agent.grantId),
    'is paused. An owner of the account resumes it.',
  ],
])('waits while %s, says why, and goes on afterwards', async (_, stop, resume, reason) => {
  await given((real) => ({
    async send(...call) {
      if ((await comment()).attempts < 2) return DOWN;
      return real.send(...call);
    },
  }));
  await engine.deliver(publicationId);
  await actAs(engine.services, stage.owner, stop);
  expect(await later(10 * 60_000)).toMatchObject({ state: 'waiting', attempts: 1, message: expect.stringContaining(reason) });
  await actAs(engine.services, stage.owner, resume);
  expect(await later(10 * 60_000)).toMatchObject({ state: 'published', attempts: 2, message: null });
});

it('fails once its agent is revoked, which nothing undoes, and is published when a person sends it again in their own name', async () => {
  const answers = [DOWN];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call) }));
  await engine.deliver(publicationId);
  await actAs(engine.services, stage.owner, (ctx) => revokeGrant(ctx, stage.agent.grantId));
  expect(await later(10 * 60_000)).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/^The grant of .+ has been revoked\.$/),
  });
  await readEvents(engine.services, notifyPeople);
  expect(await em().count(Notice, { userId: stage.owner.userId, kind: 'first_comment_failed' })).toBe(1);
  const approver = await userActor(engine.services, stage.accountId, 'approver');
  await sendAgain(approver);
  await actAs(engine.services, stage.owner, (ctx) => pauseWorkspace(ctx, stage.workspaceId));
  expect(await later(10 * 60_000)).toMatchObject({ state: 'waiting', message: expect.stringContaining('paused') });
  await actAs(engine.services, stage.owner, (ctx) => resumeWorkspace(ctx, stage.workspaceId));
  expect(await later(20 * 60_000)).toMatchObject({ state: 'published', message: null });
});

it('fails again if the person who sent it again has left since', async () => {
  await given(() => ({ send: async () => ({ kind: 'rejected', message: 'Comments are closed.' }) }));
  await engine.deliver(publicationId);
  const approver = await userActor(engine.services, stage.accountId, 'approver');
  await sendAgain(approver);
  await actAs(engine.services, stage.owner, (ctx) => removeMember(ctx, { accountId: stage.accountId, userId: approver.userId }));
  expect(await later(10 * 60_000)).toMatchObject({
    state: 'failed',
    message: 'The requester may no longer publish for this account.',
  });
});

it.each([{ jobsPerDay: 1 }, { creditsPerMonth: 1 }])('counts against no limit of its agent: %o', async (limit) => {
  const answers = [DOWN, DOWN];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call) }));
  await engine.deliver(publicationId);
  await givenPost();
  await engine.deliver(publicationId);
  await actAs(engine.services, stage.owner, (ctx) => narrowGrant(ctx, { grantId: stage.agent.grantId, ...limit }));
  expect(await later(10 * 60_000)).toMatchObject({ state: 'published' });
});

it('does not wait behind comments of others that a gate holds up', async () => {
  await database.orm.em
    .fork()
    .nativeUpdate(FirstComment, { state: { $ne: 'failed' } }, { nextAttemptAt: new Date('2100-01-01T00:00:00Z') });
  await given(() => ({ send: async () => DOWN }));
  await engine.deliver(publicationId);
  await actAs(engine.services, stage.owner, (ctx) => pauseWorkspace(ctx, stage.workspaceId));
  const held = await later(10 * 60_000);
  const { clock } = engine;
  const answers = [DOWN];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call) }));
  engine.clock.set(clock.now());
  await engine.deliver(publicationId);
  // One in each run, as if the others filled it.
  for (let round = 0; round < 3; round += 1) {
    engine.clock.advance(HOUR_MS);
    await sendFirstComments(engine.services, 1);
  }
  expect(await comment()).toMatchObject({ state: 'published' });
  expect(await em().findOneOrFail(FirstComment, held.id)).toMatchObject({ state: 'waiting' });
});
