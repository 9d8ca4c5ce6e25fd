import { Account } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say } from '../languages/sentence.ts';
import type { Bucket } from './credit.entities.ts';
import { type Balance, readBalances } from './credit-queries.ts';
import { grantAllowance } from './grant-allowance.ts';
import { moveCredits } from './move-credits.ts';
import { readProduct, readQuantity } from './products.ts';

const MOST = 100_000;
const { minLength, maxLength } = FIELD_RULES.credits.correctionReason;

interface CorrectCreditsInput {
  accountId: string;
  bucket: Bucket;
  /** Added, or removed if negative. */
  amount: number;
  /** The reason; permanent in the ledger. */
  reason: string;
}

/** Corrects a balance, with a reason. Operators only; no balance becomes negative. */
export async function correctCredits(ctx: Context, input: CorrectCreditsInput): Promise<Balance[]> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  const { accountId, bucket, amount } = input;
  if (!Number.isInteger(amount) || amount === 0 || Math.abs(amount) > MOST)
    throw new DomainError('bad_user_input', {
      message: say`The amount must be a whole number up to ${grouped(MOST)}, and not 0.`,
    });
  const reason = input.reason.trim();
  if (reason.length < minLength || reason.length > maxLength)
    throw new DomainError('bad_user_input', { message: say`The reason must have ${minLength} to ${maxLength} characters.` });
  if (!(await ctx.em.findOne(Account, accountId))) throw new DomainError('not_found');
  // First grants this month's allowance, which would otherwise overwrite the correction.
  if (bucket === 'allowance') await grantAllowance(ctx, accountId);
  const isMoved = await moveCredits(ctx, { accountId, bucket, kind: 'correction', available: amount, held: 0, note: reason });
  if (!isMoved) {
    throw new DomainError('insufficient_credits', { message: say`The ${bucket} balance has fewer than ${-amount} credits available.` });
  }
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'credits.corrected', subjectId: accountId, details: { bucket, amount, reason } });
  return readBalances(ctx, accountId);
}

interface AddCreditsInput {
  accountId: string;
  /** The product's id in the catalogue. */
  product: string;
  /** The number of pieces, 1 to 1,000. */
  quantity: number;
}

/** Records a purchase. Operators only; owners buy through a checkout (payments/). */
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
