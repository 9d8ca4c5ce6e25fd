import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { CreditHold } from './credit-hold.entity.ts';
import { drawCredit, drawCredits, type HoldInput } from './draw-credit.ts';
import { grantAllowance } from './grant-allowance.ts';
import { noteLowBalance } from './note-low-balance.ts';

/**
 * Sets a publication's credits aside, from the unit's buckets in their order: all of them, or none.
 * A publication has one hold in its life: while that is held nothing is changed.
 */
export async function holdCredit(ctx: Context, input: HoldInput): Promise<void> {
  assertTransaction(ctx);
  const { isReady, left, available } = await drawCredit(ctx, input);
  if (left !== null) await noteLowBalance(ctx, input.accountId, input.unit, left);
  else if (isReady) throw tooFew(input, available);
  else await holdStepByStep(ctx, input);
}

/**
 * The credits of publications that have never held any. Answers which of them hold theirs now; for the others nothing was changed,
 * and holdCredit() says why, or takes more steps.
 */
export async function holdCredits(ctx: Context, inputs: readonly HoldInput[]): Promise<Set<string>> {
  assertTransaction(ctx);
  if (inputs.length === 0) return new Set();
  const drawn = await drawCredits(ctx, inputs);
  for (const { accountId, unit, left } of drawn) await noteLowBalance(ctx, accountId, unit, left);
  const isDrawn = (input: HoldInput) => drawn.some(({ accountId, unit }) => accountId === input.accountId && unit === input.unit);
  return new Set(inputs.filter(isDrawn).map(({ publicationId }) => publicationId));
}

/** Where it takes more than one statement: it is held already, or the month has begun. */
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
