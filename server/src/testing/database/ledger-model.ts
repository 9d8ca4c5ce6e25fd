import fc from 'fast-check';
import { expect } from 'vitest';
import type { Context } from '../../context.ts';
import { addCredits, correctCredits } from '../../credits/add-credits.ts';
import type { Bucket } from '../../credits/credit.entities.ts';
import { holdCredit, releaseHolds, settleHolds } from '../../credits/credit-holds.ts';
import { readBalances } from '../../credits/credit-queries.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, PRODUCTS } from '../../credits/products.ts';
import { creditsOn } from '../../credits/surcharges.ts';
import { verifyLedger } from '../../credits/verify-ledger.ts';
import { inTransaction } from '../../db/transaction.ts';
import { givenWorkspace } from '../factories.ts';
import type { TestDatabase } from '../test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../test-services.ts';

/** A balance of paper, which the real one must never differ from. */
interface Model {
  available: Record<Bucket, number>;
  holds: Map<string, { drawn: Map<Bucket, number>; state: 'held' | 'settled' | 'released' }>;
  month: number;
  bookedMonth: number;
}

type Command =
  | { kind: 'buy'; product: number }
  | { kind: 'correct'; bucket: 'pack' | 'topup'; amount: number }
  | { kind: 'hold'; id: number; unit: CreditUnit; credits: number }
  | { kind: 'settle' | 'release'; id: number }
  | { kind: 'next_month' };

const ids = fc.integer({ min: 0, max: 40 });
const amounts = fc.integer({ min: -30, max: 30 });
/** A post's cost with a surcharge, with or without its own amount for a link. */
const taken = fc
  .record({ credits: fc.integer({ max: 11, min: 0 }), creditsWithLink: fc.option(fc.integer({ max: 11, min: 0 })), hasLink: fc.boolean() })
  .map(({ hasLink, ...own }) => creditsOn({ platform: 'x', hasLink }, new Map([['x', { platform: 'x', ...own }]])));
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('buy' as const), product: fc.integer({ min: 0, max: 1 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      bucket: fc.constantFrom('pack' as const, 'topup' as const),
      amount: amounts,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      id: ids,
      unit: fc.constantFrom<CreditUnit>('publication', 'autoposting'),
      credits: fc.oneof(fc.constant(1), taken),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('settle' as const, 'release' as const), id: ids }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'next_month' as const }) },
);

export interface ModelRun {
  runs: number;
  /** Commands of one run. */
  length: { min: number; max: number };
}

/** Concurrent ledgers, each with its own account. */
const LANES = 4;

/**
 * Plays random commands on real ledgers and on a model, and returns how many there were. After each run every sum has
 * to match.
 */
export async function playLedger(database: TestDatabase, { runs, length }: ModelRun): Promise<number> {
  let played = 0;
  const property = fc.asyncProperty(fc.array(commands, { minLength: length.min, maxLength: length.max }), async (sequence) => {
    await playSequence(database, sequence);
    played += sequence.length;
  });
  const lanes = Array.from({ length: Math.min(LANES, runs) }, (_, lane) => Math.ceil((runs - lane) / LANES));
  await Promise.all(lanes.map((numRuns) => fc.assert(property, { numRuns })));
  return played;
}

async function playSequence(database: TestDatabase, sequence: readonly Command[]): Promise<void> {
  const clock = createFixedClock(new Date('2026-01-15T12:00:00Z'));
  const services = createTestServices(database, { clock });
  const { accountId } = await givenWorkspace(services, { plan: 'starter' });
  const ctx = contextFor(services, { kind: 'operator' });
  const model: Model = { available: { allowance: 30, pack: 0, topup: 0 }, holds: new Map(), month: 0, bookedMonth: 0 };
  for (const command of sequence) {
    if (command.kind === 'next_month') clock.set(new Date(Date.UTC(2026, ++model.month, 15)));
    const expected = playOnPaper(model, command);
    const real = await inTransaction(ctx, (tx) => playForReal(tx, accountId, command)).then(
      () => true,
      () => false,
    );
    expect([command, real]).toEqual([command, expected]);
  }
  const balances = await readBalances(contextFor(services), accountId);
  expect(balances.map(({ bucket, available, held }) => [bucket, available, held])).toEqual(
    balances.map(({ bucket }) => [bucket, availableOnPaper(model, bucket), heldOnPaper(model, bucket)]),
  );
  expect((await verifyLedger(contextFor(services), accountId)).problems).toEqual([]);
}

