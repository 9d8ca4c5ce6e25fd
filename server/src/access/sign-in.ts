import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { isPassword } from './password.ts';
import { startSession } from './start-session.ts';
import { User } from './user.entity.ts';

export interface SignInInput {
  email: string;
  password: string;
  userAgent: string;
}

export interface SignedIn {
  /** For the cookie alone. */
  token: string;
  userId: string;
  expiresAt: Date;
}

/** Starts a session. Neither the answer nor the time it takes tells whether the address is known. */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignedIn> {
  assertTransaction(ctx);
  const user = await ctx.em.findOne(User, { email: input.email.trim().toLowerCase() });
  if (!(await isPassword(input.password, user?.passwordHash ?? null)) || !user) throw new DomainError('wrong_credentials');
  const session = await startSession(ctx, user.id, input.userAgent);
  await recordAudit(ctx, { accountId: null, action: 'session.started', subjectId: user.id });
  return { ...session, userId: user.id };
}
