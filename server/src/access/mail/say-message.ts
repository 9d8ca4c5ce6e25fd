import { translateTo } from '../../languages/translate.ts';
import type { MailMessage, SaidMessage } from './mail-message.ts';

/** Renders the message in the recipient's language. */
export async function sayMessage({ subject, paragraphs, quotes, list, because, link, ...rest }: MailMessage): Promise<SaidMessage> {
  const translate = await translateTo(rest.to.language ?? 'en');
  return {
    ...rest,
    subject: translate(subject),
    paragraphs: paragraphs.map(translate),
    ...(quotes ? { quotes: quotes.map((quote) => ({ ...quote, title: translate(quote.title) })) } : {}),
    ...(list ? { list: list.map((item) => ({ ...item, text: translate(item.text) })) } : {}),
    ...(because ? { because: translate(because) } : {}),
    ...(link ? { link: { ...link, label: translate(link.label) } } : {}),
  };
}