const availableOnPaper = (model: Model, bucket: Bucket): number =>
  bucket === 'allowance' && model.bookedMonth < model.month ? 30 : model.available[bucket];
const heldOnPaper = (model: Model, bucket: Bucket): number =>
  [...model.holds.values()].reduce((sum, { drawn, state }) => sum + (state === 'held' ? (drawn.get(bucket) ?? 0) : 0), 0);

async function playForReal(tx: Context, accountId: string, command: Command): Promise<void> {
  const publicationOf = (id: number): string => `pub_${accountId}_${id}`;
  switch (command.kind) {
    case 'buy':
      await addCredits(tx, { accountId, product: PRODUCTS[command.product]?.id ?? '', quantity: 1 });
      break;
    case 'correct':
      await correctCredits(tx, { accountId, bucket: command.bucket, amount: command.amount, reason: 'As the model says.' });
      break;
    case 'hold':
      await holdCredit(tx, {
        ...{ accountId, publicationId: publicationOf(command.id), unit: command.unit, credits: command.credits },
        ...{ workspaceId: null, grantId: null },
      });
      break;
    case 'settle':
      await settleHolds(tx, [publicationOf(command.id)]);
      break;
    case 'release':
      await releaseHolds(tx, [publicationOf(command.id)]);
      break;
  }
}

/** Applies the command to the model; false if it must be refused. */
function playOnPaper(model: Model, command: Command): boolean {
  switch (command.kind) {
    case 'next_month':
      return true;
    case 'buy': {
      const product = PRODUCTS[command.product];
      if (product) model.available[product.bucket] += product.quantity;
      return true;
    }
    case 'correct': {
      const { bucket, amount } = command;
      if (amount === 0 || model.available[bucket] + amount < 0) return false;
      model.available[bucket] += amount;
      return true;
    }
    case 'hold':
      return holdOnPaper(model, String(command.id), command);
    case 'settle':
    case 'release': {
      const hold = model.holds.get(String(command.id));
      // Releasing without a reservation is no fault; settling is.
      if (hold?.state !== 'held') return command.kind === 'release';
      hold.state = command.kind === 'settle' ? 'settled' : 'released';
      if (command.kind === 'release') for (const [bucket, credits] of hold.drawn) model.available[bucket] += credits;
      return true;
    }
  }
}

function holdOnPaper(model: Model, id: string, { unit, credits }: { unit: CreditUnit; credits: number }): boolean {
  const standing = model.holds.get(id);
  if (standing) return standing.state === 'held';
  const booked = model.bookedMonth;
  const before = model.available.allowance;
  if (unit === 'publication' && model.bookedMonth < model.month) {
    model.bookedMonth = model.month;
    model.available.allowance = 30;
  }
  const drawn = new Map<Bucket, number>();
  let missing = credits;
  for (const bucket of BUCKETS_OF_UNIT[unit]) {
    const taken = Math.min(missing, model.available[bucket]);
    if (taken > 0) drawn.set(bucket, taken);
    missing -= taken;
  }
  if (missing > 0) {
    // A refusal rolls everything back, the booking of the allowance too.
    model.bookedMonth = booked;
    model.available.allowance = before;
    return false;
  }
  for (const [bucket, taken] of drawn) model.available[bucket] -= taken;
  model.holds.set(id, { drawn, state: 'held' });
  return true;
}
