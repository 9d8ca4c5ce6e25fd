import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { Event } from '../../events/event.entity.ts';
import { readEvents } from '../../events/event-queries.ts';
import { ServiceSwitch } from '../../launch/launch.entities.ts';
import { followUpOutcomes } from '../../metrics.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { withFirstComment } from '../../platforms/platform/first-comment.ts';
import type { Outcome, Platform, PlatformComments, RetractOutcome } from '../../platforms/platform.ts';
import { sandboxRules } from '../../platforms/sandbox/sandbox-rules.ts';
import { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { buildEvidence } from '../evidence/build-evidence.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { cancelJob } from '../jobs/end-job.ts';
import { Publication } from '../publication.entity.ts';
import { markUnknownAfterRestore } from '../reconciliation/mark-unknown-after-restore.ts';
import { settleUnknown } from '../reconciliation/settle-unknown.ts';
import { Retraction } from '../retraction.entity.ts';
import { editPost } from '../review/edit-post.ts';
import { workOnPublication } from '../work-on-publication.ts';
import { carryOutRetractions } from './carry-out-retractions.ts';
import { decideFirstComment } from './decide-first-comment.ts';
import { requestRetraction } from './request-retraction.ts';
import { sendFirstComments } from './send-first-comments.ts';

const POST = 'The harbour festival begins at nine.';
const COMMENT = 'Tickets: https://example.org/tickets';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let publicationId: string;
let jobId: string;

/** A signed post with a first comment; `send` is the network's response to the comment, by attempt. */
async function given(change: (real: PlatformComments) => Partial<PlatformComments> = () => ({}), platform: Partial<Platform> = {}) {
  engine = createEngine(database, (sandbox) => {
    const { comments } = sandbox;
    if (!comments) throw new Error('The sandbox takes no comments.');
    return withFirstComment(sandboxRules, { ...sandbox, ...platform, comments: { ...comments, ...change(comments) } });
  });
  stage = await givenStage(engine.services);
  ({ publicationId, jobId } = await givenQueued(stage, {
    captions: [{ platform: 'sandbox', text: POST, tags: [], thread: [], settings: { first_comment: COMMENT } }],
  }));
}
beforeEach(() => given());

const em = () => engine.services.orm.em.fork();
const comment = () => em().findOneOrFail(FirstComment, { publicationId });
/** The texts of this post and its comment on the feed. */
const textsThere = async () => {
  const own = await em().find(FirstComment, { publicationId });
  const intents = [publicationId, ...own.map(({ id }) => id)];
  return (await em().find(SandboxPost, { intentId: { $in: intents } }, { orderBy: { id: 'asc' } })).map(({ text }) => text);
};
const later = async (ms = HOUR_MS) => {
  engine.clock.advance(ms);
  await sendFirstComments(engine.services);
  return comment();
};
const decide = async (isPublished: boolean, actor: Actor = stage.owner) =>
  actAs(engine.services, actor, (ctx) => decideFirstComment(ctx, { publicationId, isPublished }));
/** The notices sent to the owner. */
const noticesOf = async (kind: 'first_comment_failed' | 'outcome_unknown') => {
  await readEvents(engine.services, notifyPeople);
  return (await em().find(Notice, { userId: stage.owner.userId, subjectId: jobId, kind })).map(({ message }) => message);
};
const eventTypes = async () =>
  (await em().find(Event, { subjectId: publicationId }, { orderBy: { sequence: 'asc' } })).map(({ type }) => type);

it('is published under its post, once, as soon as the post is published', async () => {
  followUpOutcomes.reset();
  await engine.deliver(publicationId);
  await Promise.all([sendFirstComments(engine.services), sendFirstComments(engine.services)]);
  expect((await followUpOutcomes.get()).values).toMatchObject([{ labels: { kind: 'comment', outcome: 'published' }, value: 1 }]);
  await engine.deliver(publicationId);
  expect(await textsThere()).toEqual([POST, COMMENT]);
  expect(await comment()).toMatchObject({ state: 'published', attempts: 1, providerId: expect.stringMatching(/^spo_/) });
  expect(await eventTypes()).toEqual(['publication.published', 'first_comment.published']);
});

it('waits for its post', async () => {
  await sendFirstComments(engine.services);
  expect(await textsThere()).toEqual([]);
});

it('is sent by the next worker if the first died between the post and the comment', async () => {
  await given();
  let isDead = true;
  const { platforms } = engine.services;
  const sandbox = platforms.get('sandbox');
  const dying = {
    ...sandbox,
    comments: {
      ...sandbox?.comments,
      allocate: () => {
        if (isDead) throw new Error('The process ended.');
        return {};
      },
    },
  };
  (platforms as Map<string, Platform>).set('sandbox', dying as Platform);
  expect(await engine.deliver(publicationId)).toBe('published');
  expect(await textsThere()).toEqual([POST]);
  isDead = false;
  await sendFirstComments(engine.services);
  expect(await textsThere()).toEqual([POST, COMMENT]);
});

it('is looked up, and not resent, if a worker died after the network accepted it', async () => {
  await given((real) => ({
    async send(...call) {
      await real.send(...call);
      throw new Error('The process ended.');
    },
  }));
  await engine.deliver(publicationId);
  expect((await comment()).state).toBe('unknown');
  expect((await later()).state).toBe('published');
  expect(await textsThere()).toEqual([POST, COMMENT]);
  expect(await eventTypes()).toEqual(['publication.published', 'first_comment.unknown', 'first_comment.published']);
});

it('is looked up if its worker never returned', async () => {
  await given((real) => ({
    async send(...call) {
      await real.send(...call);
      return new Promise<Outcome>(() => {});
    },
  }));
  void engine.deliver(publicationId);
  await expect.poll(textsThere).toEqual([POST, COMMENT]);
  expect((await later(10 * 60_000)).state).toBe('published');
  expect(await textsThere()).toEqual([POST, COMMENT]);
});

it('is resent if the network reports it absent, once that is certain', async () => {
  const answers: Outcome[] = [{ kind: 'unknown', message: 'No answer.' }];
  await given((real) => ({
    send: async (...call) => {
      const answer = answers.shift();
      if (!answer) return real.send(...call);
      await call[4].onSending();
      return answer;
    },
  }));
  await engine.deliver(publicationId);
  engine.clock.advance(6_000);
  await sendFirstComments(engine.services);
  expect([(await comment()).state, await textsThere()]).toEqual(['unknown', [POST]]);
  await later();
  expect((await later()).state).toBe('published');
  expect(await textsThere()).toEqual([POST, COMMENT]);
});

it('is not resent if the network only refuses duplicates, which does not prove absence', async () => {
  let sent = 0;
  await given(
    () => ({
      async send(_body, _credentials, _intent, _post, { onSending }): Promise<Outcome> {
        await onSending();
        sent += 1;
        return { kind: 'unknown', message: 'cut off' };
      },
      find: async () => ({ kind: 'absent' }),
    }),
    { duplicateClass: 'guarded' },
  );
  await engine.deliver(publicationId);
  await sendFirstComments(engine.services);
  expect(await later()).toMatchObject({ state: 'unknown' });
  expect(await later(25 * HOUR_MS)).toMatchObject({ state: 'unknown', nextAttemptAt: null });
  expect(sent).toBe(1);
});

it('stores no unencrypted link except the service’s own', async () => {
  await given((real) => ({
    async send(...args): Promise<Outcome> {
      const outcome = await real.send(...args);
      return outcome.kind === 'published' ? { ...outcome, url: 'http://elsewhere.example/comment' } : outcome;
    },
  }));
  await engine.deliver(publicationId);
  await sendFirstComments(engine.services);
  expect(await comment()).toMatchObject({ state: 'published', providerUrl: null });
});

it('stays unknown if the network cannot be asked, until a person has checked', async () => {
  await given(
    () =>
      ({
        send: async (...call: Parameters<PlatformComments['send']>) =>
          call[4].onSending().then(() => ({ kind: 'unknown', message: 'No answer.' })),
        find: undefined,
      }) as never,
  );
  await engine.deliver(publicationId);
  await later();
  await later(48 * HOUR_MS);
  expect(await comment()).toMatchObject({ state: 'unknown', attempts: 1, nextAttemptAt: null });
  expect(await noticesOf('outcome_unknown')).toContainEqual(expect.stringMatching(/^It is unknown whether the first comment under “/));
  await expect(decide(true, stage.agent)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(decide(true, await userActor(engine.services, stage.accountId, 'editor'))).rejects.toMatchObject({
    code: 'insufficient_role',
  });
  await decide(true);
  expect(await comment()).toMatchObject({ state: 'published', decidedBy: stage.owner.userId });
  await expect(decide(false)).rejects.toMatchObject({ code: 'invalid_state' });
});

it('leaves the post published if the network refuses the comment, and is published when a person resends it', async () => {
  const answers: Outcome[] = [{ kind: 'rejected', message: 'Comments are closed.' }];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call) }));
  expect(await engine.deliver(publicationId)).toBe('published');
  expect(await comment()).toMatchObject({ state: 'failed', message: 'Comments are closed.' });
  expect((await em().findOneOrFail(Publication, publicationId)).state).toBe('published');
  expect(await noticesOf('first_comment_failed')).toEqual([
    expect.stringMatching(/^The first comment under “.+” on .*Sandbox.* was not published\. The post itself was\.$/i),
  ]);
  await later();
  expect(await textsThere()).toEqual([POST]);
  await decide(false);
  await sendFirstComments(engine.services);
  expect(await textsThere()).toEqual([POST, COMMENT]);
});

