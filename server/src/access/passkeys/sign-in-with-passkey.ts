import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { noteFailedSignIn } from '../sessions/note-failed-sign-in.ts';
import { type Browser, type StartedSession, startSession } from '../sessions/start-session.ts';
import { User } from '../user.entity.ts';
import { Passkey } from './passkey.entity.ts';
import { type Assertion, usePasskey } from './use-passkey.ts';

/** Records a refused passkey, after its own transaction was rolled back. Needs another one. */
export async function notePasskeyRefused(tx: Context, { response }: Assertion, address: string | null): Promise<void> {
  const passkey = await tx.em.findOne(Passkey, { credentialId: response.id });
  await noteFailedSignIn(tx, { userId: passkey?.userId ?? null, address, by: 'passkey' });
}

/** Starts a session for the passkey's owner. Throws `passkey_refused`. */
export async function signInWithPasskey(
  ctx: Context,
  { assertion, browser }: { assertion: Assertion; browser: Browser },
): Promise<StartedSession & { userId: string; email: string }> {
  const passkey = await usePasskey(ctx, assertion);
  if (!passkey) throw new DomainError('passkey_refused');
  const { userId } = passkey;
  const { email } = await ctx.em.findOneOrFail(User, { id: userId });
  const session = await startSession(ctx, userId, { ...browser, hasShownSecondFactor: true });
  await recordAudit(ctx, {
    accountId: null,
    action: 'session.started',
    subjectId: userId,
    details: { by: 'passkey', passkeyId: passkey.id },
  });
  return { ...session, userId, email };
}
