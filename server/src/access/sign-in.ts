import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { isPassword } from './password.ts';
import { hasTotp } from './second-factor/second-factor-queries.ts';
import { startSignInStep } from './second-factor/start-sign-in-step.ts';
import { startSession } from './start-session.ts';
import { User } from './user.entity.ts';

export interface SignInInput {
  email: string;
  password: string;
  userAgent: string;
  /** As the connection shows it. */
  address?: string;
}

/** Signed in, or one step from it. The token is for a cookie alone, and of another kind in each case. */
export interface SignedIn {
  outcome: 'signed_in' | 'second_factor';
  token: string;
  userId: string;
  expiresAt: Date;
}

/**
 * Starts a session, or asks for the second factor where the person has one. Neither the answer nor
 * the time it takes tells whether an address is known.
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignedIn> {
  assertTransaction(ctx);
  const user = await ctx.em.findOne(User, { email: input.email.trim().toLowerCase() }, { populate: ['passwordHash'] });
  if (!(await isPassword(input.password, user?.passwordHash ?? null)) || !user) throw new DomainError('wrong_credentials');
  if (await hasTotp(ctx, user.id)) {
    return { outcome: 'second_factor', userId: user.id, ...(await startSignInStep(ctx, user.id)) };
  }
  const session = await startSession(ctx, user.id, { userAgent: input.userAgent, address: input.address ?? null });
  await recordAudit(ctx, { accountId: null, action: 'session.started', subjectId: user.id });
  return { outcome: 'signed_in', userId: user.id, ...session };
}
