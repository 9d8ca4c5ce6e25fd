import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { type Browser, type StartedSession, startSession } from '../sessions/start-session.ts';
import { User } from '../user.entity.ts';
import { type Assertion, usePasskey } from './use-passkey.ts';

/** Starts a session for whoever the passkey belongs to. Throws `passkey_refused`. */
export async function signInWithPasskey(
  ctx: Context,
  { assertion, browser }: { assertion: Assertion; browser: Browser },
): Promise<StartedSession & { userId: string; email: string }> {
  const passkey = await usePasskey(ctx, assertion);
  if (!passkey) throw new DomainError('passkey_refused');
  const { userId } = passkey;
  const { email } = await ctx.em.findOneOrFail(User, { id: userId });
  const session = await startSession(ctx, userId, browser);
  await recordAudit(ctx, {
    accountId: null,
    action: 'session.started',
    subjectId: userId,
    details: { by: 'passkey', passkeyId: passkey.id },
  });
  return { ...session, userId, email };
}
