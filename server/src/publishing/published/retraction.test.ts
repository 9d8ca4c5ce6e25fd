import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { addConnection } from '../../connections/add-connection.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { disconnect } from '../../connections/connection-queries.ts';
import { openCredentials } from '../../connections/renew-credentials.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Event } from '../../events/event.entity.ts';
import { readEvents } from '../../events/event-queries.ts';
import { followUpOutcomes } from '../../metrics.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { ConnectError, type Platform, type RetractOutcome } from '../../platforms/platform.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { buildEvidence } from '../evidence/build-evidence.ts';
import { Publication } from '../publication.entity.ts';
import { readJobPage } from '../read-job-pages.ts';
import { Retraction } from '../retraction.entity.ts';
import { editPost } from '../review/edit-post.ts';
import { Verification } from '../verification.entity.ts';
import { carryOutAtOnce, carryOutRetractions } from './carry-out-retractions.ts';
import { decideRetraction } from './decide-retraction.ts';
import { readBackDuePosts } from './read-back-due-posts.ts';
import { requestRetraction } from './request-retraction.ts';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let publicationId: string;
let jobId: string;

async function given(changed?: (sandbox: Platform) => Partial<Platform>): Promise<void> {
  engine = createEngine(database, changed);
  stage = await givenStage(engine.services);
  ({ publicationId, jobId } = await givenQueued(stage, { sourceText: 'The harbour festival begins at nine.' }));
  await engine.deliver(publicationId);
}
beforeEach(() => given());

const request = (actor: Actor, reason = 'The festival was moved to Sunday.') =>
  actAs(engine.services, actor, (ctx) => requestRetraction(ctx, { publicationId, reason }));
const decide = (actor: Actor, { id: retractionId, contentHash }: Retraction, isSigned: boolean) =>
  actAs(engine.services, actor, (ctx) => decideRetraction(ctx, { retractionId, contentHash, isSigned }));
const all = () => engine.services.orm.em.fork().find(Retraction, { publicationId }, { orderBy: { id: 'asc' } });
const eventTypes = async () => {
  const events = await engine.services.orm.em.fork().find(Event, { subjectId: publicationId }, { orderBy: { sequence: 'asc' } });
  return events.map(({ type }) => type).filter((type) => type.startsWith('retraction.'));
};

const noticesOf = async (kind: 'removal_requested' | 'removal_refused') => {
  while ((await readEvents(engine.services, notifyPeople)) > 0);
  const notices = await engine.services.orm.em.fork().find(Notice, { subjectId: jobId, kind });
  return notices.map(({ userId, message }) => [userId, message]);
};

it('removes a post once an owner signs, once, and no longer reads it back', async () => {
  const { state } = await request(stage.owner);
  expect([state, await engine.postsOf(publicationId)]).toEqual(['signed', 1]);
  await Promise.all([carryOutRetractions(engine.services), carryOutRetractions(engine.services)]);
  expect((await all()).map((each) => [each.state, each.decidedBy])).toEqual([['removed', stage.owner.userId]]);
  expect(await engine.postsOf(publicationId)).toBe(0);
  engine.clock.advance(40 * 86_400_000);
  expect(await readBackDuePosts(engine.services)).toBe(0);
  expect(await eventTypes()).toEqual(['retraction.removed']);
});

/** A signed edit of the post, before it is sent. */
async function givenEdit(): Promise<Publication> {
  const { approval, job } = await actAs(engine.services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
  await stage.approve(approval);
  return engine.services.orm.em.fork().findOneOrFail(Publication, { jobId: job?.id ?? '' });
}
const edited = async () => {
  const { id } = await givenEdit();
  await engine.deliver(id);
  return id;
};
const requestOf = (id: string) =>
  actAs(engine.services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId: id, reason: 'It was moved.' }));

