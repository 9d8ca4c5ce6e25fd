import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { limitGuesses } from '../attempts/limit-guesses.ts';
import { mailPerson } from '../mail-person.ts';
import { Session } from '../sessions/session.entity.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { requireEnrolment } from './require-enrolment.ts';
import { lockTotp, takeStep } from './use-totp-code.ts';

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
