import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { keepWords } from '../../languages/kept-sentence.ts';
import type { Words } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { Notice, type NoticeKind } from './notice.entity.ts';

/** Adds a notice for an account's owners, in the same transaction. The worker sends mail and push (notices/). */
export async function addNotice(
  ctx: Context,
  { message, ...about }: { accountId: string; kind: NoticeKind; message: Words },
): Promise<void> {
  assertTransaction(ctx);
  const owners = await ctx.em.execute<{ user_id: string }[]>(
    `select user_id from memberships where account_id = ? and role = 'owner' order by user_id`,
    [about.accountId],
  );
  const createdAt = ctx.clock.now();
  const rows = owners.map(({ user_id: userId }) => ({ id: newId('ntc'), ...about, ...keepWords(message), userId, createdAt }));
  if (rows.length > 0) await ctx.em.insertMany(Notice, rows);
}
