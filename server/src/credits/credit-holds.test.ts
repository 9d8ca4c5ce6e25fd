import { describe, expect, it } from 'vitest';
import { isOutOfTime } from '../db/database-faults.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { rowsReadOf } from '../testing/database/rows-looked-at.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { addCredits } from './add-credits.ts';
import { holdCredit, holdCredits, releaseHolds, settleHolds } from './credit-holds.ts';
import { readBalances } from './credit-queries.ts';
import { verifyLedger } from './verify-ledger.ts';

const database = useTestDatabase();

async function arrange(plan = 'none') {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services, { plan });
  const ctx = contextFor(services, { kind: 'operator' });
  return {
    accountId,
    services,
    add: (product: string, quantity = 1) => inTransaction(ctx, (tx) => addCredits(tx, { accountId, product, quantity })),
    hold: (publicationId: string, unit: 'publication' | 'autoposting' = 'publication', credits = 1) =>
      inTransaction(ctx, (tx) => holdCredit(tx, { accountId, publicationId, unit, credits, workspaceId: null, grantId: null })),
    holdMany: (publicationIds: string[], credits = 1) =>
      inTransaction(ctx, (tx) =>
        holdCredits(
          tx,
          publicationIds.map((publicationId) => ({
            accountId,
            publicationId,
            unit: 'publication',
            credits,
            workspaceId: null,
            grantId: null,
          })),
        ),
      ),
    settleMany: (publicationIds: string[]) => inTransaction(ctx, (tx) => settleHolds(tx, publicationIds)),
    settle: (publicationId: string) => inTransaction(ctx, (tx) => settleHolds(tx, [publicationId])),
    release: (publicationId: string) => inTransaction(ctx, (tx) => releaseHolds(tx, [publicationId])),
    balances: async () =>
      Object.fromEntries(
        (await readBalances(contextFor(services), accountId)).map(({ bucket, available, held }) => [bucket, [available, held]]),
      ),
    verify: () => verifyLedger(contextFor(services), accountId),
  };
}

it('grants exactly 70 of 500 concurrent reservations', async () => {
  const { accountId, add, hold, balances, verify } = await arrange();
  await add('api_publication_pack');
  // Like a caller: retries a reservation that waited too long for the row, on a busy machine.
  const holdOnceFree = (id: string): Promise<unknown> =>
    hold(id).catch((error: unknown) => {
      if (isOutOfTime(error)) return holdOnceFree(id);
      throw error;
    });
  const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, index) => holdOnceFree(`pub_${accountId}_${index}`)));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(answers.length - refused.length).toBe(70);
  expect(refused.filter((reason) => !(reason instanceof DomainError && reason.code === 'insufficient_credits'))).toEqual([]);
  expect(await balances()).toEqual({ allowance: [0, 0], pack: [0, 70], topup: [0, 0] });
  expect(await verify()).toMatchObject({ isConsistent: true, entries: 71, holds: 70 });
});

it('gives a publication one reservation, however many concurrent requests there are', async () => {
  const { accountId, add, hold, balances, verify } = await arrange();
  await add('api_publication_pack');
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => hold(`pub_${accountId}_same`)));
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await balances()).toMatchObject({ pack: [69, 1] });
  expect(await verify()).toMatchObject({ problems: [], holds: 1 });
});

it("draws a publication from the plan's allowance first, then from packs, and never from top-ups", async () => {
  const { accountId, add, hold, balances } = await arrange('starter');
  await add('api_publication_pack');
  await add('api_autoposting_topup');
  for (let index = 0; index < 31; index += 1) await hold(`pub_${accountId}_${index}`);
  expect(await balances()).toEqual({ allowance: [0, 30], pack: [69, 1], topup: [125, 0] });
});

it('draws an autoposting from top-ups only: the units are never converted', async () => {
  const { accountId, add, hold, balances } = await arrange('studio');
  await add('api_publication_pack', 10);
  await expect(hold(`pub_${accountId}_0`, 'autoposting')).rejects.toMatchObject({ code: 'insufficient_credits' });
  await add('api_autoposting_topup');
  await hold(`pub_${accountId}_1`, 'autoposting');
  expect(await balances()).toEqual({ allowance: [300, 0], pack: [700, 0], topup: [124, 1] });
});

it('reserves and spends all that a publication costs, from both buckets if the first has too few, or nothing', async () => {
  const { accountId, add, hold, settle, release, balances, verify } = await arrange('starter');
  await add('api_publication_pack');
  await hold(`pub_${accountId}_most`, 'publication', 28);
  await hold(`pub_${accountId}_both`, 'publication', 5);
  expect(await balances()).toEqual({ allowance: [0, 30], pack: [67, 3], topup: [0, 0] });
  await expect(hold(`pub_${accountId}_much`, 'publication', 68)).rejects.toMatchObject({
    code: 'insufficient_credits',
    details: { unit: 'publication', required: 68, available: 67 },
  });
  expect(await balances()).toEqual({ allowance: [0, 30], pack: [67, 3], topup: [0, 0] });
  await settle(`pub_${accountId}_both`);
  expect(await balances()).toEqual({ allowance: [0, 28], pack: [67, 0], topup: [0, 0] });
  await release(`pub_${accountId}_most`);
  expect(await balances()).toEqual({ allowance: [28, 0], pack: [67, 0], topup: [0, 0] });
  await hold(`pub_${accountId}_back`, 'publication', 30);
  await release(`pub_${accountId}_back`);
  expect(await balances()).toEqual({ allowance: [28, 0], pack: [67, 0], topup: [0, 0] });
  expect(await verify()).toMatchObject({ problems: [], holds: 3 });
});

