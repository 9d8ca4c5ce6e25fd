import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { lockTotp } from './totp-code.ts';

/** Replaces the recovery codes by ten new ones. */
export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  if (!(await lockTotp(ctx, userId))?.confirmedAt) {
    throw new DomainError('invalid_state', { message: say`Recovery codes go with an authenticator app. Set one up first.` });
  }
  await recordAudit(ctx, { accountId: null, action: 'recovery_codes.renewed', subjectId: userId });
  return issueRecoveryCodes(ctx, userId);
}
