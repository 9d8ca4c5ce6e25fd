import { Account } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { type Balance, readBalances } from './credit-queries.ts';
import { moveCredits } from './move-credits.ts';
import { readProduct, readQuantity } from './read-purchase.ts';

export interface AddCreditsInput {
  accountId: string;
  /** Id in the product catalogue. */
  product: string;
  /** Pieces of the product, 1 to 1,000. */
  quantity: number;
}

/** Books a purchase. Only the operator may; owners buy by a checkout (payments/). */
export async function addCredits(ctx: Context, input: AddCreditsInput): Promise<Balance[]> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  const product = readProduct(input.product);
  readQuantity(input.quantity);
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
