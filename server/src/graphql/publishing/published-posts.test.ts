import { beforeAll, expect, it } from 'vitest';
import { withFirstComment } from '../../platforms/platform/first-comment.ts';
import { sandboxRules } from '../../platforms/sandbox/sandbox-rules.ts';
import { listJobs } from '../../publishing/jobs/list-jobs.ts';
import { carryOutRetractions } from '../../publishing/published/carry-out-retractions.ts';
import { decideRetraction } from '../../publishing/published/decide-retraction.ts';
import { requestRetraction } from '../../publishing/published/request-retraction.ts';
import { sendFirstComments } from '../../publishing/published/send-first-comments.ts';
import { editPost } from '../../publishing/review/edit-post.ts';
import { actAs } from '../../testing/actors.ts';
import { useApi } from '../../testing/api.ts';
import { rowsReadOf } from '../../testing/database/rows-looked-at.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenAgent, givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
const api = useApi(database);

let engine: Engine;
let stage: Stage;
let person: Caller;

beforeAll(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services);
  person = graphql.browserOf(await givenUser(graphql.services, stage.accountId));
});

interface Out {
  id: string;
  wentOutAt: string;
}

const OUT = `query Out($id: ID!, $platform: String, $first: Int, $after: String, $from: DateTime, $before: DateTime) {
  workspace(id: $id) { publishJobs(isOut: true, platform: $platform, first: $first, after: $after, wentOutFrom: $from, wentOutBefore: $before) {
    edges { node { id wentOutAt } } pageInfo { hasNextPage endCursor } } } }`;

