import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { joined, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { newId } from '../../new-id.ts';
import { requireOperator } from '../authorise.ts';
import { Notice } from '../notice.entity.ts';
import { Passkey } from '../passkeys/passkey.entities.ts';
import { PasswordReset } from '../passwords/password-reset.entity.ts';
import { mailPerson, personByEmail } from '../people.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { Membership } from '../user.entity.ts';
import { RecoveryCode, TotpSecret } from './second-factor.entities.ts';

export interface SecondFactorReset {
  userId: string;
  hadTotp: boolean;
  passkeysRemoved: number;
  sessionsEnded: number;
}

/**
 * For a person who lost their second factor: app, recovery codes and passkeys are removed and every browser is signed
 * out. Only the password is required then. The operator has verified who requests it; the person is notified in case
 * it was someone else.
 */
export async function resetSecondFactor(ctx: Context, address: string): Promise<SecondFactorReset> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const user = await personByEmail(ctx, address);
  const userId = user.id;
  await ctx.em.nativeDelete(PasswordReset, { userId });
  const details = { ...(await removeSecondFactors(ctx, userId)), sessionsEnded: await endAllSessions(ctx, userId) };
  await recordAudit(ctx, { accountId: null, action: 'second_factor.reset', subjectId: userId, details });
  await notifyPerson(ctx, userId);
  return { userId, ...details };
}

/** Removes a person's authenticator app, recovery codes and passkeys. Needs a transaction. */
export async function removeSecondFactors(ctx: Context, userId: string): Promise<{ hadTotp: boolean; passkeysRemoved: number }> {
  assertTransaction(ctx);
  const hadTotp = (await ctx.em.nativeDelete(TotpSecret, { userId })) > 0;
  await ctx.em.nativeDelete(RecoveryCode, { userId });
  return { hadTotp, passkeysRemoved: await ctx.em.nativeDelete(Passkey, { userId }) };
}

/** In the console, and by mail where configured. */
async function notifyPerson(ctx: Context, userId: string): Promise<void> {
  const message = say`The operator removed your authenticator app, recovery codes and passkeys and signed every browser out.`;
  const kept = toStoredMessage(joined([message, say`Set up a new second factor.`]));
  const memberships = await ctx.em.find(Membership, { userId });
  const createdAt = ctx.clock.now();
  await ctx.em.insertMany(
    Notice,
    memberships.map(({ accountId }) => ({
      id: newId('ntc'),
      accountId,
      userId,
      kind: 'second_factor_reset' as const,
      ...kept,
      createdAt,
      // Mailed immediately below, regardless of their notification settings.
      routedAt: createdAt,
    })),
  );
  await mailPerson(ctx, userId, message);
}
