import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { SignInStep } from '../second-factor/sign-in-step.entity.ts';
import { forgetDevices } from './forget-devices.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';
import { Session } from './session.entity.ts';

/** Signs one of the person's own browsers out, from the commit on in every process. */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  if ((await ctx.em.nativeDelete(Session, { id: sessionId, userId })) === 0) throw new DomainError('not_found');
  await forgetDevices(ctx, userId, { of: sessionId });
  await recordAudit(ctx, { accountId: null, action: 'session.ended', subjectId: userId, details: { sessionId } });
}

/** Signs every other browser of the person out, sign-ins under way included. Returns how many there were. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  assertTransaction(ctx);
  const { userId, sessionId } = await requireRecentSignIn(ctx);
  const ended = await ctx.em.nativeDelete(Session, { userId, id: { $ne: sessionId } });
  await ctx.em.nativeDelete(SignInStep, { userId });
  await forgetDevices(ctx, userId, { butOf: sessionId });
  await recordAudit(ctx, { accountId: null, action: 'session.others_ended', subjectId: userId, details: { ended } });
  return ended;
}
