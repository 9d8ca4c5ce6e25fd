import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { requireEnrolment } from './require-enrolment.ts';
import { newTotpSecret, totpPlace, totpUri } from './totp-code.ts';
import { TotpSecret } from './totp-secret.entity.ts';
import { lockTotp } from './use-totp-code.ts';

export interface TotpEnrolment {
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
