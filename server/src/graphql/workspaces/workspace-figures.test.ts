import { beforeAll, expect, it } from 'vitest';
import { Approval, type ApprovalState } from '../../approvals/approval.entity.ts';
import { listJobs } from '../../publishing/jobs/list-jobs.ts';
import { figuresOf } from '../../publishing/jobs/workspace-figures.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenPendingApproval, givenSubmittedDraft } from '../../testing/content.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { rowsReadOf } from '../../testing/database/rows-looked-at.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock } from '../../testing/test-services.ts';

const database = useTestDatabase();
const clock = createFixedClock();
const graphql = useGraphql(database, { clock });

interface Answer {
  workspace: {
    figures: { goingOut: number; heldBack: number; unknown: number; failed: number };
    agentRecords: { agentId: string; asked: number; approved: number; sentBack: number; rejected: number }[];
    credits: { promised: { unit: string; promised: number; asked: number }[] };
    approvals: { edges: { node: { id: string; contentHash: string; promisedCredits: number } }[] };
  };
}

const QUERY = `query Figures($id: ID!) { workspace(id: $id) {
  figures { goingOut heldBack unknown failed }
  agentRecords { agentId asked approved sentBack rejected }
  credits { promised { unit promised asked } }
  approvals(first: 10) { edges { node { id contentHash promisedCredits } } } } }`;

it('counts held posts, committed credits, and the decisions on an agent’s posts', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const agent = await agentActor(services, workspace);
  await givenConnectionRow(services, workspace);
  // Bluesky has no account here: what is approved for it waits.
  for (let count = 0; count < 3; count += 1) await givenSubmittedDraft(services, agent, workspace, { platforms: ['bluesky'] });
  const person = graphql.browserOf(await givenUser(services, accountId));
  const read = async () => (await graphql.ask<Answer>(person, QUERY, { id: workspace.id })).data.workspace;

  const before = await read();
  expect(before.figures).toEqual({ goingOut: 0, heldBack: 0, unknown: 0, failed: 0 });
  expect(before.credits.promised).toEqual([
    { unit: 'PUBLICATION', promised: 0, asked: 3 },
    { unit: 'AUTOPOSTING', promised: 0, asked: 0 },
  ]);

  const decide = `mutation Decide($input: DecideApprovalInput!) { decideApproval(input: $input) { id } }`;
  const [first, second] = before.approvals.edges.map(({ node }) => node);
  const input = (node: typeof first, decision: string) => ({
    input: { approvalId: node?.id, contentHash: node?.contentHash, decision, comment: decision === 'APPROVED' ? null : 'No.' },
  });
  await graphql.ask(person, decide, input(first, 'APPROVED'));
  await graphql.ask(person, decide, input(second, 'REJECTED'));

  const after = await read();
  expect(after.figures).toEqual({ goingOut: 0, heldBack: 1, unknown: 0, failed: 0 });
  expect(after.credits.promised[0]).toEqual({ unit: 'PUBLICATION', promised: 1, asked: 1 });
  expect(after.approvals.edges.map(({ node }) => node.promisedCredits)).toEqual([1]);
  expect(after.agentRecords).toMatchObject([{ agentId: agent.agentId, asked: 3, approved: 1, sentBack: 0, rejected: 1 }]);
});

