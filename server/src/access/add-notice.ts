import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { Notice, type NoticeKind } from './notice.entity.ts';

/** Tells an account's owners something, in the transaction of what happened. */
export async function addNotice(ctx: Context, input: { accountId: string; kind: NoticeKind; message: string }): Promise<void> {
  assertTransaction(ctx);
  await ctx.em.insert(Notice, { id: newId('ntc'), ...input, createdAt: ctx.clock.now() });
}
