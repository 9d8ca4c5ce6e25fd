import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { Session } from './session.entity.ts';

/** Ends the actor's own session; no effect without one. */
export async function signOut(ctx: Context): Promise<void> {
  assertTransaction(ctx);
  if (ctx.actor.kind !== 'user') return;
  await ctx.em.nativeDelete(Session, { id: ctx.actor.sessionId });
  await recordAudit(ctx, { accountId: null, action: 'session.ended', subjectId: ctx.actor.userId });
}
