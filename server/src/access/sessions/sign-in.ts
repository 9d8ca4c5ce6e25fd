import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { type AttemptBucket, countGuess, requireAttemptsLeft } from '../attempt-limit.ts';
import { isPassword, type PasswordLine } from '../passwords/password.ts';
import { hasTotp } from '../second-factor/second-factors.ts';
import { startSignInStep } from '../second-factor/sign-in-step.ts';
import { User } from '../user.entity.ts';
import { noteFailedSignIn } from './failed-sign-ins.ts';
import { type Browser, startSession } from './sessions.ts';

export interface SignInInput {
  email: string;
  password: string;
  browser: Browser;
  /** The buckets in which wrong passwords are counted; correct ones are not. */
  buckets: readonly AttemptBucket[];
  /** `known` for a browser in which this person has signed in before. */
  line: PasswordLine;
}

/** Signed in, or one step before. The token is only for a cookie, of a different kind in each case. */
export interface SignedIn {
  outcome: 'signed_in' | 'second_factor';
  token: string;
  userId: string;
  expiresAt: Date;
}

/**
 * Starts a session, or requests the second factor if the person has one. Neither the response nor its duration
 * reveals whether an address is known. Opens its own transaction, since a wrong password must be counted in it; the
 * password is checked before, in its own queue.
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignedIn> {
  await requireAttemptsLeft(ctx, input.buckets);
  const email = input.email.trim().toLowerCase();
  const user = await ctx.em.findOne(User, { email }, { populate: ['passwordHash'] });
  const isRight = await isPassword(input.password, user?.passwordHash ?? null, input.line);
  const entered = await countGuess(ctx, input.buckets, async (tx) => {
    const entered = isRight && user?.passwordHash ? await enter(tx, user.id, user.passwordHash, input.browser) : null;
    if (entered) return entered;
    await noteFailedSignIn(tx, { userId: user?.id ?? null, address: input.browser.address, by: 'password' });
    return null;
  });
  if (!entered) throw new DomainError('wrong_credentials');
  return entered;
}

/** Null if the password was replaced after it had been checked: that ends the sessions of the moment, so this one waits for it. */
async function enter(tx: Context, userId: string, passwordHash: string, browser: Browser): Promise<SignedIn | null> {
  const user = tables.selectFrom('users').select('id').where('id', '=', userId).where('password_hash', '=', passwordHash).forShare();
  if ((await query(tx.em, user)).length === 0) return null;
  if (await hasTotp(tx, userId)) return { outcome: 'second_factor', userId, ...(await startSignInStep(tx, userId)) };
  const session = await startSession(tx, userId, browser);
  await recordAudit(tx, { accountId: null, action: 'session.started', subjectId: userId });
  return { outcome: 'signed_in', userId, ...session };
}