it('is retried while the network is unreachable, and given up after an hour', async () => {
  await given(() => ({ send: async () => ({ kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null }) }));
  await engine.deliver(publicationId);
  expect((await comment()).state).toBe('waiting');
  for (let round = 0; round < 6; round += 1) await later(20 * 60_000);
  expect(await comment()).toMatchObject({ state: 'failed', message: 'It is down.' });
});

it('waits until the network’s limit of a day is over, through a passing fault', async () => {
  const limited: Outcome = { kind: 'rate_limited', message: 'As many comments as a day has.', retryAfterSeconds: 3_600 };
  const down: Outcome = { kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null };
  const answers = [limited, limited, limited, limited, limited, limited, down];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call) }));
  await engine.deliver(publicationId);
  for (let round = 0; round < 7; round += 1) await later();
  expect(await comment()).toMatchObject({ state: 'published', attempts: 8 });
});

it('is not published under a post that is being removed', async () => {
  const answers: Outcome[] = [{ kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null }];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call) }));
  await engine.deliver(publicationId);
  await actAs(engine.services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'The festival was moved.' }));
  expect(await later()).toMatchObject({ state: 'failed', message: 'The post was removed before its comment was published.' });
  expect(await textsThere()).toEqual([POST]);
});

/** The service as a backup left it, in which everything under way may have ended since. */
async function restore() {
  const backupAt = engine.clock.now();
  await em().nativeUpdate(ServiceSwitch, 'publishing', { backupAt, restoredAt: backupAt, doubtedAt: null });
  await markUnknownAfterRestore(contextFor(engine.services, { kind: 'operator' }));
  await em().nativeUpdate(ServiceSwitch, 'publishing', { backupAt: null, restoredAt: null, doubtedAt: null });
}

