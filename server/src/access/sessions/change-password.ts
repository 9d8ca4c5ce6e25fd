import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import { hashPassword, namesAround, type PasswordHash } from '../passwords/password.ts';
import { mailPerson } from '../people.ts';
import { User } from '../user.entity.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';
import { endOtherSessions } from './sessions.ts';

/** Checks and hashes the signed-in person's new password; requires a recent sign-in. */
export async function hashNewPassword(ctx: Context, newPassword: string): Promise<PasswordHash> {
  const { email, name, roles } = await requireRecentSignIn(ctx);
  const about = [email, name, ...(await namesAround(ctx, [...roles.keys()]))];
  return hashPassword({ password: newPassword, pointer: '/newPassword', about });
}

/** Sets a new password and signs out all other sessions. reauthenticate() has checked the old one. */
export async function changePassword(ctx: Context, passwordHash: PasswordHash): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  await ctx.em.nativeUpdate(User, { id: userId }, { passwordHash });
  await recordAudit(ctx, { accountId: null, action: 'password.changed', subjectId: userId });
  await mailPerson(ctx, userId, say`Your password was changed.`);
  await endOtherSessions(ctx);
}
