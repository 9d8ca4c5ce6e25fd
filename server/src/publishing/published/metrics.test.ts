import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { Event } from '../../events/event.entity.ts';
import type { MetricsReading } from '../../platforms/platform.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { PostMetric } from '../post-metric.entity.ts';
import { Publication } from '../publication.entity.ts';
import { readJobPage } from '../read-job-pages.ts';
import { metricsOf, networkMetricsOf, usualMetricsOf } from './metric-queries.ts';
import { readBackDuePosts } from './read-back-due-posts.ts';
import { readDueMetrics } from './read-due-metrics.ts';

const SCHEDULE_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let publicationId: string;
let jobId: string;
/** The network's next response. */
let answer: MetricsReading | (() => Promise<MetricsReading>);
let askedFor: string[];
/** Whether a reader finds the post. */
let isThere: boolean;

const counted = (likes: number | null): MetricsReading => ({
  kind: 'read',
  figures: [
    { name: 'favourites_count', metric: 'likes', value: likes },
    { name: 'quotes_count', metric: 'quotes', value: null },
  ],
});

beforeEach(async () => {
  askedFor = [];
  isThere = true;
  answer = counted(3);
  engine = createEngine(database, () => ({
    async readMetrics(_payload, _credentials, { id }) {
      askedFor.push(id);
      return typeof answer === 'function' ? answer() : answer;
    },
    async readBack() {
      return isThere
        ? { kind: 'found', seenBy: 'public', signed: { text: 'It begins.' }, published: { text: 'It begins.' } }
        : { kind: 'gone', seenBy: 'public' };
    },
  }));
  stage = await givenStage(engine.services);
  ({ publicationId, jobId } = await givenPublished());
});

async function givenPublished() {
  const queued = await givenQueued(stage, { sourceText: 'The harbour festival begins at nine.' });
  await engine.deliver(queued.publicationId);
  return queued;
}

/** How often the network was asked for the post's metrics. */
const asked = () => askedFor.filter((id) => id === publicationId).length;
const publication = () => engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
const readings = async () => (await actAs(engine.services, stage.owner, (ctx) => metricsOf(ctx, [publicationId]))).get(publicationId) ?? [];
const passes = async (ms: number) => {
  engine.clock.advance(ms);
  await readDueMetrics(engine.services);
};

it('reads the metrics of a post after 1 and 6 hours, and 1, 3, 7 and 30 days, each once', async () => {
  let passed = 0;
  for (const [index, ms] of SCHEDULE_MS.entries()) {
    await passes(ms - passed - 1);
    expect(await readings()).toHaveLength(index);
    await passes(1);
    await passes(0);
    passed = ms;
    expect(await readings()).toHaveLength(index + 1);
  }
  await passes(365 * DAY_MS);
  expect(asked()).toBe(6);
  expect((await publication()).metricsAt).toBeNull();
});

it('distinguishes an unreported figure from 0, and keeps the network’s own names', async () => {
  answer = counted(0);
  await passes(HOUR_MS);
  const [reading] = await readings();
  expect(reading?.figures).toMatchObject({ likes: 0, quotes: null, views: null });
  expect(reading?.raw).toEqual([
    { name: 'favourites_count', value: 0 },
    { name: 'quotes_count', value: null },
  ]);
  const page = await actAs(engine.services, stage.agent, (ctx) => readJobPage(ctx, jobId));
  expect(page.publications[0]?.metrics).toEqual([reading]);
});

it('cannot change or delete a stored metric', async () => {
  await passes(HOUR_MS);
  const { em } = engine.services.orm;
  await expect(em.fork().nativeUpdate(PostMetric, { publicationId }, { value: 1_000 })).rejects.toThrow();
  await expect(em.fork().nativeDelete(PostMetric, { publicationId })).rejects.toThrow();
});

it('reads nothing twice if two workers run at once', async () => {
  engine.clock.advance(HOUR_MS);
  await Promise.all([readDueMetrics(engine.services), readDueMetrics(engine.services)]);
  expect(asked()).toBe(1);
  expect(await readings()).toHaveLength(1);
});

it('reads what a dead worker had claimed', async () => {
  answer = () => new Promise(() => {});
  engine.clock.advance(HOUR_MS);
  void readDueMetrics(engine.services);
  await expect.poll(asked).toBe(1);
  answer = counted(4);
  await passes(HOUR_MS / 6);
  expect(asked()).toBe(2);
  expect((await readings()).map(({ figures }) => figures.likes)).toEqual([4]);
});

