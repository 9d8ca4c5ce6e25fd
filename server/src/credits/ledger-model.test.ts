import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { addCredits } from './add-credits.ts';
import type { Bucket } from './credit-balance.entity.ts';
import { readBalances } from './credit-queries.ts';
import { holdCredit } from './hold-credit.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, PRODUCTS } from './products.ts';
import { releaseHolds } from './release-holds.ts';
import { settleHold } from './settle-hold.ts';
import { verifyLedger } from './verify-ledger.ts';

const database = useTestDatabase();

/** A balance of paper, which the real one must never differ from. */
interface Model {
  available: Record<Bucket, number>;
  holds: Map<string, { bucket: Bucket; state: 'held' | 'settled' | 'released' }>;
  month: number;
  bookedMonth: number;
}

type Command =
  | { kind: 'buy'; product: number }
  | { kind: 'hold'; id: number; unit: CreditUnit }
  | { kind: 'settle' | 'release'; id: number }
  | { kind: 'next_month' };

const ids = fc.integer({ min: 0, max: 40 });
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('buy' as const), product: fc.integer({ min: 0, max: 1 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('hold' as const), id: ids, unit: fc.constantFrom<CreditUnit>('publication', 'autoposting') }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('settle' as const, 'release' as const), id: ids }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'next_month' as const }) },
);

it('keeps entries, holds and balances in step under any sequence of commands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 20, maxLength: 60 }), async (sequence) => {
      const clock = createFixedClock(new Date('2026-01-15T12:00:00Z'));
      const services = createTestServices(database, { clock });
      const { accountId } = await givenWorkspace(services, { plan: 'starter' });
      const ctx = contextFor(services, { kind: 'operator' });
      const model: Model = { available: { allowance: 30, pack: 0, topup: 0 }, holds: new Map(), month: 0, bookedMonth: 0 };
      for (const command of sequence) {
        if (command.kind === 'next_month') clock.set(new Date(Date.UTC(2026, ++model.month, 15)));
        const expected = play(model, command);
        const real = await inTransaction(ctx, async (tx) => {
          if (command.kind === 'buy') await addCredits(tx, { accountId, product: PRODUCTS[command.product]?.id ?? '', quantity: 1 });
          if (command.kind === 'hold')
            await holdCredit(tx, { accountId, publicationId: `pub_${accountId}_${command.id}`, unit: command.unit, grantId: null });
          if (command.kind === 'settle') await settleHold(tx, `pub_${accountId}_${command.id}`);
          if (command.kind === 'release') await releaseHolds(tx, [`pub_${accountId}_${command.id}`]);
        }).then(
          () => true,
          () => false,
        );
        expect([command, real]).toEqual([command, expected]);
      }
      const balances = await readBalances(contextFor(services), accountId);
      const held = (bucket: Bucket) => [...model.holds.values()].filter((hold) => hold.bucket === bucket && hold.state === 'held').length;
      expect(balances.map(({ bucket, available, held: isHeld }) => [bucket, available, isHeld])).toEqual(
        balances.map(({ bucket }) => [
          bucket,
          bucket === 'allowance' && model.bookedMonth < model.month ? 30 : model.available[bucket],
          held(bucket),
        ]),
      );
      expect((await verifyLedger(contextFor(services), accountId)).problems).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

/** What the command does on paper; false where it must be refused. */
function play(model: Model, command: Command): boolean {
  switch (command.kind) {
    case 'next_month':
      return true;
    case 'buy': {
      const product = PRODUCTS[command.product];
      if (product) model.available[product.bucket] += product.quantity;
      return true;
    }
    case 'hold':
      return playHold(model, String(command.id), command.unit);
    case 'settle':
    case 'release': {
      const hold = model.holds.get(String(command.id));
      // To release what is not held is no fault; to settle it is.
      if (hold?.state !== 'held') return command.kind === 'release';
      hold.state = command.kind === 'settle' ? 'settled' : 'released';
      if (command.kind === 'release') model.available[hold.bucket] += 1;
      return true;
    }
  }
}

function playHold(model: Model, id: string, unit: CreditUnit): boolean {
  const standing = model.holds.get(id);
  if (standing) return standing.state === 'held';
  const booked = model.bookedMonth;
  const before = model.available.allowance;
  if (unit === 'publication' && model.bookedMonth < model.month) {
    model.bookedMonth = model.month;
    model.available.allowance = 30;
  }
  const bucket = BUCKETS_OF_UNIT[unit].find((candidate) => model.available[candidate] > 0);
  if (!bucket) {
    // A refusal rolls everything back, the booking of the allowance too.
    Object.assign(model, { bookedMonth: booked });
    model.available.allowance = before;
    return false;
  }
  model.available[bucket] -= 1;
  model.holds.set(id, { bucket, state: 'held' });
  return true;
}