it('is refused to a sandbox-only grant for a live post, as an edit is', async () => {
  await engine.services.orm.em.fork().nativeUpdate(Publication, { id: publicationId }, { platform: 'bluesky', verifyAt: null });
  const agent = await agentActor(engine.services, stage.workspace, { isSandboxOnly: true });
  const message = expect.stringMatching(/publishes to the sandbox only/);
  await expect(request(agent)).rejects.toMatchObject({ code: 'invalid_state', message });
  const edit = actAs(engine.services, agent, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
  await expect(edit).rejects.toMatchObject({ code: 'invalid_state', message });
});

it('stops an edit that was signed before the removal and not sent yet', async () => {
  const edit = await givenEdit();
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  expect(await engine.deliver(edit.id)).toBe('failed');
  const { failureCode, failureMessage } = await engine.services.orm.em.fork().findOneOrFail(Publication, edit.id);
  expect([failureCode, failureMessage]).toEqual(['edit_outdated', 'The post was removed, so its text can no longer be edited.']);
});

it.each([
  ['the edit', 'the post that it edited', (edit: string) => [edit, publicationId]],
  ['the post', 'its edit', (edit: string) => [publicationId, edit]],
])('removes %s and %s at once: neither is edited or removed again', async (_, __, order) => {
  const [named = '', other = ''] = order(await edited());
  const { id } = await requestOf(named);
  await carryOutRetractions(engine.services);
  expect((await requestOf(other)).id).toBe(id);
  await expect(
    actAs(engine.services, stage.agent, (ctx) => editPost(ctx, { publicationId: other, text: 'It begins at eleven.' })),
  ).rejects.toMatchObject({ code: 'invalid_state' });
  const { jobId: otherJob } = await engine.services.orm.em.fork().findOneOrFail(Publication, other);
  const page = await actAs(engine.services, stage.owner, (ctx) => readJobPage(ctx, otherJob));
  expect(page.publications.map(({ retraction }) => retraction?.state)).toEqual(['removed']);
  const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, otherJob));
  expect(evidence.publications.map(({ retraction }) => retraction?.state)).toEqual(['removed']);
});

it('is serialized with an edit of the same post', async () => {
  const edit = await edited();
  const both = await Promise.allSettled([
    requestOf(edit),
    actAs(engine.services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'It begins at eleven.' })),
    requestOf(publicationId),
  ]);
  const [removal, , again] = both;
  expect(removal.status === 'fulfilled' && removal.value.id).toBe(again.status === 'fulfilled' && again.value.id);
});

it('is signed for the words that are there: an edit meanwhile asks for a new signature', async () => {
  const before = await request(stage.agent);
  await noticesOf('removal_requested');
  await edited();
  await expect(decide(stage.owner, before, true)).rejects.toMatchObject({ code: 'content_changed' });
  const [now] = await all();
  expect([now?.state, now?.contentHash === before.contentHash]).toEqual(['requested', false]);
  expect(await eventTypes()).toEqual(['retraction.requested', 'retraction.requested']);
  // One removal, which is asked for once as long as that is unseen.
  expect(await noticesOf('removal_requested')).toHaveLength(1);
  await decide(stage.owner, now as Retraction, true);
  await carryOutRetractions(engine.services);
  expect(await engine.postsOf(publicationId)).toBe(0);
});

it('covers the newest words of a post, whichever of its publications it is requested for', async () => {
  const edit = await edited();
  const { contentHash } = await requestOf(publicationId);
  await engine.services.orm.em.fork().nativeDelete(Retraction, { publicationId });
  expect((await requestOf(edit)).contentHash).toBe(contentHash);
});

it('raises no alarm about a post that was edited before it was removed', async () => {
  await edited();
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  engine.clock.advance(40 * 86_400_000);
  expect(await readBackDuePosts(engine.services)).toBe(0);
});

