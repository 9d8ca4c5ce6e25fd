import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { newId } from '../../new-id.ts';
import { Mail } from './mail.entity.ts';
import type { MailMessage } from './mail-message.ts';
import { sayMessage } from './say-message.ts';

const LIFE_MS = 86_400_000;

/**
 * Sends a message after the commit, in the recipient's language; does nothing without SMTP_URL. The queue entry
 * carries only the row's id; the row's content is encrypted.
 */
export async function queueMail(
  ctx: Context,
  {
    accountId,
    expiresAt,
    isSentOnce = false,
    ...message
  }: MailMessage & { accountId: string | null; expiresAt?: Date; isSentOnce?: boolean },
): Promise<void> {
  assertTransaction(ctx);
  if (!ctx.config.mail) return;
  const id = newId('mai');
  const createdAt = ctx.clock.now();
  await ctx.em.insert(Mail, {
    id,
    accountId,
    sealedMessage: ctx.sealer.seal(JSON.stringify(await sayMessage(message)), mailPlace(id)),
    // Given, though it is the default: the insert would ask for it back, and a request reads no mail.
    attempts: 0,
    isSentOnce,
    createdAt,
    expiresAt: expiresAt ?? new Date(createdAt.getTime() + LIFE_MS),
  });
  await ctx.queue.enqueueMail(ctx.em, id);
}

/** What a message is sealed for. */
export const mailPlace = (id: string): string => `mails/${id}/sealed_message`;
