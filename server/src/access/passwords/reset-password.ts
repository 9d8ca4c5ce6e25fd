import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { mailPerson } from '../mail-person.ts';
import { SignInStep } from '../second-factor/sign-in-step.entity.ts';
import { forgetDevices } from '../sessions/forget-devices.ts';
import { Session } from '../sessions/session.entity.ts';
import { User } from '../user.entity.ts';
import { hashPassword, namesAround, type PasswordHash } from './password.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { resetHash } from './start-password-reset.ts';

/** Checks and hashes the new password for the person behind the link. */
export async function hashResetPassword(ctx: Context, { token, password }: { token: string; password: string }): Promise<PasswordHash> {
  const { userId } = await findReset(ctx, token);
  const { email, name } = await ctx.em.findOneOrFail(User, { id: userId });
  const accounts = await query(ctx.em, tables.selectFrom('memberships').select('account_id').where('user_id', '=', userId));
  const around = await namesAround(
    ctx,
    accounts.map(({ account_id: accountId }) => accountId),
  );
  return hashPassword({ password, pointer: '/password', about: [email, name, ...around] });
}

/**
 * Consumes a link to set a new password: signs every browser out and none in, so a second factor is still required. A
 * mailed link also confirms the address.
 */
export async function resetPassword(ctx: Context, { token, passwordHash }: { token: string; passwordHash: PasswordHash }): Promise<void> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const reset = await findReset(ctx, token);
  const { userId } = reset;
  const user = await ctx.em.findOneOrFail(User, { id: userId });
  // Concurrent calls: one succeeds.
  if ((await ctx.em.nativeDelete(PasswordReset, { tokenHash: reset.tokenHash })) === 0) throw new DomainError('reset_link_invalid');
  const confirmed = reset.isMailed && !user.emailConfirmedAt ? { emailConfirmedAt: now, emailProof: 'reset_mail' as const } : {};
  await ctx.em.nativeUpdate(User, { id: userId }, { passwordHash, ...confirmed });
  const sessionsEnded = await ctx.em.nativeDelete(Session, { userId });
  await ctx.em.nativeDelete(SignInStep, { userId });
  await forgetDevices(ctx, userId);
  await recordAudit(ctx, {
    accountId: null,
    action: 'password.reset',
    subjectId: userId,
    details: { byMail: reset.isMailed, sessionsEnded },
  });
  await mailPerson(ctx, userId, say`Your password was replaced by a link for lost passwords, and every browser was signed out.`);
}

async function findReset(ctx: Context, token: string): Promise<PasswordReset> {
  const reset = await ctx.em.findOne(PasswordReset, { tokenHash: resetHash(ctx, token), expiresAt: { $gt: ctx.clock.now() } });
  if (!reset) throw new DomainError('reset_link_invalid');
  return reset;
}
