import { wrap } from '@mikro-orm/postgresql';
import Papa from 'papaparse';
import { beforeAll, expect, it } from 'vitest';
import { createDraft } from '../drafts/create-draft.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { newId } from '../new-id.ts';
import { actAs } from '../testing/actors.ts';
import { givenUser } from '../testing/factories.ts';
import { type Caller, useGraphql } from '../testing/graphql.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
let stage: Stage;
let viewer: Caller;

beforeAll(async () => {
  stage = await givenStage(graphql.services);
  viewer = graphql.browserOf(await givenUser(graphql.services, stage.accountId, { role: 'viewer' }));
});

const download = (list: string, caller = viewer, workspaceId = stage.workspaceId) =>
  graphql.app.inject({ url: `/api/export?workspace_id=${workspaceId}&list=${list}`, headers: caller });
const tableOf = (body: string) => Papa.parse<Record<string, string>>(body.trimEnd(), { header: true }).data;

it('exports all drafts as a table without spreadsheet formulas, newest first', async () => {
  const words = [
    '=HYPERLINK("https://evil.example")',
    '+1 for the pier',
    '-5 °C today',
    '@harbour says hello',
    ' \t=1+1',
    'Plain, "quoted"\nand in two lines',
  ];
  for (const sourceText of words) {
    await actAs(graphql.services, stage.owner, (ctx) =>
      createDraft(ctx, { workspaceId: stage.workspaceId, sourceText, platforms: ['sandbox'] }),
    );
  }
  const answer = await download('drafts');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="drafts-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  });
  // Without this mark a spreadsheet that opens the file takes its letters for those of another encoding.
  expect(answer.body).toMatch(/^\uFEFF"draft_id",/);
  const rows = tableOf(answer.body);
  expect(rows.map(({ text }) => text).reverse()).toEqual([...words.slice(0, 5).map((text) => `'${text}`), words[5]]);
  expect(rows[0]).toMatchObject({ state: 'draft', platforms: 'sandbox', made_by: stage.owner.name, scheduled_at: '' });
});

it('has a row for every target of a publish job', async () => {
  const { job, draft } = await stage.submit();
  const [row] = tableOf((await download('jobs')).body);
  expect(row).toMatchObject({ job_id: job?.id, draft_id: draft.id, job_state: 'blocked', platform: 'sandbox', state: 'pending', url: '' });
});

it('reads all pages to the end', async () => {
  const em = graphql.services.orm.em.fork();
  const [row] = await em.find(Draft, { workspaceId: stage.workspaceId }, { limit: 1 });
  if (!row) throw new Error('There is a draft.');
  const copies = Array.from({ length: 101 }, () => ({ ...wrap(row).toPOJO(), id: newId('drf') }));
  await em.insertMany(Draft, copies);
  const rows = tableOf((await download('drafts')).body);
  expect(new Set(rows.map(({ draft_id }) => draft_id)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(101);
});

it.each([
  ['a list that there is not', () => download('people'), 422],
  ['another account’s workspace', () => download('drafts', viewer, 'wsp_unknown'), 404],
  ['a signed-out caller', () => download('drafts', {}), 401],
])('is refused for %s', async (_, ask, status) => {
  expect((await ask()).statusCode).toBe(status);
});
