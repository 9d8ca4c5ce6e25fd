import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import { mailPerson } from '../mail-person.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { RecoveryCode } from './recovery-code.entity.ts';
import { SignInStep } from './sign-in-step.entity.ts';
import { TotpSecret } from './totp-secret.entity.ts';

/** Removes the authenticator app and its recovery codes; sign-in requires only the password again. */
export async function disableTotp(ctx: Context): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  const removed = await ctx.em.nativeDelete(TotpSecret, { userId });
  await ctx.em.nativeDelete(RecoveryCode, { userId });
  await ctx.em.nativeDelete(SignInStep, { userId });
  if (removed === 0) return;
  await recordAudit(ctx, { accountId: null, action: 'totp.disabled', subjectId: userId });
  await mailPerson(ctx, userId, say`The authenticator app and its recovery codes were removed: sign-in asks for the password alone.`);
}
