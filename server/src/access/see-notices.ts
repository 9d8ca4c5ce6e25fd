import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { requireRole } from './authorise.ts';
import { Notice } from './notice.entity.ts';

/** Marks every notice of an account up to this one as seen. Doing it twice changes nothing. */
export async function seeNotices(ctx: Context, input: { accountId: string; upToId: string }): Promise<void> {
  assertTransaction(ctx);
  await requireRole(ctx, input.accountId, 'manage');
  await ctx.em.nativeUpdate(Notice, { accountId: input.accountId, id: { $lte: input.upToId }, seenAt: null }, { seenAt: ctx.clock.now() });
}
