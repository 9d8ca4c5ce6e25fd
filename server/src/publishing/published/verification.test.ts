import { beforeEach, expect, it } from 'vitest';
import { Notice } from '../../access/notice.entity.ts';
import { DAY_MS, MINUTE_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { Event } from '../../events/event.entity.ts';
import { readEvents } from '../../events/event-queries.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { buildEvidence } from '../evidence/build-evidence.ts';
import { Publication } from '../publication.entity.ts';
import { editPost } from '../review/edit-post.ts';
import { Verification } from '../verification.entity.ts';
import { readBackDuePosts } from './read-back-due-posts.ts';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let publicationId: string;
let jobId: string;

beforeEach(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services);
  ({ publicationId, jobId } = await givenQueued(stage, { sourceText: 'The harbour festival begins at nine.' }));
  await engine.deliver(publicationId);
});

const readings = () => engine.services.orm.em.fork().find(Verification, { publicationId }, { orderBy: { id: 'asc' } });
const after = async (ms: number) => {
  engine.clock.advance(ms);
  await readBackDuePosts(engine.services);
  return readings();
};
const post = (text = 'We close at nine.') => engine.services.orm.em.fork().nativeUpdate(SandboxPost, { intentId: publicationId }, { text });
const eventTypes = async () => {
  const events = await engine.services.orm.em.fork().find(Event, { subjectId: publicationId }, { orderBy: { sequence: 'asc' } });
  return events.map(({ type }) => type).filter((type) => type !== 'publication.published');
};
const noticesOf = async (kind: 'post_different' | 'post_gone') => {
  await readEvents(engine.services, notifyPeople);
  return engine.services.orm.em.fork().find(Notice, { userId: stage.owner.userId, subjectId: jobId, kind });
};

it('reads a post back after two minutes, an hour, a day, a week and a month, and finds it as signed', async () => {
  expect(await after(MINUTE_MS)).toEqual([]);
  for (const days of [MINUTE_MS, 60 * MINUTE_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 365 * DAY_MS]) await after(days);
  const found = await readings();
  expect(found.map(({ result, seenBy, differences }) => [result, seenBy, differences])).toEqual(
    Array.from({ length: 5 }, () => ['as_signed', 'public', []]),
  );
  expect(await noticesOf('post_different')).toEqual([]);
});

it('names what was changed on the network, reports it once, and keeps it in the evidence', async () => {
  await after(2 * MINUTE_MS);
  await post();
  await after(DAY_MS);
  await after(7 * DAY_MS);
  const changed = { field: 'text', signed: 'The harbour festival begins at nine.', published: 'We close at nine.' };
  expect((await readings()).map(({ result, differences }) => [result, differences])).toEqual([
    ['as_signed', []],
    ['different', [changed]],
    ['different', [changed]],
  ]);
  const notices = await noticesOf('post_different');
  expect(notices.map(({ message }) => message)).toEqual([
    '“The harbour festival begins at nine.” on Sandbox differs from what was signed. Compare the two, and check who else has access to the account.',
  ]);
  const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, jobId));
  expect(evidence.publications[0]?.verifications?.map(({ result, differences }) => [result, differences])).toEqual([
    ['as_signed', []],
    ['different', [changed]],
    ['different', [changed]],
  ]);
  expect(evidence.audit.map(({ action }) => action)).toContain('publication.different');
});

it('records which fields were compared, and which the network does not show, in the evidence too', async () => {
  await after(2 * MINUTE_MS);
  const { payloadId } = await engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
  const { post, preview } = await engine.services.orm.em.fork().findOneOrFail(Payload, payloadId);
  expect((await readings()).map(({ compared, notReadable }) => [compared, notReadable])).toEqual([[['text'], []]]);
  engine = createEngine(database, (sandbox) => ({
    async readBack(...call) {
      const found = (await sandbox.readBack?.(...call)) ?? expect.fail('The sandbox is not read back.');
      return found.kind === 'found' ? { ...found, signed: { 'posts/1/text': 'On.' }, published: { 'posts/1/text': 'On.' } } : found;
    },
  }));
  const media = [{ kind: 'image' as const, bytes: 1, altText: 'A pier.' }];
  const shown = { ...post, link: 'https://example.org/', media, mentions: { ada: 'did:plc:ada' } } as typeof post;
  await engine.services.orm.em.fork().execute('alter table payloads disable trigger all');
  await engine.services.orm.em.fork().nativeUpdate(Payload, payloadId, { post: shown, preview: { ...preview, title: 'The festival' } });
  await after(DAY_MS);
  const extent = [['posts/1/text'], ['title', 'links', 'names', 'pictures', 'alt_texts']];
  expect((await readings()).slice(1).map(({ compared, notReadable }) => [compared, notReadable])).toEqual([extent]);
  const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, jobId));
  const last = evidence.publications[0]?.verifications?.at(-1);
  expect([last?.compared, last?.not_readable]).toEqual(extent);
  await engine.services.orm.em.fork().nativeDelete(SandboxPost, { intentId: publicationId });
  await after(7 * DAY_MS);
  expect((await readings()).at(-1)).toMatchObject({ result: 'gone', compared: null, notReadable: null });
});

