import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { CreditHold } from './credit-hold.entity.ts';
import { drawCredit, drawCredits, type HoldInput } from './draw-credit.ts';
import { grantAllowance } from './grant-allowance.ts';
import { noteLowBalance } from './note-low-balance.ts';

/**
 * Reserves a publication's credits, from the unit's buckets in order: all or none. A publication has one reservation
 * in its life: while that is open, nothing changes.
 */
export async function holdCredit(ctx: Context, input: HoldInput): Promise<void> {
  assertTransaction(ctx);
  const { isReady, left, available } = await drawCredit(ctx, input);
  if (left !== null) await noteLowBalance(ctx, input.accountId, input.unit, left);
  else if (isReady) throw tooFew(input, available);
  else await holdStepByStep(ctx, input);
}

/**
 * holdCredit() for any number of publications; returns which of them have a reservation. Of many, only those are paid
 * without one whose account can pay for all of its own from one bucket; the others are unchanged, to be repeated one
 * by one.
 */
export async function holdCredits(ctx: Context, inputs: readonly HoldInput[]): Promise<Set<string>> {
  assertTransaction(ctx);
  const [input] = inputs;
  if (!input) return new Set();
  if (inputs.length === 1) return (await holdIfEnough(ctx, input)) ? new Set([input.publicationId]) : new Set();
  const drawn = await drawCredits(ctx, inputs);
  for (const { accountId, unit, left } of drawn) await noteLowBalance(ctx, accountId, unit, left);
  const isDrawn = (each: HoldInput) => drawn.some(({ accountId, unit }) => accountId === each.accountId && unit === each.unit);
  return new Set(inputs.filter(isDrawn).map(({ publicationId }) => publicationId));
}

async function holdIfEnough(ctx: Context, input: HoldInput): Promise<boolean> {
  try {
    await holdCredit(ctx, input);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_credits') return false;
    throw error;
  }
}

/** The case of several statements: there is a reservation, or the month has begun. */
async function holdStepByStep(ctx: Context, input: HoldInput): Promise<void> {
  const standing = await ctx.em.findOne(CreditHold, { publicationId: input.publicationId }, { refresh: true });
  if (standing?.state === 'held') return;
  if (standing) throw new Error(`The hold of ${input.publicationId} has ended as ${standing.state}; it cannot be held again.`);

  if (input.unit === 'publication') await grantAllowance(ctx, input.accountId);
  const { left, available } = await drawCredit(ctx, input);
  if (left === null) throw tooFew(input, available);
  await noteLowBalance(ctx, input.accountId, input.unit, left);
}

function tooFew({ unit, credits: required }: HoldInput, available: number): DomainError {
  return new DomainError('insufficient_credits', { details: { unit, required, available } });
}