it('never sells a credit twice to publications that take several, one by one and in batches', async () => {
  const { accountId, add, hold, holdMany, balances, verify } = await arrange('starter');
  await add('api_publication_pack');
  await hold(`pub_${accountId}_first`);
  const alone = Array.from({ length: 60 }, (_, index) => hold(`pub_${accountId}_${index}`, 'publication', 3).then(() => 1));
  const batches = Array.from({ length: 6 }, (_, batch) =>
    holdMany([`pub_${accountId}_a${batch}`, `pub_${accountId}_b${batch}`], 4).then(({ size }) => size),
  );
  const [singles, pairs] = await Promise.all([Promise.allSettled(alone), Promise.all(batches)]);
  const taken = 1 + singles.filter(({ status }) => status === 'fulfilled').length * 3 + pairs.reduce((sum, size) => sum + size * 4, 0);
  const { allowance = [], pack = [] } = await balances();
  expect([(allowance[0] ?? 0) + (pack[0] ?? 0), (allowance[1] ?? 0) + (pack[1] ?? 0)]).toEqual([100 - taken, taken]);
  // A reservation is refused only if too few credits were left.
  expect(100 - taken).toBeLessThan(3);
  expect((await verify()).problems).toEqual([]);
});

it('ends a reservation once: settled it stays spent, released it is refunded, and nothing is repeated', async () => {
  const { accountId, add, hold, settle, release, balances, verify } = await arrange();
  await add('api_publication_pack');
  await hold(`pub_${accountId}_a`);
  await hold(`pub_${accountId}_b`);
  await settle(`pub_${accountId}_a`);
  await release(`pub_${accountId}_b`);
  await expect(settle(`pub_${accountId}_a`)).rejects.toThrow('hold credits');
  await expect(settle(`pub_${accountId}_b`)).rejects.toThrow('hold credits');
  await release(`pub_${accountId}_a`);
  await release(`pub_${accountId}_b`);
  await expect(hold(`pub_${accountId}_a`)).rejects.toThrow('cannot be held again');
  expect(await balances()).toMatchObject({ pack: [69, 0] });
  expect((await verify()).problems).toEqual([]);
});

it('ends a reservation once for concurrent settlements', async () => {
  const { accountId, add, hold, settle, balances, verify } = await arrange();
  await add('api_publication_pack');
  await hold(`pub_${accountId}`);
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => settle(`pub_${accountId}`)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balances()).toMatchObject({ pack: [69, 0] });
  expect((await verify()).problems).toEqual([]);
});

describe('many at once', () => {
  const idsOf = (accountId: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `pub_${accountId}_${from + index}`);

  it('reserves one credit for each and spends each, or none of them', async () => {
    const { accountId, add, hold, holdMany, settleMany, balances, verify } = await arrange('starter');
    await add('api_publication_pack');
    expect(await holdMany(idsOf(accountId, 0, 3))).toEqual(new Set());
    await hold(`pub_${accountId}_first`);
    expect((await holdMany(idsOf(accountId, 0, 20))).size).toBe(20);
    expect(await balances()).toMatchObject({ allowance: [9, 21], pack: [70, 0] });
    // The allowance comes first, and is too low for all of them.
    expect(await holdMany(idsOf(accountId, 20, 30))).toEqual(new Set());
    await settleMany(idsOf(accountId, 0, 20));
    await expect(settleMany(idsOf(accountId, 19, 21))).rejects.toThrow('2 publications are to be paid for, and 0 hold credits.');
    expect(await balances()).toMatchObject({ allowance: [9, 1], pack: [70, 0] });
    expect(await verify()).toMatchObject({ problems: [], holds: 21 });
  });

  it('grants no more than the balance to any number of batches', async () => {
    const { accountId, add, hold, holdMany, balances, verify } = await arrange();
    await add('api_publication_pack');
    await hold(`pub_${accountId}_first`);
    const sets = await Promise.all(Array.from({ length: 20 }, (_, batch) => holdMany(idsOf(accountId, batch * 10, batch * 10 + 10))));
    expect(sets.reduce((sum, { size }) => sum + size, 0)).toBe(60);
    expect(await balances()).toMatchObject({ pack: [9, 61] });
    expect(await verify()).toMatchObject({ problems: [], holds: 61 });
  });
});

it('reads only the balances of the payers when many are paid at once', async () => {
  const { accountId, services, add, hold } = await arrange();
  await add('api_publication_pack');
  // The month has begun.
  await hold(`pub_${accountId}_first`);
  await database.orm.em.fork().transactional(async (em) => {
    await em.execute(`set local session_replication_role = 'replica'`);
    await em.execute(
      `insert into credit_balances select (jsonb_populate_record(b, jsonb_build_object('account_id', 'acc_' || i))).*
       from credit_balances b, generate_series(1, 3000) i where b.account_id = ? and b.bucket = 'pack'`,
      [accountId],
    );
  });
  await database.orm.em.fork().execute('analyze credit_balances');
  const read = await inTransaction(contextFor(services), async (tx) => {
    const asked = ['one', 'two'].map((name) => ({ publicationId: `pub_${accountId}_${name}` }));
    return rowsReadOf(tx.em, 'credit_balances', async () => {
      const paid = await holdCredits(
        tx,
        asked.map((one) => ({ ...one, accountId, unit: 'publication', credits: 1, workspaceId: null, grantId: null })),
      );
      expect(paid.size).toBe(2);
    });
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);
});