it('reports every further change of a post', async () => {
  await after(2 * MINUTE_MS);
  await post();
  await after(60 * MINUTE_MS);
  await post('We close at ten.');
  await after(DAY_MS);
  expect(await eventTypes()).toEqual(['publication.different', 'publication.different']);
});

it('notices that a post was removed, once, and that it is back', async () => {
  const em = engine.services.orm.em.fork();
  const kept = await em.findOneOrFail(SandboxPost, { intentId: publicationId });
  await em.nativeDelete(SandboxPost, { intentId: publicationId });
  await after(2 * MINUTE_MS);
  await after(60 * MINUTE_MS);
  expect(await noticesOf('post_gone')).toHaveLength(1);
  await em.fork().insert(SandboxPost, { ...kept });
  await after(DAY_MS);
  await after(7 * DAY_MS);
  expect((await readings()).map(({ result }) => result)).toEqual(['gone', 'gone', 'as_signed', 'as_signed']);
  expect(await eventTypes()).toEqual(['publication.gone', 'publication.back']);
});

const edit = async () => {
  const { approval, job } = await actAs(engine.services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'At ten.' }));
  await stage.approve(approval);
  const { id } = await engine.services.orm.em.fork().findOneOrFail(Publication, { jobId: job?.id ?? '' });
  return engine.deliver(id);
};

it('takes an edit for no difference while its outcome is unknown', async () => {
  engine = createEngine(database, (sandbox) => ({
    async publish(payload, ...call) {
      await sandbox.publish(payload, ...call);
      throw new Error('The response was lost.');
    },
    find: async () => ({ kind: 'unsure', message: 'The platform cannot say.' }),
  }));
  expect(await edit()).toBe('unknown');
  await after(2 * MINUTE_MS);
  expect([(await readings()).map(({ result }) => result), await eventTypes()]).toEqual([[], []]);
});

it('takes an edit for no difference that was published while the post was read', async () => {
  let isEdited = false;
  engine = createEngine(database, (sandbox) => ({
    async readBack(body, credentials, intent, ...call) {
      // Before the edit is read back itself.
      if (intent.id === publicationId && !isEdited) {
        isEdited = true;
        await edit();
      }
      return sandbox.readBack?.(body, credentials, intent, ...call) ?? { kind: 'unreadable', message: '', sentence: null };
    },
  }));
  await after(2 * MINUTE_MS);
  expect([isEdited, (await readings()).map(({ result }) => result), await eventTypes()]).toEqual([true, [], []]);
});

it('reads nothing twice if two workers run at once', async () => {
  engine.clock.advance(2 * MINUTE_MS);
  await Promise.all([readBackDuePosts(engine.services), readBackDuePosts(engine.services)]);
  expect(await readings()).toHaveLength(1);
});

it('waits while the account is paused, like its sends', async () => {
  const em = engine.services.orm.em.fork();
  const { connectionId } = await em.findOneOrFail(Publication, publicationId);
  const restsUntil = new Date(engine.clock.now().getTime() + 3 * 60 * MINUTE_MS);
  await em.nativeUpdate(Connection, { id: connectionId ?? '' }, { restsUntil, restReason: 'rate_limited' });
  expect(await after(2 * 60 * MINUTE_MS)).toEqual([]);
  expect(await after(2 * 60 * MINUTE_MS)).toHaveLength(1);
});

it('reads the posts of an account at most 60 times an hour, and the others later', async () => {
  const { em } = engine.services.orm;
  engine.clock.advance(2 * MINUTE_MS);
  for (let turn = 0; turn < 61; turn += 1) {
    await em.fork().nativeUpdate(Publication, { id: publicationId }, { verifyAt: engine.clock.now() });
    await readBackDuePosts(engine.services);
  }
  expect(await readings()).toHaveLength(60);
  expect(await after(70 * MINUTE_MS)).toHaveLength(61);
});

it('reports that a post could not be read if its network does not respond, without an alert', async () => {
  engine = createEngine(database, () => ({ readBack: () => Promise.reject(new Error('The network is down.')) }));
  await after(2 * MINUTE_MS);
  expect((await readings()).map(({ result, message }) => [result, message])).toEqual([['unreadable', 'The network is down.']]);
  expect(await noticesOf('post_different')).toEqual([]);
});

it('schedules no reading if the platform allows none', async () => {
  const { services, deliver } = createEngine(database, (sandbox) => ({ ...sandbox, readBack: undefined }) as never);
  const another = await givenStage(services);
  const queued = await givenQueued(another);
  await deliver(queued.publicationId);
  const published = await services.orm.em.fork().findOneOrFail(Publication, queued.publicationId);
  expect([published.state, published.verifyAt]).toEqual(['published', null]);
});
