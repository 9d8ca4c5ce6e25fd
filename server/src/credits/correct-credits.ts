import { Account } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say } from '../languages/sentence.ts';
import type { Bucket } from './credit-balance.entity.ts';
import { type Balance, readBalances } from './credit-queries.ts';
import { grantAllowance } from './grant-allowance.ts';
import { moveCredits } from './move-credits.ts';

const MOST = 100_000;
const { minLength, maxLength } = FIELD_RULES.credits.correctionReason;

export interface CorrectCreditsInput {
  accountId: string;
  bucket: Bucket;
  /** Added, or removed if negative. */
  amount: number;
  /** The reason; permanent in the ledger. */
  reason: string;
}

/** Puts a balance right, with a reason. Only the operator may; no balance gets below zero by it. */
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
