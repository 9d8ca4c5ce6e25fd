import { expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { readTogether } from '../db/read-together.ts';
import { inTransaction } from '../db/transaction.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { addCredits } from './add-credits.ts';
import { holdCredit, settleHolds } from './credit-holds.ts';
import { listEntries, readBalances, useByDayPart } from './credit-queries.ts';
import { grantAllowance, grantDueAllowances } from './grant-allowance.ts';
import { PRODUCTS } from './products.ts';
import { verifyLedger } from './verify-ledger.ts';

const database = useTestDatabase();

async function arrange(plan: string, start = new Date('2026-11-30T23:00:00Z')) {
  const clock = createFixedClock(start);
  const services = createTestServices(database, { clock });
  const { accountId, workspaceId } = await givenWorkspace(services, { plan });
  const ctx = contextFor(services, { kind: 'operator' });
  const balanceOf = async (bucket: string) =>
    (await readBalances(contextFor(services), accountId)).find((balance) => balance.bucket === bucket);
  const entries = async () =>
    (await listEntries(contextFor(services), accountId, { limit: 100 })).items.map(({ entry }) => [
      entry.kind,
      entry.availableDelta,
      entry.heldDelta,
    ]);
  return { accountId, workspaceId, clock, services, ctx, balanceOf, entries };
}

it('sells exactly the contract’s products: 70 publications or 125 autopostings for $5 each', () => {
  expect(PRODUCTS.map(({ id, priceCents, quantity, unit }) => [id, priceCents, quantity, unit])).toEqual([
    ['api_publication_pack', 500, 70, 'publication'],
    ['api_autoposting_topup', 500, 125, 'autoposting'],
  ]);
});

it("shows a month's allowance before anything is booked, and the read writes nothing", async () => {
  const { balanceOf, entries } = await arrange('starter');
  expect(await balanceOf('allowance')).toEqual({ bucket: 'allowance', unit: 'publication', available: 30, held: 0 });
  expect(await entries()).toEqual([]);
});

it('grants an allowance once a month, also for concurrent requests', async () => {
  const { accountId, ctx, entries } = await arrange('studio');
  await Promise.all(Array.from({ length: 20 }, () => inTransaction(ctx, (tx) => grantAllowance(tx, accountId))));
  expect(await entries()).toEqual([['allowance', 300, 0]]);
});

it('removes the rest of a month when the next begins, and keeps packs', async () => {
  const { accountId, clock, ctx, balanceOf, entries, services } = await arrange('starter');
  await inTransaction(ctx, (tx) => addCredits(tx, { accountId, product: 'api_publication_pack', quantity: 1 }));
  await inTransaction(ctx, (tx) =>
    holdCredit(tx, { accountId, publicationId: `pub_${accountId}`, unit: 'publication', credits: 1, workspaceId: null, grantId: null }),
  );
  await inTransaction(ctx, (tx) => settleHolds(tx, [`pub_${accountId}`]));
  clock.advance(2 * 3_600_000);
  expect((await balanceOf('allowance'))?.available).toBe(30);
  await inTransaction(ctx, (tx) => grantAllowance(tx, accountId));
  expect((await balanceOf('allowance'))?.available).toBe(30);
  expect((await balanceOf('pack'))?.available).toBe(70);
  expect((await entries()).toReversed()).toEqual([
    ['purchase', 70, 0],
    ['allowance', 30, 0],
    ['hold', -1, 1],
    ['settle', 0, -1],
    ['allowance', -29, 0],
    ['allowance', 30, 0],
  ]);
  expect((await verifyLedger(contextFor(services), accountId)).problems).toEqual([]);
});

it('books due allowances in a sweep, and none if the plan grants none or the account is being erased', async () => {
  const starter = await arrange('starter');
  const none = await arrange('none');
  const erased = await arrange('starter');
  await database.orm.em.fork().nativeUpdate(Account, { id: erased.accountId }, { state: 'suspended', erasingAt: erased.clock.now() });
  await grantDueAllowances(starter.ctx);
  expect(await starter.entries()).toEqual([['allowance', 30, 0]]);
  expect([await none.entries(), await erased.entries()]).toEqual([[], []]);
});

it('lists the ledger newest first in pages, with the publication of each reservation', async () => {
  const { accountId, ctx, services } = await arrange('none');
  await inTransaction(ctx, (tx) => addCredits(tx, { accountId, product: 'api_publication_pack', quantity: 1 }));
  await inTransaction(ctx, (tx) =>
    holdCredit(tx, { accountId, publicationId: `pub_${accountId}`, unit: 'publication', credits: 1, workspaceId: null, grantId: null }),
  );
  const first = await listEntries(contextFor(services), accountId, { limit: 1 });
  expect(first.items.map(({ entry, publicationId }) => [entry.kind, publicationId])).toEqual([['hold', `pub_${accountId}`]]);
  const second = await listEntries(contextFor(services), accountId, { limit: 1, cursor: first.nextCursor });
  expect(second.items.map(({ entry, publicationId }) => [entry.kind, publicationId])).toEqual([['purchase', null]]);
  expect(second.nextCursor).toBeNull();
});

it('counts a workspace’s use of each day by unit', async () => {
  const { accountId, workspaceId, clock, ctx, services } = await arrange('starter');
  for (const [id, unit] of [
    ['a', 'publication'],
    ['b', 'publication'],
    ['c', 'autoposting'],
  ] as const) {
    if (unit === 'autoposting')
      await inTransaction(ctx, (tx) => addCredits(tx, { accountId, product: 'api_autoposting_topup', quantity: 1 }));
    await inTransaction(ctx, (tx) =>
      holdCredit(tx, { accountId, publicationId: `pub_${accountId}_${id}`, unit, credits: 1, workspaceId, grantId: null }),
    );
    await inTransaction(ctx, (tx) => settleHolds(tx, [`pub_${accountId}_${id}`]));
    if (id === 'a') clock.advance(2 * 3_600_000);
  }
  const period = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') };
  const { days } = await readTogether(contextFor(services).em, { days: useByDayPart({ accountId, workspaceId, ...period }) });
  expect(days).toEqual([
    { day: '2026-11-30', unit: 'publication', used: 1 },
    { day: '2026-12-01', unit: 'autoposting', used: 1 },
    { day: '2026-12-01', unit: 'publication', used: 1 },
  ]);
});

it('refuses a purchase by anyone but the operator, and an unknown product', async () => {
  const { accountId, ctx, services } = await arrange('none');
  const buy = (actor: Parameters<typeof contextFor>[1], product: string, quantity: number) =>
    inTransaction(contextFor(services, actor), (tx) => addCredits(tx, { accountId, product, quantity }));
  await expect(buy({ kind: 'anonymous' }, 'api_publication_pack', 1)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(buy(ctx.actor, 'gold', 1)).rejects.toMatchObject({ code: 'bad_user_input' });
  for (const quantity of [0, -1, 1.5, 1_001])
    await expect(buy(ctx.actor, 'api_publication_pack', quantity)).rejects.toMatchObject({ code: 'bad_user_input' });
});

it('reports the faults of a manipulated ledger', async () => {
  const { accountId, ctx, services } = await arrange('none');
  await inTransaction(ctx, (tx) => addCredits(tx, { accountId, product: 'api_publication_pack', quantity: 1 }));
  await inTransaction(ctx, (tx) =>
    holdCredit(tx, { accountId, publicationId: `pub_${accountId}`, unit: 'publication', credits: 1, workspaceId: null, grantId: null }),
  );
  const em = services.orm.em.fork();
  await em.execute(`update credit_balances set available = available + 5 where account_id = ?`, [accountId]);
  await em.execute(`update credit_holds set state = 'settled', ended_at = now() where account_id = ?`, [accountId]);
  const { isConsistent, problems } = await verifyLedger(contextFor(services), accountId);
  expect(isConsistent).toBe(false);
  expect(problems.join(' ')).toMatch(
    /pack: 74 are available, the entries sum to 69\..*pack: 1 are held, and its holds are of 0\..*is settled, its entries are: pack hold -1 1\./,
  );
});
