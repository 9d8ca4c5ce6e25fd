import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
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
  const owners = await query(
    ctx.em,
    tables
      .selectFrom('memberships')
      .select('user_id')
      .where('account_id', '=', about.accountId)
      .where('role', '=', literal('owner'))
      .orderBy('user_id'),
  );
  const createdAt = ctx.clock.now();
  const rows = owners.map(({ user_id: userId }) => ({ id: newId('ntc'), ...about, ...keepWords(message), userId, createdAt }));
  if (rows.length > 0) await ctx.em.insertMany(Notice, rows);
}