it('is settled by a person after a restore if its network finds it only by what the lost attempt learned', async () => {
  const answers: Outcome[] = [{ kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null }];
  await given((real) => ({ send: async (...call) => answers.shift() ?? real.send(...call), find: async () => ({ kind: 'absent' }) }), {
    isFoundWithoutIntent: undefined as never,
  });
  await engine.deliver(publicationId);
  await restore();
  expect(await later()).toMatchObject({ state: 'unknown', nextAttemptAt: null });
  expect(await textsThere()).toEqual([POST]);
  expect(await noticesOf('outcome_unknown')).toHaveLength(1);
});

it('is settled by a person if only its post is found after a restore, and waits for the post if that is absent', async () => {
  await restore();
  expect(await comment()).toMatchObject({ state: 'unknown', nextAttemptAt: null });
  await engine.settle(publicationId);
  await sendFirstComments(engine.services);
  expect(await textsThere()).toEqual([POST, COMMENT]);
});

const ENDED_WITH_POST = { state: 'failed', nextAttemptAt: null, endedAt: expect.any(Date), message: 'The post failed or was cancelled.' };

it('ends with a post that is refused or cancelled, is in no doubt after a restore, and is not sent again', async () => {
  await given(undefined, { publish: async () => ({ kind: 'rejected', message: 'Too many links.' }) });
  expect(await engine.deliver(publicationId)).toBe('failed');
  expect(await comment()).toMatchObject(ENDED_WITH_POST);
  await restore();
  expect(await comment()).toMatchObject(ENDED_WITH_POST);
  await expect(decide(false)).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await noticesOf('first_comment_failed')).toEqual([]);

  await given(undefined, { publish: async () => ({ kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null }) });
  expect(await engine.deliver(publicationId)).toBe('pending');
  expect(await comment()).toMatchObject({ state: 'waiting' });
  await actAs(engine.services, stage.owner, (ctx) => cancelJob(ctx, jobId));
  expect(await comment()).toMatchObject(ENDED_WITH_POST);
});

