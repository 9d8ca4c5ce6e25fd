import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { mailPerson } from '../mail-person.ts';
import { hashPassword } from '../password.ts';
import { SignInStep } from '../second-factor/sign-in-step.entity.ts';
import { Session } from '../session.entity.ts';
import { User } from '../user.entity.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { resetHash } from './start-password-reset.ts';

/**
 * Uses a link up for a new password: every browser is signed out, and nobody is signed in, so that a
 * second factor is still asked for. A link that came by mail proves the address, too.
 */
export async function resetPassword(ctx: Context, { token, password }: { token: string; password: string }): Promise<void> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const reset = await ctx.em.findOne(PasswordReset, { tokenHash: resetHash(ctx, token), expiresAt: { $gt: now } });
  if (!reset) throw new DomainError('reset_link_invalid');
  const { userId } = reset;
  const user = await ctx.em.findOneOrFail(User, { id: userId });
  const passwordHash = await hashPassword({ password, pointer: '/password', about: [user.email, user.name] });
  // Of two at once one gets through; what it refuses above leaves the link as it is.
  if ((await ctx.em.nativeDelete(PasswordReset, { tokenHash: reset.tokenHash })) === 0) throw new DomainError('reset_link_invalid');
  const confirmed = reset.isMailed && !user.emailConfirmedAt ? { emailConfirmedAt: now } : {};
  await ctx.em.nativeUpdate(User, { id: userId }, { passwordHash, ...confirmed });
  const sessionsEnded = await ctx.em.nativeDelete(Session, { userId });
  await ctx.em.nativeDelete(SignInStep, { userId });
  await recordAudit(ctx, {
    accountId: null,
    action: 'password.reset',
    subjectId: userId,
    details: { byMail: reset.isMailed, sessionsEnded },
  });
  await mailPerson(ctx, userId, 'Your password was replaced by a link for lost passwords, and every browser was signed out.');
}
