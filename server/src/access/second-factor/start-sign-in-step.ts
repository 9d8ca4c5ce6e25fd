import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { SignInStep } from './sign-in-step.entity.ts';

export const SECOND_FACTORS = ['totp', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof SECOND_FACTORS)[number];

const STEP_LIFE_MS = 5 * 60_000;

/** Records a correct password until a code is entered. The token goes into a cookie and grants nothing by itself. */
export async function startSignInStep(ctx: Context, userId: string): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + STEP_LIFE_MS);
  await ctx.em.insert(SignInStep, { tokenHash: stepHash(ctx, token), userId, createdAt, expiresAt });
  return { token, expiresAt };
}

export const stepHash = (ctx: Pick<Context, 'sealer'>, token: string): string => ctx.sealer.hash('sign-in-step', token);
