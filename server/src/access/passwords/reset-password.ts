import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { joined, LocalTime, say } from '../../languages/sentence.ts';
import { requireOperator } from '../authorise.ts';
import { endIntegrationsOf } from '../grants/change-grant.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mailPerson, personByEmail, timeZoneOf } from '../people.ts';
import { removeSecondFactors } from '../second-factor/reset-second-factor.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { User } from '../user.entity.ts';
import { hashPassword, namesAround, type PasswordHash } from './password.ts';
import { PasswordReset } from './password-reset.entity.ts';

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
 * mailed link also confirms the address: second factors and programs from before are removed then.
 */
export async function resetPassword(ctx: Context, { token, passwordHash }: { token: string; passwordHash: PasswordHash }): Promise<void> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const reset = await findReset(ctx, token);
  const { userId } = reset;
  const user = await ctx.em.findOneOrFail(User, { id: userId });
  // Concurrent calls: one succeeds.
  if ((await ctx.em.nativeDelete(PasswordReset, { tokenHash: reset.tokenHash })) === 0) throw new DomainError('reset_link_invalid');
  const isConfirmed = reset.isMailed && !user.emailConfirmedAt;
  const confirmed = isConfirmed ? { emailConfirmedAt: now, emailProof: 'reset_mail' as const } : {};
  await ctx.em.nativeUpdate(User, { id: userId }, { passwordHash, ...confirmed });
  // Another person may have set these up with an address that they could not confirm.
  const removed = isConfirmed ? await removeSecondFactors(ctx, userId) : {};
  if (isConfirmed) await endIntegrationsOf(ctx, { userId });
  const sessionsEnded = await endAllSessions(ctx, userId);
  await recordAudit(ctx, {
    accountId: null,
    action: 'password.reset',
    subjectId: userId,
    details: { byMail: reset.isMailed, sessionsEnded, ...removed },
  });
  const replaced = say`Your password was replaced by a link for lost passwords, and every browser was signed out.`;
  const cleared = say`Your address was confirmed by it, so passkeys, authenticator app and programs from before were removed. Set up a new second factor.`;
  await mailPerson(ctx, userId, isConfirmed ? joined([replaced, cleared]) : replaced);
}

async function findReset(ctx: Context, token: string): Promise<PasswordReset> {
  const reset = await ctx.em.findOne(PasswordReset, { tokenHash: resetHash(ctx, token), expiresAt: { $gt: ctx.clock.now() } });
  if (!reset) throw new DomainError('reset_link_invalid');
  return reset;
}

/** Mail arrives in a minute; a link handed over by the operator takes longer. */
const MAILED_FOR_MS = HOUR_MS;
const HANDED_OVER_FOR_MS = DAY_MS;

/**
 * Mails a password reset link to the owner of this address, where mail is configured. Unknown addresses get nothing,
 * and the caller cannot tell the difference.
 */
export async function mailPasswordReset(ctx: Context, email: string): Promise<void> {
  assertTransaction(ctx);
  const user = await ctx.em.findOne(User, { email: email.trim().toLowerCase() });
  if (!user || !ctx.config.mail) return;
  const { link, expiresAt } = await makeLink(ctx, user.id, { isMailed: true, lifeMs: MAILED_FOR_MS });
  await recordAudit(ctx, { accountId: null, action: 'password.reset_asked', subjectId: user.id, details: { by: 'mail' } });
  await queueMail(ctx, {
    accountId: null,
    to: { name: user.name, email: user.email, language: user.language ?? null },
    subject: say`A new password for Countersign`,
    paragraphs: [
      say`A password reset was requested for this address.`,
      say`The link works once, until ${new LocalTime(expiresAt, await timeZoneOf(ctx, { userId: user.id }))}. If this was not you, ignore this email: nothing has changed.`,
    ],
    link: { label: say`Choose a new password`, url: link },
    expiresAt,
  });
}

/** For people without mail, by the operator: a link to hand over. The operator has verified who requests it. */
export async function makePasswordReset(ctx: Context, address: string): Promise<{ userId: string; link: string; expiresAt: Date }> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const user = await personByEmail(ctx, address);
  await recordAudit(ctx, { accountId: null, action: 'password.reset_asked', subjectId: user.id, details: { by: 'operator' } });
  return { userId: user.id, ...(await makeLink(ctx, user.id, { isMailed: false, lifeMs: HANDED_OVER_FOR_MS })) };
}

async function makeLink(
  ctx: Context,
  userId: string,
  { isMailed, lifeMs }: { isMailed: boolean; lifeMs: number },
): Promise<{ link: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  // The newest link is the one that works.
  await ctx.em.nativeDelete(PasswordReset, { userId });
  await ctx.em.insert(PasswordReset, { tokenHash: resetHash(ctx, token), userId, createdAt, expiresAt, isMailed });
  return { link: `${ctx.config.publicUrl}/new-password#token=${token}`, expiresAt };
}

const resetHash = ({ sealer }: Pick<Context, 'sealer'>, token: string): string => sealer.hash('password-reset', token);
