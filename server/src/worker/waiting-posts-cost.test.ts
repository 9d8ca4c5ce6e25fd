import { beforeAll, expect, it } from 'vitest';
import { countWaitingOf, MOST_COUNTED } from '../approvals/approval-queries.ts';
import { expireApprovals } from '../approvals/end-approvals.ts';
import type { Context } from '../context.ts';
import { systemContext } from '../db/system-context.ts';
import { inTransaction } from '../db/transaction.ts';
import { notifyNextApprovers, remind } from '../notices/compose/reminders.ts';
import { findWaitingJobs } from '../publishing/jobs/advance-page.ts';
import { listJobs } from '../publishing/jobs/list-jobs.ts';
import { requeueOverdue } from '../publishing/sending/expire-leases.ts';
import { copyWaiting } from '../testing/database/copy-waiting.ts';
import { createEngine, type Engine } from '../testing/engine.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';

const database = useTestDatabase();
const WAITING = 4_000;
let engine: Engine;
let stage: Stage;

beforeAll(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services);
  const { draft } = await stage.submit({});
  await copyWaiting(engine.services, draft.id, WAITING - 1);
  await engine.services.orm.em.fork().execute('analyze');
});

/** Rows that were read of these tables, in which posts wait. */
async function rowsRead(
  work: (tx: Context) => Promise<unknown>,
  tables = ['drafts', 'approvals', 'publish_jobs', 'publications'],
  ctx = systemContext(engine.services),
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await work(tx);
    const [row] = await tx.em.execute<{ many: number }[]>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as many from pg_stat_xact_user_tables
       where relname = any(string_to_array(?, ','))`,
      [tables.join(',')],
    );
    return row?.many ?? 0;
  });
}

it.each<[string, (tx: Context) => Promise<unknown>]>([
  ['ends approvals whose time is over', (tx) => expireApprovals(tx)],
  ['reminds of what has waited for long', (tx) => remind(tx, 'waiting')],
  ['reminds of what is to go out soon', (tx) => remind(tx, 'soon_out')],
  ['reminds of what lapses soon', (tx) => remind(tx, 'soon_over')],
  ['asks the next person', notifyNextApprovers],
  ['finds posts that should have gone out', (tx) => requeueOverdue(tx)],
])('reads no posts that wait for people when it %s', async (_, work) => {
  expect(await rowsRead(work)).toBeLessThan(20);
});

it('reads a page of waiting posts, not all of them, and continues where it ended', async () => {
  const page = (after: string) => findWaitingJobs(systemContext(engine.services), null, after);
  expect(await rowsRead((tx) => findWaitingJobs(tx, null, ''), ['publish_jobs'])).toBeLessThan(WAITING * 0.6);
  const first = await page('');
  expect(first).toMatchObject({ jobs: [], after: expect.any(String) });
  const second = await page(first.after ?? '');
  expect(await page(second.after ?? '')).toEqual({ jobs: [], after: null });
});

it('counts the posts awaiting a person up to the displayed maximum, and reads no others for those with stages', async () => {
  const person = contextFor(engine.services, stage.owner);
  expect(await rowsRead((tx) => countWaitingOf(tx, [stage.workspace.id]), ['approvals'], person)).toBeLessThan(MOST_COUNTED * 1.1);
});

it('counts and lists the requested removals, and reads none that were decided', async () => {
  const em = engine.services.orm.em.fork();
  await em.execute(
    `insert into retractions (id, account_id, workspace_id, publication_id, state, content_hash, reason, decided_by, decided_at, created_at, ended_at)
       select 'rtr_' || n, p.account_id, p.workspace_id, p.id, 'declined', '', '', ?, now(), now(), now()
         from generate_series(1, 1000) n, (select * from publications where workspace_id = ? limit 1) p`,
    [stage.owner.userId, stage.workspace.id],
  );
  await em.execute('analyze retractions');
  const read = (work: (tx: Context) => Promise<unknown>) => rowsRead(work, ['retractions'], contextFor(engine.services, stage.owner));
  expect(await read((tx) => countWaitingOf(tx, [stage.workspace.id]))).toBeLessThan(20);
  expect(await read((tx) => listJobs(tx, stage.workspace.id, { isRemovalRequested: true, limit: 20 }))).toBeLessThan(20);
});
