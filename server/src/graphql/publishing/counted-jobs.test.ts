import { beforeAll, expect, it } from 'vitest';
import { listJobs } from '../../publishing/jobs/list-jobs.ts';
import { rowsReadOf } from '../../testing/database/rows-looked-at.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock } from '../../testing/test-services.ts';

const database = useTestDatabase();
const clock = createFixedClock();
const graphql = useGraphql(database, { clock });
const HOUR_MS = 3_600_000;

let engine: Engine;
beforeAll(() => {
  engine = createEngine(database);
});

interface Read {
  figures: { goingOut: number; unknown: number; failed: number };
  publishJobs: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}

const readerOf = async (stage: Stage) => graphql.browserOf(await givenUser(graphql.services, stage.accountId));

async function list(person: Caller, stage: Stage, filter: string, after: string | null = null) {
  clock.set(engine.clock.now());
  const { data } = await graphql.ask<{ workspace: Read }>(
    person,
    `query ($id: ID!, $after: String) { workspace(id: $id) { figures { goingOut unknown failed }
      publishJobs(after: $after, ${filter}) { edges { node { id } } pageInfo { hasNextPage endCursor } } } }`,
    { id: stage.workspaceId, after },
  );
  const { edges, pageInfo } = data.workspace.publishJobs;
  return { figures: data.workspace.figures, ids: edges.map(({ node }) => node.id), ...pageInfo };
}

it('lists posts due within a day, earliest first, however many later ones were scheduled since', async () => {
  const stage = await givenStage(engine.services);
  const person = await readerOf(stage);
  const at = async (hours: number) =>
    (await givenQueued(stage, { scheduledAt: new Date(engine.clock.now().getTime() + hours * HOUR_MS) })).jobId;
  const [afternoon, morning] = [await at(20), await at(3)];
  for (const day of [2, 3, 4]) await at(day * 24);
  const now = [(await givenQueued(stage)).jobId, (await givenQueued(stage)).jobId];
  const inOrder = [...now, morning, afternoon];
  expect(await list(person, stage, 'isGoingOut: true')).toMatchObject({ ids: inOrder, figures: { goingOut: 4 } });

  const paged: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 4; page += 1) {
    const read = await list(person, stage, 'isGoingOut: true, first: 1', after);
    paged.push(...read.ids);
    expect(read.hasNextPage).toBe(page < 3);
    after = read.endCursor;
  }
  expect(paged).toEqual(inOrder);
});

it('lists posts with an unknown outcome, which are not due any more', async () => {
  const stage = await givenStage(engine.services, { sandbox: { failure: 'mute_instead_of_acting' } });
  const person = await readerOf(stage);
  const [unknown, due] = [await givenQueued(stage), await givenQueued(stage)];
  await engine.deliver(unknown.publicationId);
  expect(await list(person, stage, 'isUnknown: true')).toMatchObject({ ids: [unknown.jobId], figures: { unknown: 1, goingOut: 1 } });
  expect((await list(person, stage, 'isGoingOut: true')).ids).toEqual([due.jobId]);
});

it('lists the posts that failed in the last days, the latest failure first', async () => {
  const stage = await givenStage(engine.services, { sandbox: { failure: 'reject' } });
  const [first, second, third] = [await givenQueued(stage), await givenQueued(stage), await givenQueued(stage)];
  const fail = async ({ publicationId }: typeof first) => {
    engine.clock.advance(60_000);
    expect(await engine.deliver(publicationId)).toBe('failed');
  };
  await fail(third);
  engine.clock.advance(8 * 24 * HOUR_MS);
  await fail(second);
  await fail(first);
  clock.set(engine.clock.now());
  const person = await readerOf(stage);
  const inOrder = [first.jobId, second.jobId];
  expect(await list(person, stage, 'isRecentFailure: true')).toMatchObject({ ids: inOrder, figures: { failed: 2 } });
  const top = await list(person, stage, 'isRecentFailure: true, first: 1');
  const rest = await list(person, stage, 'isRecentFailure: true, first: 1', top.endCursor);
  expect([top.ids, rest.ids, rest.hasNextPage]).toEqual([[first.jobId], [second.jobId], false]);
});

it('reads one page of rows, however many are scheduled for later or failed before', async () => {
  const stage = await givenStage(engine.services);
  const { jobId, draft } = await givenQueued(stage);
  const em = engine.services.orm.em.fork();
  // Of one draft there is one live job at the most.
  await em.execute(
    `insert into drafts select (jsonb_populate_record(d, jsonb_build_object('id', d.id || '_' || n))).*
     from drafts d, generate_series(1, 2000) n where d.id = ?`,
    [draft.id],
  );
  const copyJob = (changes: string) =>
    em.execute(
      `insert into publish_jobs select (jsonb_populate_record(j, jsonb_build_object(${changes}))).*
       from publish_jobs j, generate_series(1, 2000) n where j.id = ?`,
      [jobId],
    );
  await copyJob(
    `'id', j.id || '_later_' || n, 'draft_id', j.draft_id || '_' || n, 'state', 'ready', 'scheduled_at', j.created_at + n * interval '2 days'`,
  );
  await copyJob(`'id', j.id || '_failed_' || n, 'state', 'failed', 'updated_at', j.created_at - n * interval '1 hour'`);
  await em.execute('analyze publish_jobs');
  const ctx = contextFor(engine.services, stage.owner);
  const rowsOf = (filter: object) =>
    engine.services.orm.em
      .fork()
      .transactional((tx) =>
        rowsReadOf(tx, 'publish_jobs', () => listJobs({ ...ctx, em: tx }, stage.workspaceId, { limit: 20, ...filter })),
      );
  expect(await rowsOf({ isGoingOut: true })).toBeLessThanOrEqual(30);
  expect(await rowsOf({ isRecentFailure: true })).toBeLessThanOrEqual(30);
  expect(await rowsOf({ isUnknown: true })).toBeLessThanOrEqual(30);
});