it('ends if a person finds after a restore that its post was not published', async () => {
  await given(undefined, { isFoundWithoutIntent: undefined as never });
  await restore();
  expect(await comment()).toMatchObject({ state: 'unknown' });
  const settlement = { publicationId, verdict: 'not_published', reason: 'It is not on the feed of the account.' } as const;
  await actAs(engine.services, stage.owner, (ctx) => settleUnknown(ctx, settlement));
  expect(await comment()).toMatchObject(ENDED_WITH_POST);
});

it('is recorded as published although the database was away when the network had accepted it', async () => {
  await given((real) => ({
    async send(...call) {
      const outcome = await real.send(...call);
      await em().execute('alter table first_comments rename to first_comments_away');
      return outcome;
    },
  }));
  const isBack = () => em().execute('alter table if exists first_comments_away rename to first_comments');
  const { services } = engine;
  const log = Object.assign(Object.create(services.log) as typeof services.log, { debug: () => void isBack() });
  await workOnPublication({ ...services, log }, publicationId, { signal: new AbortController().signal });
  await isBack();
  expect(await comment()).toMatchObject({ state: 'published', providerId: expect.stringMatching(/^spo_/) });
});

it('is part of the evidence', async () => {
  await engine.deliver(publicationId);
  const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, jobId));
  expect(evidence.publications[0]?.first_comment).toMatchObject({ state: 'published', attempts: 1 });
  expect(JSON.stringify(evidence.content)).toContain(COMMENT);
});

const removePost = async (id = publicationId) => {
  await actAs(engine.services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId: id, reason: 'The festival was moved.' }));
  await carryOutRetractions(engine.services);
  const { state, message } = await em().findOneOrFail(Retraction, { publicationId: id });
  return [state, message];
};

