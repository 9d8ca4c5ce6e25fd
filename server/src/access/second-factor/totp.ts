import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { limitGuesses } from '../attempt-limit.ts';
import { mailPerson } from '../people.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { Session } from '../sessions/session.entity.ts';
import { RecoveryCode, SignInStep, TotpSecret } from './second-factor.entities.ts';
import { issueRecoveryCodes, requireEnrolment } from './second-factors.ts';
import { lockTotp, newTotpSecret, takeStep, totpPlace, totpUri } from './totp-code.ts';

interface TotpEnrolment {
  /** In base32, for an app without a camera. */
  secret: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

/**
 * Creates the secret for the person's authenticator app, which is only in this result. It takes effect once a code
 * has confirmed it; starting again replaces it.
 */
export async function beginTotp(ctx: Context): Promise<TotpEnrolment> {
  assertTransaction(ctx);
  const { userId, email } = await requireEnrolment(ctx);
  if ((await lockTotp(ctx, userId))?.confirmedAt) {
    throw new DomainError('already_exists', {
      message: say`An authenticator app is set up already. Turn it off first to set up another one.`,
    });
  }
  const secret = newTotpSecret();
  await ctx.em.upsert(TotpSecret, {
    userId,
    sealedSecret: ctx.sealer.seal(secret, totpPlace(userId)),
    createdAt: ctx.clock.now(),
    confirmedAt: null,
    lastStep: null,
  });
  await recordAudit(ctx, { accountId: null, action: 'totp.begun', subjectId: userId });
  return { secret, uri: totpUri(secret, email) };
}

const MOST_ATTEMPTS = 10;

/**
 * A first code proves that the app has the secret; from then on sign-in requires one. Returns the recovery codes,
 * once. Opens its own transaction, since a wrong code must be counted in it.
 */
export async function confirmTotp(ctx: Context, code: string): Promise<string[]> {
  const { userId, sessionId } = await requireEnrolment(ctx);
  const buckets = [{ name: `confirm-totp/person/${userId}`, most: MOST_ATTEMPTS }];
  const codes = await limitGuesses(ctx, buckets, async (tx) => {
    const shared = await lockTotp(tx, userId);
    if (!shared)
      throw new DomainError('invalid_state', { message: say`There is no authenticator app to confirm. Begin with a new QR code.` });
    if (shared.confirmedAt) throw new DomainError('invalid_state', { message: say`The authenticator app is confirmed already.` });
    if (!(await takeStep(tx, shared, code))) return null;
    shared.confirmedAt = tx.clock.now();
    await tx.em.flush();
    // Entering the code counts as using the second factor.
    await tx.em.nativeUpdate(Session, { id: sessionId }, { secondFactorAt: tx.clock.now() });
    await recordAudit(tx, { accountId: null, action: 'totp.confirmed', subjectId: userId });
    await mailPerson(tx, userId, say`An authenticator app was set up: sign-in asks for its code from now on.`);
    return issueRecoveryCodes(tx, userId);
  });
  if (!codes) throw new DomainError('wrong_code');
  return codes;
}

/** Removes the authenticator app and its recovery codes; sign-in requires only the password again. */
export async function disableTotp(ctx: Context): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  const removed = await ctx.em.nativeDelete(TotpSecret, { userId });
  await ctx.em.nativeDelete(RecoveryCode, { userId });
  await ctx.em.nativeDelete(SignInStep, { userId });
  if (removed === 0) return;
  await recordAudit(ctx, { accountId: null, action: 'totp.disabled', subjectId: userId });
  await mailPerson(ctx, userId, say`The authenticator app and its recovery codes were removed: sign-in asks for the password alone.`);
}

/** Replaces the recovery codes by ten new ones. */
export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  if (!(await lockTotp(ctx, userId))?.confirmedAt) {
    throw new DomainError('invalid_state', { message: say`Recovery codes go with an authenticator app. Set one up first.` });
  }
  await recordAudit(ctx, { accountId: null, action: 'recovery_codes.renewed', subjectId: userId });
  return issueRecoveryCodes(ctx, userId);
}
