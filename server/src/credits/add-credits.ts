import { Account } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { type Balance, readBalances } from './credit-queries.ts';
import { moveCredits } from './move-credits.ts';
import { PRODUCTS } from './products.ts';

const MOST_PIECES = 1_000;

export interface AddCreditsInput {
  accountId: string;
  /** Id in the product catalogue. */
  product: string;
  /** Pieces of the product, 1 to 1,000. */
  quantity: number;
}

/** Books a purchase. Only the operator may: nothing of the API sells credits. */
export async function addCredits(ctx: Context, input: AddCreditsInput): Promise<Balance[]> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const product = PRODUCTS.find(({ id }) => id === input.product);
  if (!product)
    throw new DomainError('bad_user_input', {
      message: `There is no product "${input.product}"; there are ${PRODUCTS.map(({ id }) => id).join(' and ')}.`,
    });
  if (!Number.isInteger(input.quantity) || input.quantity < 1 || input.quantity > MOST_PIECES) {
    throw new DomainError('bad_user_input', { message: `The quantity must be a whole number from 1 to ${MOST_PIECES}.` });
  }
  if (!(await ctx.em.findOne(Account, input.accountId))) throw new DomainError('not_found');

  const added = product.quantity * input.quantity;
  await moveCredits(ctx, {
    accountId: input.accountId,
    bucket: product.bucket,
    kind: 'purchase',
    available: added,
    held: 0,
    product: product.id,
    note: `${input.quantity} × ${product.label}`,
  });
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: input.accountId,
    action: 'credits.added',
    subjectId: input.accountId,
    details: { product: product.id, quantity: input.quantity, credits: added },
  });
  return readBalances(ctx, input.accountId);
}
