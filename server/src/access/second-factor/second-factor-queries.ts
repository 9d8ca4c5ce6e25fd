import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import type { PersonActor } from '../authorise.ts';
import { Passkey } from '../passkeys/passkey.entities.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { RecoveryCode, TotpSecret } from './second-factor.entities.ts';

interface SecondFactor {
  /** When sign-in began to require a code; null if it does not. */
  totpSince: Date | null;
  recoveryCodesLeft: number;
}

/** A person's second factors. */
export async function readSecondFactor(ctx: Context, userId: string): Promise<SecondFactor> {
  const shared = await ctx.em.findOne(TotpSecret, { userId });
  const recoveryCodesLeft = await ctx.em.count(RecoveryCode, { userId, usedAt: null });
  return { totpSince: shared?.confirmedAt ?? null, recoveryCodesLeft };
}

/** Whether sign-in requires a code of the person. */
export async function hasTotp(ctx: Context, userId: string): Promise<boolean> {
  return (await ctx.em.count(TotpSecret, { userId, confirmedAt: { $ne: null } })) > 0;
}

/**
 * Requires a person who has just signed in, before a passkey or an app is added. Where a second factor is mandatory,
 * an existing one must have been used: otherwise the password alone would be enough to add another.
 */
export async function requireEnrolment(ctx: Context): Promise<PersonActor> {
  const actor = await requireRecentSignIn(ctx);
  if (!actor.lacksSecondFactor) return actor;
  if ((await hasTotp(ctx, actor.userId)) || (await ctx.em.count(Passkey, { userId: actor.userId })) > 0) {
    throw new DomainError('second_factor_required', { message: say`Show the second factor that you have, before you add another one.` });
  }
  return actor;
}
