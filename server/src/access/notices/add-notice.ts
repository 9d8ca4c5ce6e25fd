import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { newId } from '../../new-id.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { Notice, type NoticeKind } from './notice.entity.ts';
import { findOwners, NOTICE_MAILS } from './notice-mails.ts';

/** Mails of one kind to the owners of an account; an agent that rotates its key all day fills nobody's mailbox. */
const MOST_MAILS_AN_HOUR = 10;
const HOUR_MS = 3_600_000;

/** Tells an account's owners something, in the transaction of what happened: in the console, and by mail where that is set. */
export async function addNotice(ctx: Context, input: { accountId: string; kind: NoticeKind; message: string }): Promise<void> {
  assertTransaction(ctx);
  const { accountId, kind, message } = input;
  const createdAt = ctx.clock.now();
  await ctx.em.insert(Notice, { id: newId('ntc'), accountId, kind, message, createdAt });
  if (!ctx.config.mail) return;
  const lately = await ctx.em.count(Notice, { accountId, kind, createdAt: { $gt: new Date(createdAt.getTime() - HOUR_MS) } });
  if (lately > MOST_MAILS_AN_HOUR) return;
  const { subject, page, label } = NOTICE_MAILS[kind];
  for (const to of await findOwners(ctx, accountId)) {
    const link = { label, url: `${ctx.config.publicUrl}${page}` };
    await queueMail(ctx, { accountId, to, subject, paragraphs: [message], link });
  }
}
