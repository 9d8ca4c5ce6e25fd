import type { Context } from '../../context.ts';
import { RecoveryCode } from './recovery-code.entity.ts';
import { TotpSecret } from './totp-secret.entity.ts';

export interface SecondFactor {
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