it('is removed with its post if the removal was requested for an edit of it', async () => {
  await engine.deliver(publicationId);
  await sendFirstComments(engine.services);
  const { approval, job } = await actAs(engine.services, stage.owner, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
  await stage.approve(approval);
  const edit = await em().findOneOrFail(Publication, { jobId: job?.id ?? '' });
  await engine.deliver(edit.id);
  expect(await removePost(edit.id)).toEqual(['removed', null]);
  expect(await textsThere()).toEqual([]);
});

it('is looked up before its post is removed, and removed with it', async () => {
  await given((real) => ({
    async send(...call) {
      await real.send(...call);
      throw new Error('The process ended.');
    },
  }));
  await engine.deliver(publicationId);
  expect([await removePost(), await textsThere()]).toEqual([
    ['signed', null],
    [POST, COMMENT],
  ]);
  expect((await later(10_000)).state).toBe('published');
  await carryOutRetractions(engine.services);
  expect([(await em().findOneOrFail(Retraction, { publicationId })).state, await textsThere()]).toEqual(['removed', []]);
});

it('is said to be left where its id is not known, and its post is read back no more', async () => {
  await given(() => ({ send: async (...call) => call[4].onSending().then(() => ({ kind: 'unknown', message: 'No answer.' })) }));
  await engine.deliver(publicationId);
  await decide(true);
  expect(await removePost()).toEqual([
    'refused',
    'The post was removed, but its first comment may still be there. Look for it, and remove it by hand.',
  ]);
  expect((await em().findOneOrFail(Publication, publicationId)).verifyAt).toBeNull();
});

it('is not sent under a post that is gone, nor is an edit, although its own removal was refused', async () => {
  await given(
    () =>
      ({
        send: async (...call: Parameters<PlatformComments['send']>) =>
          call[4].onSending().then(() => ({ kind: 'unknown', message: 'No answer.' })),
        find: undefined,
      }) as never,
  );
  await engine.deliver(publicationId);
  const { approval, job } = await actAs(engine.services, stage.owner, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
  await stage.approve(approval);
  const [state] = await removePost();
  expect(state).toBe('refused');
  await decide(false);
  expect(await later()).toMatchObject({ state: 'failed', message: 'The post was removed before its comment was published.' });
  const edit = await em().findOneOrFail(Publication, { jobId: job?.id ?? '' });
  expect([await engine.deliver(edit.id), await textsThere()]).toEqual(['failed', []]);
});

it('is removed by another removal, which counts as the post’s although its account is gone', async () => {
  const answers: RetractOutcome[] = [{ kind: 'unavailable', message: 'It is down.', sentence: null, retryAfterSeconds: null }];
  await given((real) => ({ retract: async (...call) => answers.shift() ?? real.retract?.(...call) ?? { kind: 'removed' } }));
  await engine.deliver(publicationId);
  await sendFirstComments(engine.services);
  expect(await removePost()).toEqual(['signed', 'It is down.']);
  const { connectionId } = await em().findOneOrFail(Publication, publicationId);
  await em().nativeUpdate(Connection, connectionId ?? '', { disconnectedAt: engine.clock.now() });
  engine.clock.advance(HOUR_MS);
  await carryOutRetractions(engine.services);
  expect(await em().findOneOrFail(Retraction, { publicationId })).toMatchObject({ state: 'refused', isPostGone: true });
  await em().nativeUpdate(Connection, connectionId ?? '', { disconnectedAt: null });
  await removePost();
  const removals = await em().find(Retraction, { publicationId }, { orderBy: { id: 'asc' } });
  expect([removals.map(({ state }) => state), await textsThere()]).toEqual([['refused', 'removed'], []]);
});

it('is removed with its post', async () => {
  await engine.deliver(publicationId);
  await sendFirstComments(engine.services);
  expect(await textsThere()).toEqual([POST, COMMENT]);
  expect(await removePost()).toEqual(['removed', null]);
  expect(await textsThere()).toEqual([]);
});

it('is said to be left where its network refuses to remove it', async () => {
  await given(() => ({ retract: async () => ({ kind: 'refused', message: 'It is locked.', sentence: null }) }));
  await engine.deliver(publicationId);
  await sendFirstComments(engine.services);
  expect(await removePost()).toEqual(['refused', 'The post was removed, but its first comment was not. It is locked.']);
  expect(await textsThere()).toEqual([COMMENT]);
});
