import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { mailPerson } from '../mail-person.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { Passkey } from './passkey.entity.ts';

/** Removes one of the person's own passkeys with immediate effect. */
export async function removePasskey(ctx: Context, passkeyId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  if ((await ctx.em.nativeDelete(Passkey, { id: passkeyId, userId })) === 0) throw new DomainError('not_found');
  await recordAudit(ctx, { accountId: null, action: 'passkey.removed', subjectId: userId, details: { passkeyId } });
  await mailPerson(ctx, userId, say`A passkey was removed: it opens nothing any more.`);
}
