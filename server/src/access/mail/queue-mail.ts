import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { translateTo } from '../../languages/translate.ts';
import { newId } from '../../new-id.ts';
import type { MailMessage, SaidMessage } from './compose-mail.ts';
import { Mail } from './mail.entity.ts';

const LIFE_MS = DAY_MS;

/**
 * Sends a message after the commit, in the recipient's language; does nothing without SMTP_URL. The queue entry
 * carries only the row's id; the row's content is encrypted. One that expires, such as a link or a code, is sent before
 * others.
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
    sealedMessage: ctx.sealer.seal(JSON.stringify(await localizeMessage(message)), mailPlace(id)),
    // Explicit, although it is the default: otherwise the insert would read it back, which requests may not.
    attempts: 0,
    isSentOnce,
    createdAt,
    expiresAt: expiresAt ?? new Date(createdAt.getTime() + LIFE_MS),
  });
  await ctx.queue.enqueueMail(ctx.em, id, expiresAt !== undefined);
}

/** The encryption context of a message. */
export const mailPlace = (id: string): string => `mails/${id}/sealed_message`;

/** Renders the message in the recipient's language. */
async function localizeMessage({ subject, paragraphs, quotes, list, because, link, ...rest }: MailMessage): Promise<SaidMessage> {
  const translate = await translateTo(rest.to.language ?? 'en');
  const localizeQuote = ({ title, details = [], ...quote }: NonNullable<MailMessage['quotes']>[number]) => ({
    ...quote,
    title: translate(title),
    details: details.map(translate),
  });
  return {
    ...rest,
    subject: translate(subject),
    paragraphs: paragraphs.map(translate),
    ...(quotes ? { quotes: quotes.map(localizeQuote) } : {}),
    ...(list ? { list: list.map((item) => ({ ...item, text: translate(item.text) })) } : {}),
    ...(because ? { because: translate(because) } : {}),
    ...(link ? { link: { ...link, label: translate(link.label) } } : {}),
  };
}

/** Deletes messages that were sent or have expired; their rows contain nothing else. */
export async function purgeMails(em: EntityManager, now: Date): Promise<number> {
  return em.nativeDelete(Mail, { expiresAt: { $lte: now } });
}
