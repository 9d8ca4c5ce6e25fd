import { expect, it } from 'vitest';
import { Notice } from '../access/notice.entity.ts';
import { inTransaction } from '../db/transaction.ts';
import { givenUser, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { addCredits, correctCredits } from './add-credits.ts';
import type { Bucket } from './credit.entities.ts';
import { holdCredit, releaseHolds } from './credit-holds.ts';
import { listEntries, readBalances } from './credit-queries.ts';
import { verifyLedger } from './verify-ledger.ts';

const database = useTestDatabase();

async function arrange(plan = 'none') {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services, { plan });
  await givenUser(services, accountId);
  const ctx = contextFor(services, { kind: 'operator' });
  let number = 0;
  const hold = () => {
    number += 1;
    const publicationId = `pub_${accountId}_${number}`;
    return inTransaction(ctx, (tx) =>
      holdCredit(tx, { accountId, publicationId, unit: 'publication', credits: 1, workspaceId: null, grantId: null }),
    );
  };
  return {
    accountId,
    services,
    ctx,
    hold,
    holdMany: async (count: number) => {
      for (let index = 0; index < count; index += 1) await hold();
    },
    release: (index: number) => inTransaction(ctx, (tx) => releaseHolds(tx, [`pub_${accountId}_${index}`])),
    buy: () => inTransaction(ctx, (tx) => addCredits(tx, { accountId, product: 'api_publication_pack', quantity: 1 })),
    correct: (bucket: Bucket, amount: number, reason = 'Counted twice.', as = ctx) =>
      inTransaction(as, (tx) => correctCredits(tx, { accountId, bucket, amount, reason })),
    notices: () => services.orm.em.fork().find(Notice, { accountId, kind: 'credits_low' }, { orderBy: { id: 'asc' } }),
    balance: async (bucket: Bucket) =>
      (await readBalances(contextFor(services), accountId)).find((one) => one.bucket === bucket)?.available,
  };
}

it('notifies the owners once of a low balance, however it fluctuates', async () => {
  const { buy, holdMany, release, notices } = await arrange();
  await buy();
  await holdMany(60);
  expect(await notices()).toEqual([]);
  await holdMany(1);
  expect((await notices()).map(({ message }) => message)).toEqual([
    'Credits for posts you approve are running low: 9 left. Without credits, approved posts are not published.',
  ]);
  for (let index = 1; index <= 5; index += 1) await release(index);
  await holdMany(8);
  expect(await notices()).toHaveLength(1);
});

it('notifies them again after a purchase, and counts allowance and packs together', async () => {
  const { buy, holdMany, notices } = await arrange('starter');
  await buy();
  await holdMany(90);
  expect(await notices()).toEqual([]);
  await holdMany(5);
  expect(await notices()).toHaveLength(1);
  await buy();
  await holdMany(70);
  expect(await notices()).toHaveLength(2);
});

it('notifies once when many reservations cross the threshold concurrently', async () => {
  const { buy, holdMany, hold, notices } = await arrange();
  await buy();
  await holdMany(58);
  await Promise.all(Array.from({ length: 12 }, hold));
  expect(await notices()).toHaveLength(1);
});

it('corrects a balance in both directions, with the reason in the ledger', async () => {
  const { accountId, services, buy, correct, balance } = await arrange();
  await buy();
  await correct('pack', -20, ' Counted twice. ');
  await correct('topup', 5, 'A gift.');
  expect([await balance('pack'), await balance('topup')]).toEqual([50, 5]);
  const { items } = await listEntries(contextFor(services), accountId, { limit: 2 });
  expect(items.map(({ entry }) => [entry.kind, entry.availableDelta, entry.note])).toEqual([
    ['correction', 5, 'A gift.'],
    ['correction', -20, 'Counted twice.'],
  ]);
  expect((await verifyLedger(contextFor(services), accountId)).problems).toEqual([]);
});

it("corrects this month's allowance, not the one before it was booked", async () => {
  const { correct, balance } = await arrange('starter');
  await correct('allowance', 3, 'A gift.');
  expect(await balance('allowance')).toBe(33);
});

it('never makes a balance negative, also for concurrent requests', async () => {
  const { buy, correct, balance } = await arrange();
  await buy();
  await expect(correct('pack', -71)).rejects.toMatchObject({ code: 'insufficient_credits' });
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => correct('pack', -20)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await balance('pack')).toBe(10);
});

it('refuses a correction of nothing, without a reason, or by anyone but the operator', async () => {
  const { services, correct } = await arrange();
  for (const amount of [0, 1.5, 100_001, -100_001, Number.NaN])
    await expect(correct('pack', amount)).rejects.toMatchObject({ code: 'bad_user_input' });
  for (const reason of ['', ' x ', 'y'.repeat(501)])
    await expect(correct('pack', 1, reason)).rejects.toMatchObject({ code: 'bad_user_input' });
  await expect(correct('pack', 1, 'A gift.', contextFor(services, { kind: 'anonymous' }))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});
