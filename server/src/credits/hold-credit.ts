import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { CreditHold } from './credit-hold.entity.ts';
import { grantAllowance } from './grant-allowance.ts';
import { moveCredits } from './move-credits.ts';
import { noteLowBalance } from './note-low-balance.ts';
import { BUCKETS_OF_UNIT, type CreditUnit } from './products.ts';

export interface HoldInput {
  accountId: string;
  publicationId: string;
  unit: CreditUnit;
  /** Counts against this grant's limits. */
  grantId: string | null;
  /** And against these. */
  coGrantIds?: readonly string[];
}

/**
 * Sets one credit aside for a publication, from the first of the unit's buckets that has one.
 * A publication has one hold in its life: while that is held it is returned again.
 */
export async function holdCredit(ctx: Context, input: HoldInput): Promise<CreditHold> {
  assertTransaction(ctx);
  const standing = await ctx.em.findOne(CreditHold, { publicationId: input.publicationId }, { refresh: true });
  if (standing?.state === 'held') return standing;
  if (standing) throw new Error(`The hold of ${input.publicationId} has ended as ${standing.state}; it cannot be held again.`);

  const { accountId } = input;
  if (input.unit === 'publication') await grantAllowance(ctx, accountId);
  const holdId = newId('hld');
  for (const bucket of BUCKETS_OF_UNIT[input.unit]) {
    if (!(await moveCredits(ctx, { accountId, bucket, kind: 'hold', available: -1, held: 1, holdId }))) continue;
    const hold = ctx.em.create(CreditHold, {
      id: holdId,
      accountId,
      publicationId: input.publicationId,
      grantId: input.grantId,
      coGrantIds: input.coGrantIds?.length ? [...input.coGrantIds] : null,
      bucket,
      state: 'held',
      createdAt: ctx.clock.now(),
      endedAt: null,
    });
    await ctx.em.flush();
    await noteLowBalance(ctx, accountId, input.unit);
    return hold;
  }
  throw new DomainError('insufficient_credits', { details: { unit: input.unit, required: 1, available: 0 } });
}