describe('if the network does not respond', () => {
  const failure = async () => (await publication()).metricsFailure?.message ?? null;

  it('retries later, and the reading is for the same moment', async () => {
    answer = () => Promise.reject(new Error('The network is down.'));
    await passes(HOUR_MS);
    expect([await failure(), await readings()]).toEqual(['The network is down.', []]);
    answer = counted(5);
    await passes(HOUR_MS / 4);
    expect([await failure(), (await readings()).length]).toEqual([null, 1]);
  });

  it('pauses readings of the whole account for as long as the network asks, while sends continue', async () => {
    await givenPublished();
    answer = { kind: 'unavailable', message: 'Too many requests.', sentence: null, retryAfterSeconds: 7_200 };
    await passes(HOUR_MS);
    const before = asked();
    answer = counted(1);
    await passes(HOUR_MS);
    expect(asked()).toBe(before);
    const { publicationId: another } = await givenPublished();
    expect((await engine.services.orm.em.fork().findOneOrFail(Publication, another)).state).toBe('published');
    await passes(HOUR_MS);
    expect(asked()).toBeGreaterThan(before);
  });

  it('reports a refusal, and retries at the next moment', async () => {
    answer = { kind: 'refused', message: 'Missing permission.', sentence: null };
    await passes(HOUR_MS);
    expect(await failure()).toBe('Missing permission.');
    await passes(HOUR_MS);
    expect(asked()).toBe(1);
    answer = counted(2);
    await passes(4 * HOUR_MS);
    expect([await failure(), (await readings()).length]).toEqual([null, 1]);
  });

  it('says that a post is gone, and asks again at the next moment', async () => {
    answer = { kind: 'gone' };
    await passes(HOUR_MS);
    expect([asked(), await failure()]).toEqual([1, 'The post is no longer there.']);
    answer = counted(2);
    await passes(5 * HOUR_MS);
    expect([await failure(), (await readings()).length]).toEqual([null, 1]);
  });

  it('has a post that is gone read back at once, and an event for it, once', async () => {
    const happened = async () =>
      (await engine.services.orm.em.fork().find(Event, { subjectId: publicationId, type: 'publication.gone' })).length;
    // All planned readings are over.
    await engine.services.orm.em.fork().nativeUpdate(Publication, { id: publicationId }, { verifyAt: null });
    answer = { kind: 'gone' };
    isThere = false;
    for (const hours of [1, 5]) {
      await passes(hours * HOUR_MS);
      await readBackDuePosts(engine.services);
    }
    expect(await happened()).toBe(1);
  });
});

it('waits while the account is paused, like its sends', async () => {
  const { connectionId } = await publication();
  const until = new Date(engine.clock.now().getTime() + 3 * HOUR_MS);
  await engine.services.orm.em
    .fork()
    .nativeUpdate(Connection, { id: connectionId ?? '' }, { restsUntil: until, restReason: 'service_refused' });
  await passes(2 * HOUR_MS);
  expect(asked()).toBe(0);
  await passes(2 * HOUR_MS);
  expect(asked()).toBe(1);
});

it('adds up by network, and reports a median from five posts on', async () => {
  const usual = () => actAs(engine.services, stage.owner, (ctx) => usualMetricsOf(ctx, stage.workspaceId));
  for (let more = 0; more < 3; more += 1) await givenPublished();
  await passes(HOUR_MS);
  await passes(23 * HOUR_MS);
  expect(await usual()).toEqual([]);
  await givenPublished();
  answer = counted(9);
  await passes(HOUR_MS);
  // Its figures after an hour do not compare with those of the others after a day.
  expect(await usual()).toEqual([]);
  const [network] = await actAs(engine.services, stage.owner, (ctx) => networkMetricsOf(ctx, stage.workspaceId, 30));
  expect(network).toMatchObject({ platform: 'sandbox', posts: 5, figures: { likes: 21, views: null } });
  await passes(23 * HOUR_MS);
  expect(await usual()).toMatchObject([{ platform: 'sandbox', metric: 'likes', median: 3, posts: 5, readAt: engine.clock.now() }]);
  answer = counted(1_000);
  await passes(29 * DAY_MS);
  expect(await usual()).toMatchObject([{ median: 3, posts: 5 }]);
});
