import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { CreditHold } from './credit-hold.entity.ts';
import { drawCredit, drawCredits, type HoldInput } from './draw-credit.ts';
import { grantAllowance } from './grant-allowance.ts';
import { moveCredits } from './move-credits.ts';
import { noteLowBalance } from './note-low-balance.ts';
import { BUCKETS_OF_UNIT, type CreditUnit } from './products.ts';

/**
 * Sets one credit aside for a publication, from the first of the unit's buckets that has one.
 * A publication has one hold in its life: while that is held nothing is changed.
 */
export async function holdCredit(ctx: Context, input: HoldInput): Promise<void> {
  assertTransaction(ctx);
  const { isReady, left } = await drawCredit(ctx, input);
  if (left !== null) await noteLowBalance(ctx, input.accountId, input.unit, left);
  else if (isReady) throw noneLeft(input.unit);
  else await holdStepByStep(ctx, input);
}

/**
 * One credit each for publications that have never held one. Answers which of them have one now; for the others nothing was changed,
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

  const { accountId } = input;
  if (input.unit === 'publication') await grantAllowance(ctx, accountId);
  const holdId = newId('hld');
  for (const bucket of BUCKETS_OF_UNIT[input.unit]) {
    if (!(await moveCredits(ctx, { accountId, bucket, kind: 'hold', available: -1, held: 1, holdId }))) continue;
    ctx.em.create(CreditHold, {
      id: holdId,
      accountId,
      publicationId: input.publicationId,
      workspaceId: input.workspaceId,
      grantId: input.grantId,
      coGrantIds: input.coGrantIds?.length ? [...input.coGrantIds] : null,
      bucket,
      state: 'held',
      createdAt: ctx.clock.now(),
      endedAt: null,
    });
    await ctx.em.flush();
    await noteLowBalance(ctx, accountId, input.unit);
    return;
  }
  throw noneLeft(input.unit);
}

function noneLeft(unit: CreditUnit): DomainError {
  return new DomainError('insufficient_credits', { details: { unit, required: 1, available: 0 } });
}
