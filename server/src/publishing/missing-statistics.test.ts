import { beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { actAs } from '../testing/actors.ts';
import { copyWaiting } from '../testing/database/copy-waiting.ts';
import { rowsReadOf } from '../testing/database/rows-looked-at.ts';
import { createEngine, type Engine } from '../testing/engine.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { precheckUsage } from './precheck-usage.ts';
import { listDraftPages } from './read-draft-pages.ts';
import { readJobPage } from './read-job-pages.ts';
import { loadRefused } from './snapshot/load-refused.ts';

const database = useTestDatabase();
const WAITING = 2_000;
const PAGE = 25;
let engine: Engine;
let stage: Stage;
let ids: { draftId: string; jobId: string; contentHash: string };

/** As in the first minute of many posts: PostgreSQL plans by file size, without statistics. */
beforeAll(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services);
  const { draft, job } = await stage.submit({});
  ids = { draftId: draft.id, jobId: job?.id ?? '', contentHash: draft.contentHash ?? '' };
  await copyWaiting(engine.services, draft.id, WAITING - 1);
  await engine.services.orm.em.fork().transactional(async (em) => {
    await em.execute('set local session_replication_role = replica');
    await em.execute('update payloads set text_hash = id, seen_hash = id where draft_id <> ?', [draft.id]);
    await em.execute(
      'delete from pg_statistic s using pg_class c where c.oid = s.starelid and c.relnamespace = current_schema()::regnamespace',
    );
  });
});

it.each<[string, number, (ctx: Context) => Promise<unknown>]>([
  ['a job', 60, (ctx) => readJobPage(ctx, ids.jobId)],
  [
    'a precheck',
    60,
    (ctx) =>
      precheckUsage(ctx, { workspaceId: stage.workspaceId, draftId: ids.draftId, approvalRequired: true, publishMode: 'approval_queue' }),
  ],
  ['a page of drafts', 60 * PAGE, (ctx) => listDraftPages(ctx, stage.workspaceId, { limit: PAGE, cursor: null })],
  [
    'content that a person has rejected',
    60,
    (ctx) =>
      loadRefused(ctx, [
        { id: ids.jobId, mode: 'auto', sendingHash: ids.contentHash, draftId: ids.draftId, workspaceId: stage.workspaceId },
      ]),
  ],
])('reads only what belongs to %s, before PostgreSQL has statistics', async (_, most, read) => {
  const rows = await actAs(engine.services, stage.agent, (tx) => rowsReadOf(tx.em, null, () => read(tx)));
  expect(rows).toBeLessThan(most);
});