it('reads the decisions on all agents’ posts in each of the last eight weeks in one statement', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const now = clock.now();
  const better = await agentActor(services, workspace, { name: 'Better' });
  const gone = await agentActor(services, workspace, { name: 'Gone' });
  await givenConnectionRow(services, workspace);
  const judge = async (agent: typeof better, weeksAgo: number, state: ApprovalState) => {
    clock.set(new Date(now.getTime() - weeksAgo * 7 * 86_400_000));
    const { approval } = await givenPendingApproval(services, agent, workspace);
    await services.orm.em.fork().nativeUpdate(Approval, approval.id, { state });
  };
  await judge(better, 9, 'rejected');
  await judge(better, 7, 'rejected');
  await judge(better, 7, 'changes_requested');
  await judge(better, 2, 'approved');
  await judge(better, 0, 'approved');
  await judge(better, 0, 'pending');
  // It has asked nothing for longer than the record goes back.
  await judge(gone, 6, 'approved');
  clock.set(now);
  const person = graphql.browserOf(await givenUser(services, accountId));
  const query = `query Weeks($id: ID!) { workspace(id: $id) { agentRecords { agentName asked weeks { endsAt approved sentBack rejected } } } }`;
  let records: { agentName: string; asked: number; weeks: { endsAt: string; approved: number; sentBack: number; rejected: number }[] }[] =
    [];
  const statements = await recordStatements(services, async () => {
    records = (await graphql.ask<{ workspace: { agentRecords: typeof records } }>(person, query, { id: workspace.id })).data.workspace
      .agentRecords;
  });
  expect(records).toMatchObject([{ agentName: 'Better', asked: 3 }]);
  const nothing = { approved: 0, sentBack: 0, rejected: 0 };
  const one = { ...nothing, approved: 1 };
  const weeks = records[0]!.weeks.map(({ endsAt: _, ...judged }) => judged);
  expect(weeks).toEqual([{ ...nothing, sentBack: 1, rejected: 1 }, nothing, nothing, nothing, nothing, one, nothing, one]);
  expect(records[0]!.weeks.at(-1)?.endsAt).toBe(now.toISOString());
  expect(statements.filter((statement) => /\bapprovals\b/.test(statement))).toHaveLength(1);
});

it('reads the records of 200 agents page by page, the busiest first, in one statement each', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  await givenConnectionRow(services, workspace);
  const [busiest, second] = [
    await agentActor(services, workspace, { name: 'Busiest' }),
    await agentActor(services, workspace, { name: 'Second' }),
  ];
  for (const agent of [busiest, busiest, busiest, second, second]) await givenPendingApproval(services, agent, workspace);
  const others = Array.from({ length: 198 }, (_, index) => `Other ${String(index).padStart(3, '0')}`);
  for (const name of others) await givenPendingApproval(services, await agentActor(services, workspace, { name }), workspace);
  const person = graphql.browserOf(await givenUser(services, accountId));
  const query = `query Page($id: ID!, $after: ID) { workspace(id: $id) { agentRecords(first: 100, after: $after) { agentId agentName asked } } }`;
  type Page = { workspace: { agentRecords: { agentId: string; agentName: string; asked: number }[] } };
  const read = async (after: string | null) => {
    let page: Page['workspace']['agentRecords'] = [];
    const statements = await recordStatements(services, async () => {
      page = (await graphql.ask<Page>(person, query, { id: workspace.id, after })).data.workspace.agentRecords;
    });
    expect(statements.filter((statement) => /\bapprovals\b/.test(statement))).toHaveLength(1);
    return page;
  };
  const first = await read(null);
  const rest = await read(first.at(-1)!.agentId);
  expect([...first, ...rest].map(({ agentName, asked }) => `${agentName} ${asked}`)).toEqual([
    'Busiest 3',
    'Second 2',
    ...others.map((name) => `${name} 1`),
  ]);
  expect([first.length, rest.length, (await read(rest.at(-1)!.agentId)).length]).toEqual([100, 100, 0]);
  expect(await graphql.ask(person, query.replace('100', '101'), { id: workspace.id })).toMatchObject({
    errors: [{ extensions: { code: 'bad_user_input' } }],
  });
});

it('counts unknown outcomes once, and not among published posts', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox: { failure: 'mute_instead_of_acting' } });
  const { publicationIds } = await givenQueued(stage);
  const read = async () => (await figuresOf(contextFor(stage.services, stage.owner), [stage.workspace.id])).get(stage.workspace.id);
  expect(await read()).toMatchObject({ goingOut: 1, unknown: 0 });
  for (const id of publicationIds) await engine.deliver(id);
  expect(await read()).toMatchObject({ goingOut: 0, unknown: 1 });
});

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
