import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { actAs } from '../../testing/actors.ts';
import { rowsLookedAt } from '../../testing/database/rows-looked-at.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { recordDecision } from '../review/record-decision.ts';
import { loadRefused, refusedPart } from './load-refused.ts';

/** With fewer, PostgreSQL prefers a sequential scan. */
const MANY = 10_000;
/** Its own content, and each of the pair found by either hash, with the decisions on it. */
const MOST_OF_ONE = 12;
const database = useTestDatabase();
let services: Services;
let stage: Stage;
let refused: { id: string; contentHash: string };

beforeAll(async () => {
  services = createTestServices(database);
  stage = await givenStage(services);
  const { draft, approval } = await stage.submit();
  const { id: approvalId, contentHash } = approval ?? { id: '', contentHash: '' };
  await actAs(services, stage.owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'rejected' }));
  refused = { id: draft.id, contentHash };
  await makeMany(draft.id);
});

/** Creates copies of it with content equal in pairs; the first, third and fifth pair are rejected. */
async function makeMany(draftId: string): Promise<void> {
  const own = `'id', t.id || n, 'draft_id', t.draft_id || n`;
  const tables: [table: string, changed: string][] = [
    ['payloads', `${own}, 'text_hash', 'text ' || n / 2, 'seen_hash', 'seen ' || n / 2`],
    ['approvals', `${own}, 'state', case when n / 2 % 2 = 0 then 'rejected' else 'approved' end`],
    ['publish_jobs', `${own}, 'approval_id', t.approval_id || n, 'state', 'published', 'is_refused', false`],
  ];
  await services.orm.em.fork().transactional(async (em) => {
    await em.execute('set local session_replication_role = replica');
    await em.execute('drop index approvals_terms_index');
    for (const [table, changed] of tables) {
      await em.execute(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changed}))).*
         from ${table} t, generate_series(1, ?::int) n where t.draft_id = ?`,
        [MANY, draftId],
      );
    }
  });
  for (const [table] of tables) await services.orm.em.fork().execute(`analyze ${table}`);
}

const subject = (n: number) => {
  const draftId = `${refused.id}${n || ''}`;
  return { id: `job ${n}`, draftId, workspaceId: stage.workspaceId, mode: 'auto' as const, sendingHash: refused.contentHash };
};

it('finds content that a person has rejected', async () => {
  const found = await loadRefused(contextFor(services), [0, 4, 5, 6, 7, 1_001].map(subject));
  expect([...found].toSorted()).toEqual(['job 0', 'job 1001', 'job 4', 'job 5']);
});

it.each([
  ['one post', [6], MOST_OF_ONE],
  ['one that was refused', [4], MOST_OF_ONE],
  ['twenty posts', Array.from({ length: 20 }, (_, n) => 100 + n), 200],
])('reads only content of %s, however much was rejected', async (_, numbers, most) => {
  const { sql, parameters } = refusedPart(numbers.map(subject)) ?? { sql: '', parameters: [] };
  expect(await rowsLookedAt(services.orm.em.fork(), sql, parameters)).toBeLessThanOrEqual(most);
});

it('reads no more before PostgreSQL has statistics, as in the first minute of many posts', async () => {
  const { sql, parameters } = refusedPart([6].map(subject)) ?? { sql: '', parameters: [] };
  const em = services.orm.em.fork();
  await em.begin();
  try {
    await em.execute(`delete from pg_statistic where starelid = 'payloads'::regclass`);
    await em.execute('set local plan_cache_mode = force_generic_plan');
    expect(await rowsLookedAt(em, sql, parameters)).toBeLessThanOrEqual(MOST_OF_ONE);
  } finally {
    await em.rollback();
  }
});