it('awaits a person if an agent requests it, and calls no network before', async () => {
  const requested = await request(stage.agent);
  expect((await request(stage.agent)).id).toBe(requested.id);
  await carryOutRetractions(engine.services);
  expect([requested.state, await engine.postsOf(publicationId)]).toEqual(['requested', 1]);
  await expect(decide(stage.agent, requested, true)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(decide(stage.owner, { ...requested, contentHash: 'another' } as Retraction, true)).rejects.toMatchObject({
    code: 'content_changed',
  });
  await decide(await userActor(engine.services, stage.accountId, 'approver'), requested, true);
  await carryOutRetractions(engine.services);
  expect(await engine.postsOf(publicationId)).toBe(0);
});

it('is signed by a request of a person who may sign, although an agent has requested it', async () => {
  const requested = await request(stage.agent);
  expect(await request(await userActor(engine.services, stage.accountId, 'editor'))).toMatchObject({ state: 'requested' });
  const signed = await request(stage.owner, 'The harbour is closed.');
  expect([signed.id, signed.state, signed.decidedBy]).toEqual([requested.id, 'signed', stage.owner.userId]);
  await carryOutRetractions(engine.services);
  expect([(await all()).map(({ state, reason }) => [state, reason]), await engine.postsOf(publicationId)]).toEqual([
    [['removed', 'The festival was moved to Sunday.']],
    0,
  ]);
  // The row has the reason of the request, the audit log also that of the person who signed it.
  const entries = await engine.services.orm.em.fork().find(AuditEntry, { subjectId: publicationId, action: 'retraction.signed' });
  expect(entries.map(({ details }) => details)).toMatchObject([{ retractionId: requested.id, reason: 'The harbour is closed.' }]);
});

it('notifies those who may decide of a request, and the signer of a refusal', async () => {
  await given(() => ({ retract: async () => ({ kind: 'refused', message: 'It is older than two days.', sentence: null }) }));
  const requested = await request(stage.agent);
  expect(await eventTypes()).toEqual(['retraction.requested']);
  expect(await noticesOf('removal_requested')).toEqual([
    [stage.owner.userId, expect.stringContaining('asks for your signature to remove “The harbour festival begins at nine.” from Sandbox.')],
  ]);
  await decide(stage.owner, requested, true);
  await carryOutRetractions(engine.services);
  expect(await noticesOf('removal_refused')).toEqual([
    [
      stage.owner.userId,
      'The removal of “The harbour festival begins at nine.” from Sandbox was not completed: It is older than two days.',
    ],
  ]);
});

it('leaves the post published if a person declines, says so to the requester, and can be requested again', async () => {
  const editor = await userActor(engine.services, stage.accountId, 'editor');
  const requested = await request(editor);
  while ((await readEvents(engine.services, notifyPeople)) > 0);
  await decide(stage.owner, requested, false);
  await carryOutRetractions(engine.services);
  expect(await engine.postsOf(publicationId)).toBe(1);
  expect(await eventTypes()).toEqual(['retraction.requested', 'retraction.declined']);
  while ((await readEvents(engine.services, notifyPeople)) > 0);
  const notices = await engine.services.orm.em.fork().find(Notice, { subjectId: jobId, kind: /^removal_/ }, { orderBy: { id: 'asc' } });
  expect(notices.map(({ userId, message, seenAt }) => [userId, message, seenAt !== null])).toEqual([
    [stage.owner.userId, expect.stringContaining('asks for your signature'), true],
    [editor.userId, expect.stringMatching(/ declined the removal of “The harbour festival begins at nine\.” from Sandbox\.$/), false],
  ]);
  expect((await request(stage.agent)).state).toBe('requested');
});

it('is refused without a call once the account is disconnected', async () => {
  const calls: string[] = [];
  await given(() => ({
    retract: async (_payload, _credentials, _intent, { providerId }) => {
      calls.push(providerId);
      return { kind: 'removed' };
    },
  }));
  const { connectionId } = await engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
  await request(stage.owner);
  await actAs(engine.services, { kind: 'operator' }, (ctx) => disconnect(ctx, connectionId ?? ''));
  await carryOutRetractions(engine.services);
  const [{ state, message } = {} as Retraction] = await all();
  expect([state, message, calls]).toEqual(['refused', 'The account is no longer connected.', []]);
  expect((await request(stage.agent)).state).toBe('requested');
});

it('is retried if the network did not respond, and ends if it refuses', async () => {
  const answers: RetractOutcome[] = [
    { kind: 'unavailable', message: 'It is down.', sentence: null, retryAfterSeconds: null },
    { kind: 'refused', message: 'It is older than two days.', sentence: null },
  ];
  await given(() => ({ retract: async () => answers.shift() ?? { kind: 'removed' } }));
  const counted = async (outcome: string) =>
    (await followUpOutcomes.get()).values.find(({ labels }) => labels.kind === 'removal' && labels.outcome === outcome)?.value ?? 0;
  const before = [await counted('unavailable'), await counted('refused')];
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  await carryOutRetractions(engine.services);
  expect((await all()).map(({ state, message, attempts }) => [state, message, attempts])).toEqual([['signed', 'It is down.', 1]]);
  engine.clock.advance(3_600_000);
  await carryOutRetractions(engine.services);
  expect((await all()).map(({ state, message }) => [state, message])).toEqual([['refused', 'It is older than two days.']]);
  expect(await eventTypes()).toEqual(['retraction.refused']);
  expect([await counted('unavailable'), await counted('refused')]).toEqual(before.map((count) => count + 1));
});

it('waits while the account has to be connected again, says what is wrong, and goes on afterwards', async () => {
  let isRefused = true;
  await given((sandbox) => ({
    async refresh(credentials) {
      if (isRefused) throw new ConnectError('The access was ended at the network.');
      return { credentials };
    },
    retract: (...call) => sandbox.retract?.(...call) ?? Promise.resolve({ kind: 'removed' }),
  }));
  const { connectionId } = await engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
  const change = (values: object) => engine.services.orm.em.fork().nativeUpdate(Connection, { id: connectionId ?? '' }, values);
  await change({ expiresAt: engine.clock.now() });
  await request(stage.owner);
  for (let round = 0; round < 3; round += 1) {
    await carryOutRetractions(engine.services);
    engine.clock.advance(3_600_000);
  }
  expect((await all()).map(({ state, message, attempts }) => [state, message, attempts])).toEqual([
    ['signed', 'The access was ended at the network.', 1],
  ]);
  expect((await engine.services.orm.em.fork().findOneOrFail(Connection, connectionId ?? '')).health).toBe('revoked');
  expect(await noticesOf('removal_refused')).toEqual([
    [
      stage.owner.userId,
      'The removal of “The harbour festival begins at nine.” from Sandbox waits until the account is connected again: The access was ended at the network.',
    ],
  ]);
  isRefused = false;
  await change({ health: 'healthy', healthMessage: null, healthSentence: null });
  await carryOutRetractions(engine.services);
  expect([(await all()).map(({ state }) => state), await eventTypes()]).toEqual([
    ['removed'],
    ['retraction.waiting', 'retraction.removed'],
  ]);
});

it('does not wait behind removals of others whose accounts have to be connected again', async () => {
  await request(stage.owner);
  const { connectionId } = await engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
  await engine.services.orm.em
    .fork()
    .nativeUpdate(Connection, { id: connectionId ?? '' }, { health: 'revoked', healthMessage: 'It ended.' });
  await given();
  await request(stage.owner);
  // One in each run, as if the others filled it.
  for (let round = 0; round < 2; round += 1) {
    engine.clock.advance(3_600_000);
    await carryOutRetractions(engine.services, 1);
  }
  expect((await all()).map(({ state }) => state)).toEqual(['removed']);
});

it('is retried, and says nothing of a wait, if the account was connected again during the call', async () => {
  await given((sandbox) => {
    let isFirst = true;
    return {
      async retract(...call) {
        if (!isFirst) return (await sandbox.retract?.(...call)) ?? { kind: 'removed' };
        isFirst = false;
        await connectAgain();
        throw new ConnectError('The access was ended at the network.');
      },
    };
  });
  const connectAgain = async () => {
    const { connectionId } = await engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
    const connection = await engine.services.orm.em.fork().findOneOrFail(Connection, connectionId ?? '');
    const { workspaceId, platform, handle, externalId } = connection;
    const connected = { handle, externalId, credentials: openCredentials(engine.services, connection) };
    await actAs(engine.services, stage.owner, (ctx) => addConnection(ctx, { workspaceId, platform, connected }));
  };
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  expect([(await all()).map(({ state }) => state), await eventTypes(), await noticesOf('removal_refused')]).toEqual([['signed'], [], []]);
  engine.clock.advance(60_000);
  await carryOutRetractions(engine.services);
  expect([(await all()).map(({ state }) => state), await eventTypes()]).toEqual([['removed'], ['retraction.removed']]);
});

it('does not say that the account is missing where the network was away, also if the request is read later', async () => {
  await given(() => ({ retract: async () => ({ kind: 'unavailable', message: 'It is down.', sentence: null, retryAfterSeconds: null }) }));
  await decide(stage.owner, await request(stage.agent), true);
  await carryOutRetractions(engine.services);
  expect([(await all()).map(({ message }) => message), await noticesOf('removal_refused')]).toEqual([['It is down.'], []]);
});

it('continues if a worker died during the removal', async () => {
  await given((sandbox) => {
    let isFirst = true;
    return {
      async retract(...call) {
        const outcome = await sandbox.retract?.(...call);
        if (!isFirst) return outcome ?? { kind: 'removed' };
        isFirst = false;
        throw new Error('The process ended.');
      },
    };
  });
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  engine.clock.advance(3_600_000);
  await carryOutRetractions(engine.services);
  expect((await all()).map(({ state }) => state)).toEqual(['removed']);
});

it('lets a person wait no longer than a proxy does, and is recorded once the network responds', async () => {
  const answer = Promise.withResolvers<RetractOutcome>();
  await given(() => ({ retract: () => answer.promise }));
  const { id } = await request(stage.owner);
  await carryOutAtOnce(engine.services, id, 1);
  expect((await all()).map(({ state }) => state)).toEqual(['signed']);
  answer.resolve({ kind: 'removed' });
  await expect.poll(async () => (await all()).map(({ state }) => state)).toEqual(['removed']);
});

it('is not reported as a removal elsewhere while the network’s answer is not known', async () => {
  await given((sandbox) => ({
    async retract(...call) {
      await sandbox.retract?.(...call);
      throw new Error('The process ended.');
    },
  }));
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  engine.clock.advance(2 * 60_000);
  await readBackDuePosts(engine.services);
  const em = engine.services.orm.em.fork();
  expect((await em.find(Verification, { publicationId })).map(({ result }) => result)).toEqual(['gone']);
  expect(await em.count(Event, { subjectId: publicationId, type: 'publication.gone' })).toBe(0);
});

it('is refused for a network whose API removes no posts, with what to do instead', async () => {
  await given((sandbox) => ({ ...sandbox, retract: undefined }) as never);
  await expect(request(stage.owner)).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await all()).toEqual([]);
});

it('is refused to viewers and strangers, and without a reason', async () => {
  await expect(request(await userActor(engine.services, stage.accountId, 'viewer'))).rejects.toMatchObject({ code: 'insufficient_role' });
  const stranger = await givenStage(engine.services);
  await expect(request(stranger.owner)).rejects.toMatchObject({ code: 'not_found' });
  await expect(request(stranger.agent)).rejects.toMatchObject({ code: 'not_found' });
  await expect(request(stage.owner, ' ')).rejects.toMatchObject({ code: 'validation_failed' });
  const anonymous = contextFor(engine.services);
  await expect(
    inTransaction({ ...anonymous, actor: { kind: 'anonymous' } }, (tx) => requestRetraction(tx, { publicationId, reason: 'Why not?' })),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('is part of the evidence', async () => {
  await request(stage.owner);
  await carryOutRetractions(engine.services);
  const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, jobId));
  expect(evidence.publications[0]?.retraction).toMatchObject({ state: 'removed', reason: 'The festival was moved to Sunday.' });
  expect(evidence.audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['retraction.signed', 'retraction.removed']));
});
