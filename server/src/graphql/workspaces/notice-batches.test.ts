import { beforeEach, expect, it } from 'vitest';
import { Notice, type NoticeKind } from '../../access/notice.entity.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { keepNotices } from '../../notices/compose/new-notice.ts';
import { agentActor } from '../../testing/actors.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createFixedClock } from '../../testing/test-services.ts';

const database = useTestDatabase();
const clock = createFixedClock();
const graphql = useGraphql(database, { clock });

interface Batch {
  id: string;
  message: string;
  path: string;
  count: number;
  unseenCount: number;
  workspaceName: string | null;
  newest: { id: string; kind: string };
}

interface Connection<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const LIST = `query ($id: ID!, $first: Int, $after: String, $topic: NoticeTopic, $agentId: ID) { workspace(id: $id) { unseenNotices
  noticeBatches(first: $first, after: $after, topic: $topic, agentId: $agentId) {
    edges { cursor node { id message path count unseenCount workspaceName newest { id kind } } } pageInfo { hasNextPage endCursor } } } }`;
const OF_BATCH = `query ($id: ID!, $batchId: ID!, $first: Int) { workspace(id: $id) {
  notices(batchId: $batchId, first: $first) { edges { node { id message } } pageInfo { hasNextPage } } } }`;
const SEE = `mutation ($id: ID!, $shownIds: [ID!], $upToId: ID) {
  seeNotices(workspaceId: $id, shownIds: $shownIds, upToId: $upToId) { unseenNotices } }`;

let browser: Record<string, string>;
let userId: string;
let workspace: Awaited<ReturnType<typeof givenWorkspace>>['workspace'];
let agentId: string;

beforeEach(async () => {
  const { services } = graphql;
  const given = await givenWorkspace(services);
  workspace = given.workspace;
  const user = await givenUser(services, given.accountId);
  userId = user.userId;
  browser = graphql.browserOf(user);
  ({ agentId } = await agentActor(services, workspace, { name: 'Big agent' }));
});

const keep = (count: number, { kind = 'approval_waits' as NoticeKind, of = agentId as string | null } = {}) =>
  inTransaction(systemContext(graphql.services), (tx) =>
    keepNotices(
      tx,
      Array.from({ length: count }, (_none, number) => ({
        ...{ accountId: workspace.accountId, workspaceId: workspace.id, userId, kind, agentId: of },
        subjectId: `apr_${number}`,
        message: `Big agent requests your approval: “Pier ${number}” for Sandbox.`,
      })),
    ),
  );

const list = async (variables: object = {}) => {
  const { data } = await graphql.ask<{ workspace: { unseenNotices: number; noticeBatches: Connection<Batch> } }>(browser, LIST, {
    id: workspace.id,
    ...variables,
  });
  return data.workspace;
};
const rows = async (variables: object = {}) => (await list(variables)).noticeBatches.edges.map(({ node }) => node);
const see = (variables: object) => graphql.ask(browser, SEE, { id: workspace.id, ...variables });

it('lists 500 requests of one agent as one row that names the agent and the workspace, and counts it once on the bell', async () => {
  await keep(250);
  await keep(250);
  await keep(1, { kind: 'connection_degraded', of: null });
  expect(await list()).toMatchObject({ unseenNotices: 2 });
  expect(await rows()).toMatchObject([
    { count: 1, newest: { kind: 'CONNECTION_DEGRADED' }, path: `/connections?workspace=${workspace.id}`, workspaceName: workspace.name },
    {
      ...{
        count: 500,
        unseenCount: 500,
        message: 'Big agent requests your approval of 500 posts',
        path: `/approvals?workspace=${workspace.id}`,
      },
      workspaceName: workspace.name,
    },
  ]);
  const [, batch] = await rows();
  const { data } = await graphql.ask<{ workspace: { notices: Connection<{ id: string }> } }>(browser, OF_BATCH, {
    ...{ id: workspace.id, batchId: batch?.id, first: 100 },
  });
  expect([data.workspace.notices.edges.length, data.workspace.notices.pageInfo.hasNextPage]).toEqual([100, true]);
  expect(data.workspace.notices.edges[0]?.node.id).toBe(batch?.newest.id);
});

it('starts a new row for another agent or kind, after an hour, and once the row was seen', async () => {
  await keep(2);
  const other = await agentActor(graphql.services, workspace, { name: 'Small agent' });
  await keep(2, { of: other.agentId });
  await keep(2, { kind: 'job_published', of: null });
  clock.advance(3_600_000);
  await keep(2);
  const [first] = await rows();
  await see({ shownIds: [first?.newest.id] });
  await keep(3);
  expect((await rows()).map(({ count, unseenCount }) => [count, unseenCount])).toEqual([
    [3, 3],
    [2, 0],
    [2, 2],
    [2, 2],
    [2, 2],
  ]);
});

it('marks only the shown part of one’s own batch as read, or all of it on request', async () => {
  await keep(3);
  const [shown] = await rows();
  await keep(2);
  const stranger = await givenUser(graphql.services, workspace.accountId);
  await graphql.ask(graphql.browserOf(stranger), SEE, { id: workspace.id, shownIds: [shown?.newest.id] });
  expect(await rows()).toMatchObject([{ count: 5, unseenCount: 5 }]);
  await see({ shownIds: [shown?.newest.id] });
  expect(await rows()).toMatchObject([{ count: 5, unseenCount: 2 }]);
  await keep(1, { kind: 'job_failed', of: null });
  await see({ upToId: (await rows())[0]?.newest.id });
  expect(await list()).toMatchObject({ unseenNotices: 0 });
});

it('filters by topic or agent, and refuses more shown rows than fit on a page', async () => {
  await keep(2);
  await keep(1, { kind: 'job_failed', of: null });
  expect((await rows({ topic: 'PROBLEMS' })).map(({ newest }) => newest.kind)).toEqual(['JOB_FAILED']);
  expect((await rows({ topic: 'WAITING' })).map(({ newest }) => newest.kind)).toEqual(['APPROVAL_WAITS']);
  expect((await rows({ agentId })).map(({ count }) => count)).toEqual([2]);
  const { errors } = await see({ shownIds: Array.from({ length: 101 }, () => 'ntc_1') });
  expect(errors?.[0]?.extensions?.code).toBe('bad_user_input');
});

it('pages by key: every row once, with as many statements for a long list as for a short one, by the index', async () => {
  const { services } = graphql;
  await keep(1, { kind: 'key_rotated', of: null });
  const measure = (first: number) => recordStatements(services, async () => void (await list({ first })));
  const short = await measure(1);
  await keep(120, { kind: 'comment_added', of: null });
  const long = await measure(100);
  expect(long.length).toBe(short.length);
  const seen: string[] = [];
  for (let after: string | null = null, pages = 0; pages < 5; pages += 1) {
    const { noticeBatches: page } = await list({ first: 50, after });
    seen.push(...page.edges.map(({ node }) => node.id));
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) break;
  }
  expect([seen.length, new Set(seen).size]).toEqual([121, 121]);
  expect(await services.orm.em.fork().count(Notice, { userId })).toBe(121);
  const statement = long.find((sql) => sql.includes('newest_id')) ?? '';
  const plan = await services.orm.em.transactional(async (em) => {
    await em.execute('set local enable_seqscan = off');
    return JSON.stringify(await query(em, `explain ${statement}`, [userId, workspace.accountId, 101]));
  });
  expect(plan).toContain('notices_batches_index');
  expect(plan).not.toContain('Sort Key');
});
