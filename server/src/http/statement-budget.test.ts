import { afterAll, beforeAll, expect, it } from 'vitest';
import { TENANT_ROLE } from '../db/row-security/tenant-session.ts';
import { recordMessages } from '../testing/database/record-messages.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { HttpServer } from './engine/http-server.ts';
import { buildServer } from './server.ts';

// A statement too many shows here. Round trips are waits for the database: statements of the same moment share one. Of statements, those
// that begin and end a transaction are left out.
const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let app: HttpServer;
let send: (
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
) => Promise<{ statusCode: number; json(): { draft_id: string; publish_job: { job_id: string } } }>;

beforeAll(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services, { workspace: { allowsAuto: true } });
  const scopes = ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'] as const;
  const { authorization } = await givenAgent(engine.services, stage.workspace, { scopes: [...scopes] });
  app = await buildServer(engine.services);
  send = (method, url, payload) => app.inject({ method, url: `/api/v1${url}`, headers: { authorization }, ...(payload && { payload }) });
});

afterAll(() => app.close());

const post = (publishMode: string) =>
  send('POST', '/drafts', {
    workspace_id: stage.workspaceId,
    source_text: `Pier ${publishMode} opens on Friday.`,
    platforms: ['sandbox'],
    publish_mode: publishMode,
  });

const takesAtMost = async (statements: number, roundTrips: number, work: () => Promise<unknown>) => {
  let sent: string[] = [];
  const messages = await recordMessages(async () => {
    sent = await recordStatements(engine.services, work);
  });
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(statements);
  expect(messages.length, messages.join('\n\n')).toBeLessThanOrEqual(roundTrips);
};

/** How many tables the longest of these reads as a tenant, and how many questions its walls ask first. */
async function planOfLongest(statements: readonly string[]): Promise<{ text: string; tables: number; questions: number }> {
  const [longest = ''] = statements.toSorted((a, b) => b.length - a.length);
  const plan = await database.orm.em.fork().transactional(async (em) => {
    await em.execute(`set local role ${TENANT_ROLE}`);
    return em.execute<{ 'QUERY PLAN': string }[]>(`explain (generic_plan) ${longest}`);
  });
  const lines = plan.map((row) => row['QUERY PLAN']);
  return {
    text: lines.join('\n'),
    tables: lines.filter((line) => / Scan (using|on) /.test(line)).length,
    questions: lines.filter((line) => line.includes('InitPlan')).length,
  };
}

it.each([
  ['draft_only', 5, 3],
  ['approval_queue', 16, 6],
  ['auto', 17, 15],
])('POST /v1/drafts with %s takes at most %i statements in %i round trips', async (publishMode, statements, roundTrips) => {
  await takesAtMost(statements, roundTrips, async () => {
    expect((await post(publishMode)).statusCode).toBe(201);
  });
});

it('numbers its events in the round trip of the commit, to lock a workspace’s numbers as briefly as possible', async () => {
  const messages = await recordMessages(() => post('approval_queue'));
  const numbering = messages.filter((message) => message.includes('insert into events'));
  expect(numbering).toHaveLength(1);
  expect(numbering[0]).toMatch(/;\ncommit$/);
});

it('reads no text of a draft to give the state of it with its events', async () => {
  await post('draft_only');
  const statements = await recordStatements(engine.services, async () => {
    expect((await send('GET', '/events')).statusCode).toBe(200);
  });
  const read = statements.filter((sql) => sql.includes('drafts'));
  expect(read).toHaveLength(1);
  expect(read[0]).not.toContain('source_text');
});

it('agents’ reads take at most 3 statements, including the key look-up, in 4 round trips', async () => {
  const { publish_job: job, draft_id: id } = (await post('approval_queue')).json();
  const precheck = { workspace_id: stage.workspaceId, draft_id: id, approval_required: true, publish_mode: 'approval_queue' };
  const reads: { method?: 'POST'; url: string; payload?: object; most: number; roundTrips: number }[] = [
    { url: `/publish-jobs/${job.job_id}`, most: 3, roundTrips: 4 },
    { url: '/drafts?limit=25', most: 3, roundTrips: 4 },
    { method: 'POST', url: '/usage/precheck', payload: precheck, most: 3, roundTrips: 4 },
    { url: '/me', most: 2, roundTrips: 3 },
    { url: '/usage', most: 2, roundTrips: 3 },
  ];
  for (const { method = 'GET', url, payload, most, roundTrips } of reads) {
    await takesAtMost(most, roundTrips, async () => {
      expect((await send(method, url, payload)).statusCode).toBe(200);
    });
  }
});

it('a job is read from few tables, with one more statement for its decisions if there are any', async () => {
  const { workspace, submit, approve } = await givenStage(engine.services, { workspace: { approvalsRequired: 2 } });
  const { authorization } = await givenAgent(engine.services, workspace, { scopes: ['read'] });
  const { job, approval } = await submit();
  const read = () =>
    recordStatements(engine.services, () =>
      app.inject({ method: 'GET', url: `/api/v1/publish-jobs/${job?.id}`, headers: { authorization } }),
    );
  const statements = await read();
  const plan = await planOfLongest(statements);
  // To get a table ready costs PostgreSQL as much as to read from it. Once there were 164 of them, with 553 questions for who asks.
  expect(plan.tables, plan.text).toBeLessThanOrEqual(66);
  expect(plan.questions, plan.text).toBeLessThanOrEqual(120);

  await approve(approval);
  expect((await read()).length).toBe(statements.length + 1);
});

it('a submission is answered from the rows it wrote and few other tables', async () => {
  const statements = await recordStatements(engine.services, () => post('approval_queue'));
  const plan = await planOfLongest(statements.filter((statement) => /^select/i.test(statement)));
  expect(plan.tables, plan.text).toBeLessThanOrEqual(26);
});

it('a decision takes at most 18 statements in 17 round trips', async () => {
  const { approval } = await stage.submit({ sourceText: 'Three.' });
  await takesAtMost(18, 17, () => stage.approve(approval));
});

it('a delivery takes at most 27 statements in 28 round trips, once the month has begun', async () => {
  const [first, second] = [await givenQueued(stage, { sourceText: 'One.' }), await givenQueued(stage, { sourceText: 'Two.' })];
  await engine.deliver(first.publicationId);
  await takesAtMost(27, 28, async () => {
    expect(await engine.deliver(second.publicationId)).toBe('published');
  });
});
