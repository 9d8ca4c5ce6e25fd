import { expect, it } from 'vitest';
import { DAY_MS } from '../../clock.ts';
import { addCredits } from '../../credits/add-credits.ts';
import { readBurnDowns } from '../../credits/burn-down.ts';
import { holdCredit, settleHolds } from '../../credits/credit-holds.ts';
import { promisesPart } from '../../publishing/jobs/promised-credits.ts';
import { actAs } from '../../testing/actors.ts';
import { copyWaiting } from '../../testing/database/copy-waiting.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { rowsLookedAt, rowsReadOf } from '../../testing/database/rows-looked-at.ts';
import { givenUser } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock } from '../../testing/test-services.ts';

const database = useTestDatabase();
// 23:30 of the 20th in London is noon of the 21st in Auckland.
const NOW = new Date('2026-11-20T23:30:00Z');
const clock = createFixedClock(NOW);
const graphql = useGraphql(database, { clock });
const ZONE = { timeZone: 'Pacific/Auckland' };

interface BurnDown {
  unit: string;
  left: { day: string; left: number }[];
  until: string;
  promises: { day: string; credits: number }[];
  emptyOn: string | null;
}

const QUERY = `query BurnDown($id: ID!) { workspace(id: $id) { credits { burnDowns {
  unit left { day left } until promises { day credits } emptyOn } } } }`;

/** An account with as many packs of 70, bought 40 days ago. */
async function arrange(packs: number) {
  clock.set(new Date(NOW.getTime() - 40 * DAY_MS));
  const stage = await givenStage(graphql.services, { packs, workspace: ZONE });
  const read = async () => {
    // Signed in now: sessions end with the time.
    const person = graphql.browserOf(await givenUser(graphql.services, stage.accountId));
    const { data } = await graphql.ask<{ workspace: { credits: { burnDowns: BurnDown[] } } }>(person, QUERY, { id: stage.workspaceId });
    return data.workspace.credits.burnDowns[0]!;
  };
  const approved = async (scheduledAt: Date | null) => stage.approve((await stage.submit({ scheduledAt })).approval);
  return { stage, read, approved };
}

let spent = 0;
async function spend({ accountId, services }: Stage, credits: number, daysAgo: number) {
  clock.set(new Date(NOW.getTime() - daysAgo * DAY_MS));
  spent += 1;
  const publicationId = `pub_${spent}`;
  await actAs(services, { kind: 'system' }, async (ctx) => {
    await holdCredit(ctx, { accountId, publicationId, unit: 'publication', credits, workspaceId: null, grantId: null });
    await settleHolds(ctx, [publicationId]);
  });
}

const buy = ({ accountId, services }: Stage) =>
  actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_publication_pack', quantity: 1 }));

it('returns the balance at the end of each of the last 30 days in the time zone, including purchases', async () => {
  const { stage, read } = await arrange(1);
  await spend(stage, 10, 35);
  await spend(stage, 20, 10);
  await spend(stage, 5, 2);
  await buy(stage);
  clock.set(NOW);
  const { left, until, promises, emptyOn } = await read();
  expect(left).toHaveLength(30);
  expect([left[0]?.day, left.at(-1)?.day, until]).toEqual(['2026-10-23', '2026-11-21', '2026-12-21']);
  const steps = left.filter((now, index) => now.left !== left[index - 1]?.left);
  expect(steps).toEqual([
    { day: '2026-10-23', left: 60 },
    { day: '2026-11-11', left: 40 },
    { day: '2026-11-19', left: 105 },
  ]);
  expect([promises, emptyOn]).toEqual([[], null]);
});

it('returns the commitments of approved posts by day, unscheduled ones today, and the day credits run out', async () => {
  const { stage, read, approved } = await arrange(1);
  await spend(stage, 67, 35);
  clock.set(NOW);
  await approved(null);
  await approved(new Date('2026-11-25T11:30:00Z'));
  await stage.submit({ scheduledAt: new Date('2026-11-25T12:00:00Z') });
  // Beyond what is looked ahead to.
  await approved(new Date('2027-01-25T12:00:00Z'));
  expect(await read()).toMatchObject({
    promises: [
      { day: '2026-11-21', credits: 1 },
      { day: '2026-11-26', credits: 1 },
    ],
    emptyOn: null,
  });
  await approved(new Date('2026-12-21T10:00:00Z'));
  expect(await read()).toMatchObject({ emptyOn: '2026-12-21' });
  // What was due and has not gone out is late: it takes its credit today.
  clock.set(new Date('2026-11-26T20:00:00Z'));
  expect((await read()).promises).toEqual([
    { day: '2026-11-27', credits: 2 },
    { day: '2026-12-21', credits: 1 },
  ]);
});

it('is read in one statement, and hidden from other accounts', async () => {
  const { stage, read, approved } = await arrange(1);
  clock.set(NOW);
  for (let count = 0; count < 3; count += 1) await approved(null);
  const statements = await recordStatements(graphql.services, read);
  expect(statements.filter((statement) => statement.includes('credit_entries'))).toHaveLength(1);
  const { stage: other } = await arrange(1);
  clock.set(NOW);
  const stranger = graphql.browserOf(await givenUser(graphql.services, other.accountId));
  expect((await graphql.ask(stranger, QUERY, { id: stage.workspaceId })).data).toEqual({ workspace: null });
});

it('reads the account’s own commitments, and the days shown', async () => {
  const { stage, approved } = await arrange(3);
  const { stage: other } = await arrange(1);
  await spend(stage, 1, 35);
  clock.set(NOW);
  await approved(null);
  const { draft } = await other.submit();
  await copyWaiting(graphql.services, draft.id, 600);
  const em = graphql.services.orm.em.fork();
  await em.execute(
    `insert into credit_entries select (jsonb_populate_record(e, jsonb_build_object('id', e.id || n))).*
     from credit_entries e, generate_series(1, 600) n where e.account_id = ? and e.kind = 'hold'`,
    [stage.accountId],
  );
  for (const table of ['publish_jobs', 'publications', 'credit_entries', 'approvals']) await em.execute(`analyze ${table}`);
  const input = { accountId: stage.accountId, timeZone: 'UTC', now: NOW };
  const { sql, parameters } = promisesPart({ ...input, until: '2026-12-20' });
  expect(await rowsLookedAt(em, sql, parameters)).toBeLessThan(50);
  const ctx = { ...contextFor(graphql.services, stage.owner), em: graphql.services.orm.em.fork() };
  const rows = await ctx.em.transactional(async (tx) =>
    rowsReadOf(tx, 'credit_entries', () =>
      readBurnDowns({ ...ctx, em: tx }, { ...input, promises: () => promisesPart({ ...input, until: '2026-12-20' }) }),
    ),
  );
  expect(rows).toBeLessThan(50);
});