async function page(wanted: { platform?: string; first?: number; after?: string | null; from?: Date; before?: Date } = {}) {
  const { data } = await graphql.ask<{
    workspace: { publishJobs: { edges: { node: Out }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
  }>(person, OUT, { id: stage.workspaceId, ...wanted });
  const { edges, pageInfo } = data.workspace.publishJobs;
  return { out: edges.map(({ node }) => node), ids: edges.map(({ node }) => node.id), ...pageInfo };
}

async function publish(publicationId: string | undefined) {
  engine.clock.advance(60_000);
  expect(await engine.deliver(publicationId ?? '')).toBe('published');
}

it('lists published posts by publishing time, newest first', async () => {
  const [first, second, third] = [await givenQueued(stage), await givenQueued(stage), await givenQueued(stage)];
  expect((await page()).ids).toEqual([]);
  await publish(second.publicationId);
  await publish(first.publicationId);
  expect((await page()).ids).toEqual([first.jobId, second.jobId]);
  await publish(third.publicationId);
  const inOrder = [third.jobId, first.jobId, second.jobId];
  expect((await page()).ids).toEqual(inOrder);

  const top = await page({ first: 2 });
  const rest = await page({ first: 2, after: top.endCursor });
  expect([top.ids, rest.ids, rest.hasNextPage]).toEqual([inOrder.slice(0, 2), inOrder.slice(2), false]);
  expect((await page({ platform: 'sandbox' })).ids).toEqual(inOrder);
  expect((await page({ platform: 'bluesky' })).ids).toEqual([]);
});

it('filters by a period, including its start and excluding its end', async () => {
  const [first, second, third] = [await givenQueued(stage), await givenQueued(stage), await givenQueued(stage)];
  await publish(first.publicationId);
  await publish(second.publicationId);
  const from = engine.clock.now();
  await publish(third.publicationId);
  const before = engine.clock.now();
  expect((await page({ from, before })).ids).toEqual([second.jobId]);
  expect((await page({ from })).ids).toEqual([third.jobId, second.jobId]);
  expect((await page({ before: from })).ids[0]).toBe(first.jobId);
});

const REMOVED = `query ($draftId: ID!, $jobId: ID!) {
  draft(id: $draftId) { isRemoved }
  publishJob(id: $jobId) { publications { viewerCan { edit retract } } } }`;

async function givenPublished(by: Engine, input: Parameters<typeof givenQueued>[1] = {}) {
  const { publicationId, draft, jobId } = await givenQueued(stage, input);
  expect(await by.deliver(publicationId)).toBe('published');
  return {
    publicationId,
    jobId,
    async remove() {
      await actAs(by.services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It was moved.' }));
      await carryOutRetractions(by.services);
    },
    async read() {
      const { data } = await graphql.ask<{
        draft: { isRemoved: boolean };
        publishJob: { publications: { viewerCan: { edit: boolean; retract: boolean } }[] };
      }>(person, REMOVED, { draftId: draft.id, jobId });
      return { isRemoved: data.draft.isRemoved, ...data.publishJob.publications[0]?.viewerCan };
    },
  };
}

it('says of a draft that its post was removed', async () => {
  const post = await givenPublished(engine);
  expect(await post.read()).toEqual({ isRemoved: false, edit: true, retract: true });
  await post.remove();
  expect(await post.read()).toEqual({ isRemoved: true, edit: false, retract: false });
});

const WAITING = `query ($id: ID!) { workspace(id: $id) { waitingCount waitingApprovals waitingRemovals
  publishJobs(isRemovalRequested: true) { edges { node { id } } } } }`;

it('counts a requested removal among what waits for those who may sign it, until it is decided, and lists its post', async () => {
  const { publicationId, jobId } = await givenPublished(engine);
  const { id: retractionId, contentHash } = await actAs(engine.services, stage.agent, (ctx) =>
    requestRetraction(ctx, { publicationId, reason: 'It was moved.' }),
  );
  const waitsFor = async (caller: Caller) => {
    const { data } = await graphql.ask<{
      workspace: Record<`waiting${'Count' | 'Approvals' | 'Removals'}`, number> & { publishJobs: { edges: { node: { id: string } }[] } };
    }>(caller, WAITING, { id: stage.workspaceId });
    const { waitingCount, waitingApprovals, waitingRemovals, publishJobs } = data.workspace;
    return [waitingCount, waitingApprovals, waitingRemovals, publishJobs.edges.map(({ node }) => node.id)];
  };
  expect(await waitsFor(person)).toEqual([1, 0, 1, [jobId]]);
  const editor = graphql.browserOf(await givenUser(graphql.services, stage.accountId, { role: 'editor' }));
  expect(await waitsFor(editor)).toEqual([0, 0, 0, [jobId]]);
  await actAs(engine.services, stage.owner, (ctx) => decideRetraction(ctx, { retractionId, contentHash, isSigned: false }));
  expect(await waitsFor(person)).toEqual([0, 0, 0, []]);
});

it('offers no edit of a post of which only the first comment is left, refuses it, and tells agents that the post is gone', async () => {
  const refusing = createEngine(database, () => ({
    retract: async () => ({ kind: 'refused', isPostGone: true, message: 'Its first comment is left.', sentence: null }),
  }));
  const post = await givenPublished(refusing);
  await post.remove();
  expect(await post.read()).toEqual({ isRemoved: true, edit: false, retract: true });
  const { authorization } = await givenAgent(api.services, stage.workspace);
  const job = (await api.send('GET', `/api/v1/publish-jobs/${post.jobId}`, undefined, { authorization })).json();
  expect(job.publications[0].retraction).toMatchObject({ state: 'refused', is_post_gone: true });
  await expect(
    actAs(refusing.services, stage.agent, (ctx) => editPost(ctx, { publicationId: post.publicationId, text: 'Doors open at ten.' })),
  ).rejects.toMatchObject({ code: 'invalid_state' });
});

it('offers to send a failed first comment again only while its post is there', async () => {
  const closing = createEngine(database, (sandbox) => {
    const { comments } = sandbox;
    if (!comments) throw new Error('The sandbox takes no comments.');
    const send: typeof comments.send = async () => ({ kind: 'rejected', message: 'Comments are closed.' });
    return withFirstComment(sandboxRules, { ...sandbox, comments: { ...comments, send } });
  });
  const captions = [{ platform: 'sandbox', text: 'Doors open.', tags: [], thread: [], settings: { first_comment: 'At nine.' } }];
  const post = await givenPublished(closing, { captions });
  await sendFirstComments(closing.services);
  const read = async () => {
    const { data } = await graphql.ask<{
      publishJob: { publications: { firstComment: { state: string }; viewerCan: { decideFirstComment: boolean } }[] };
    }>(person, 'query ($id: ID!) { publishJob(id: $id) { publications { firstComment { state } viewerCan { decideFirstComment } } } }', {
      id: post.jobId,
    });
    const [publication] = data.publishJob.publications;
    return [publication?.firstComment.state, publication?.viewerCan.decideFirstComment];
  };
  expect(await read()).toEqual(['FAILED', true]);
  await post.remove();
  expect(await read()).toEqual(['FAILED', false]);
});

it('keeps the position of a post that is published to a second account later', async () => {
  await stage.connect('sandbox', { handle: 'lighthouse' });
  const both = await givenQueued(stage);
  expect(both.publicationIds).toHaveLength(2);
  await publish(both.publicationIds[0]);
  const [before] = (await page()).out;
  expect(before?.id).toBe(both.jobId);
  await publish(both.publicationIds[1]);
  expect((await page()).out[0]).toEqual(before);
});

it('offers to hold a post, or to release it, only while a part of it is unsent', async () => {
  const own = await givenStage(engine.services);
  await own.connect('sandbox', { handle: 'second' });
  const decider = graphql.browserOf(await givenUser(graphql.services, own.accountId));
  const offers = async (jobId: string) => {
    const query = 'query ($id: ID!) { publishJob(id: $id) { approval { viewerCanHold viewerCanRelease } } }';
    const { data } = await graphql.ask<{ publishJob: { approval: object } }>(decider, query, { id: jobId });
    return data.publishJob.approval;
  };
  const { jobId, publicationIds, approval } = await givenQueued(own);
  expect(await offers(jobId)).toEqual({ viewerCanHold: true, viewerCanRelease: false });
  await publish(publicationIds[0]);
  expect(await offers(jobId)).toEqual({ viewerCanHold: true, viewerCanRelease: false });
  const hold = 'mutation ($id: ID!) { holdApproval(input: { approvalId: $id, reason: "The storm." }) { viewerCanRelease } }';
  const held = await graphql.ask<{ holdApproval: object }>(decider, hold, { id: approval?.id });
  expect(held.data.holdApproval).toEqual({ viewerCanRelease: true });
  await graphql.ask(decider, 'mutation ($id: ID!) { cancelPublishJob(jobId: $id) { id } }', { id: jobId });
  expect(await offers(jobId)).toEqual({ viewerCanHold: false, viewerCanRelease: false });

  const whole = await givenQueued(own);
  for (const id of whole.publicationIds) await publish(id);
  expect(await offers(whole.jobId)).toEqual({ viewerCanHold: false, viewerCanRelease: false });
});

it('reads one page of rows, however many were published before', async () => {
  const { jobId, publicationIds } = await givenQueued(stage);
  await publish(publicationIds[0]);
  const em = engine.services.orm.em.fork();
  // Each with its own draft: of one draft there is one live job at the most, and these have ended.
  await em.execute(
    `insert into publish_jobs select (jsonb_populate_record(j, jsonb_build_object(
       'id', j.id || '_' || n, 'state', 'published', 'went_out_at', j.went_out_at - n * interval '1 minute'))).*
     from publish_jobs j, generate_series(1, 2000) n where j.id = ?`,
    [jobId],
  );
  const newestFirst = (number: number): string => `${jobId}_${number}`;
  await outOnSlack(newestFirst(1990));
  await em.execute('analyze publish_jobs');
  const ctx = { ...contextFor(engine.services, stage.owner), em: engine.services.orm.em.fork() };
  const rowsOf = (isOut: boolean, platform?: string) =>
    ctx.em.transactional((tx) =>
      rowsReadOf(tx, 'publish_jobs', () => listJobs({ ...ctx, em: tx }, stage.workspaceId, { limit: 24, isOut, platform })),
    );
  expect(await rowsOf(true)).toBeLessThanOrEqual(30);
  // A network with few posts, also long ago, in the gallery and in the list.
  expect((await page({ platform: 'slack' })).ids).toEqual([newestFirst(1990)]);
  expect(await rowsOf(true, 'slack')).toBeLessThanOrEqual(30);
  expect(await rowsOf(false, 'slack')).toBeLessThanOrEqual(30);

  async function outOnSlack(job: string): Promise<void> {
    await em.execute(
      `insert into publications select (jsonb_populate_record(p, jsonb_build_object('id', p.id || '_s', 'job_id', ?::text, 'platform', 'slack'))).*
       from publications p where p.id = ?`,
      [job, publicationIds[0]],
    );
  }
});
