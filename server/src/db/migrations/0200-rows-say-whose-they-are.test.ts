import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { installQueue } from '../../worker/install-queue.ts';
import { migrateDatabase } from '../migrate.ts';

const database = useTestDatabase();
let engine: Engine;
beforeAll(() => {
  engine = createEngine(database);
});

const BELONGING = ['draft_authors', 'caption_sets', 'payloads', 'publish_job_revisions', 'publications'];
const GRANDCHILDREN = ['captions', 'approval_decisions', 'attempts'];
const TABLES = [...BELONGING, ...GRANDCHILDREN];
const run = <Row extends object>(sql: string) => engine.services.orm.em.fork().execute<Row[]>(sql);

/** As the tables were before: with what depends on the columns, walls and keys among it. */
async function takeBack(): Promise<void> {
  for (const table of BELONGING) await run(`alter table ${table} drop column workspace_id cascade`);
  for (const table of GRANDCHILDREN) await run(`alter table ${table} drop column workspace_id cascade, drop column account_id cascade`);
  const parents = { draft_id: ['draft_authors', 'caption_sets', 'payloads'], job_id: ['publish_job_revisions', 'publications'] };
  for (const [column, tables] of Object.entries(parents))
    for (const table of tables) await foreign(table, column, column === 'draft_id' ? 'drafts' : 'publish_jobs');
  await foreign('captions', 'caption_set_id', 'caption_sets');
  await foreign('approval_decisions', 'approval_id', 'approvals');
  await foreign('attempts', 'publication_id', 'publications');
  for (const table of ['drafts', 'publish_jobs', 'approvals']) {
    await run(`alter table ${table} drop constraint ${table}_workspace_id_id_account_id_unique cascade`);
    await run(`create index ${table}_workspace_id_id_index on ${table} (workspace_id, id)`);
  }
  await run(`delete from migrations where name like '0200-%'`);
}

const foreign = (table: string, column: string, parent: string) =>
  run(`alter table ${table} add constraint ${table}_${column}_foreign foreign key (${column}) references ${parent} (id)`);

it('what stood before it is told whose it is, and goes on', async () => {
  const stage = await givenStage(engine.services);
  const other = await givenStage(engine.services);
  const posts = [];
  for (const home of [stage, other]) posts.push({ home, ...(await givenQueued(home)) });
  for (const { publicationId } of posts) await engine.settle(publicationId);
  await takeBack();

  await migrateDatabase(engine.services.orm, () => installQueue(database.url));

  for (const table of TABLES) {
    const [rows] = await run<{ account: number; workspace: number }>(
      `select count(distinct account_id)::int as account, count(distinct workspace_id)::int as workspace from ${table}`,
    );
    expect(rows, table).toEqual({ account: 2, workspace: 2 });
  }
  const late = await givenQueued(stage);
  expect((await engine.settle(late.publicationId)).state).toBe('published');
});

it('no row is of another workspace than its parent', async () => {
  const stage = await givenStage(engine.services);
  const other = await givenStage(engine.services);
  await stage.submit();
  await expect(
    run(`update publications set workspace_id = '${other.workspace.id}' where workspace_id = '${stage.workspace.id}'`),
  ).rejects.toThrow('publications_job_id_foreign');
});

it('a process of the version before, which does not say whose a row is, goes on', async () => {
  const stage = await givenStage(engine.services);
  const { publicationId } = await givenQueued(stage);
  await run(`insert into attempts (id, publication_id, number, started_at) values ('att_before', '${publicationId}', 9, now())`);
  const [row] = await run(`select account_id as "accountId", workspace_id as "workspaceId" from attempts where id = 'att_before'`);
  expect(row).toEqual({ accountId: stage.workspace.accountId, workspaceId: stage.workspace.id });
});
