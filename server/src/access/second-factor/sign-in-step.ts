import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { type AttemptBucket, limitGuesses } from '../attempt-limit.ts';
import { noteFailedSignIn } from '../sessions/failed-sign-ins.ts';
import { type Browser, type StartedSession, startSession } from '../sessions/sessions.ts';
import { User } from '../user.entity.ts';
import { SignInStep } from './second-factor.entities.ts';
import { useRecoveryCode } from './second-factors.ts';
import { useTotpCode } from './totp-code.ts';

export const SECOND_FACTORS = ['totp', 'recovery_code'] as const;
type SecondFactorMethod = (typeof SECOND_FACTORS)[number];

const STEP_LIFE_MS = 5 * 60_000;

/** Records a correct password until a code is entered. The token goes into a cookie and grants nothing by itself. */
export async function startSignInStep(ctx: Context, userId: string): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + STEP_LIFE_MS);
  await ctx.em.insert(SignInStep, { tokenHash: stepHash(ctx, token), userId, createdAt, expiresAt });
  return { token, expiresAt };
}

const stepHash = (ctx: Pick<Context, 'sealer'>, token: string): string => ctx.sealer.hash('sign-in-step', token);

interface CompleteSignInInput {
  /** From the cookie set after the password; null without one. */
  token: string | null;
  method: SecondFactorMethod;
  code: string;
  browser: Browser;
  /** Further buckets, given the person's address. */
  bucketsOf(email: string): AttemptBucket[];
}

/**
 * The second step of a sign-in: an app or recovery code starts the session. Opens its own transaction, since a wrong
 * code must be counted in it.
 */
export async function completeSignIn(
  ctx: Context,
  input: CompleteSignInInput,
): Promise<StartedSession & { userId: string; email: string }> {
  const step = await openStep(ctx, input.token);
  if (!step) {
    await noteFailedSignIn(ctx, { userId: null, address: input.browser.address, by: input.method });
    throw new DomainError('sign_in_expired');
  }
  const { userId } = step;
  const { email } = await ctx.em.findOneOrFail(User, { id: userId });
  const session = await limitGuesses(ctx, input.bucketsOf(email), (tx) => enter(tx, step, input));
  if (!session) throw new DomainError('wrong_code');
  return { ...session, userId, email };
}

async function openStep(ctx: Context, token: string | null): Promise<SignInStep | null> {
  return token === null ? null : ctx.em.findOne(SignInStep, { tokenHash: stepHash(ctx, token), expiresAt: { $gt: ctx.clock.now() } });
}

async function enter(tx: Context, { tokenHash, userId }: SignInStep, input: CompleteSignInInput): Promise<StartedSession | null> {
  const useCode = input.method === 'totp' ? useTotpCode : useRecoveryCode;
  if (!(await useCode(tx, userId, input.code))) {
    await noteFailedSignIn(tx, { userId, address: input.browser.address, by: input.method });
    return null;
  }
  // Concurrent calls: one succeeds; the rollback restores the other's code.
  if ((await tx.em.nativeDelete(SignInStep, { tokenHash })) === 0) throw new DomainError('sign_in_expired');
  const session = await startSession(tx, userId, { ...input.browser, hasShownSecondFactor: true });
  await recordAudit(tx, { accountId: null, action: 'session.started', subjectId: userId, details: { by: `password+${input.method}` } });
  return session;
}
