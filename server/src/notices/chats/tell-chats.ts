import { translatorOf } from '../../access/persons-language.ts';
import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import type { Translate } from '../../languages/translate.ts';
import { noticeLabel, noticePage } from '../notice-page.ts';
import { endSending } from '../sending/end-sending.ts';
import { headline, sharedPage } from '../sending/group-notices.ts';
import { type TakenNotice, takeWaiting } from '../sending/take-waiting.ts';
import type { ChatMessage } from './chat-message.ts';
import { NoticeChat } from './notice-chat.entity.ts';
import { postToChat } from './post-to-chat.ts';

const MOST_LISTED = 10;

/**
 * Sends one message to each of a person's chats with everything that waits there: 1, or 0 if nothing is needed any
 * more. Notices are marked before anything is sent, so a process that dies leaves them unsent and never sends twice.
 */
export async function tellChats(services: Services, userId: string): Promise<number> {
  const ctx = systemContext(services);
  const notices = await inTransaction(ctx, (tx) => takeWaiting(tx, { userId, channel: 'chat', state: 'sending' }));
  if (notices.length === 0) return 0;
  const em = services.orm.em.fork();
  const message = composeChat(services, notices, await translatorOf(em, userId));
  const chats = await em.find(NoticeChat, { userId, stoppedAt: null });
  const outcomes = await Promise.all(chats.map((chat) => postToChat(services, chat, message)));
  const gone = chats.filter((_, index) => outcomes[index] === 'gone').map(({ id }) => id);
  if (gone.length > 0) await em.nativeUpdate(NoticeChat, { id: { $in: gone } }, { stoppedAt: services.clock.now() });
  await endSending(services, { channel: 'chat', notices, outcomes });
  return outcomes.includes('reached') ? 1 : 0;
}

/** No more than a mail contains: the notices' messages and links. */
function composeChat({ config: { publicUrl } }: Services, notices: readonly TakenNotice[], translate: Translate): ChatMessage {
  return {
    title: translate(headline(notices)),
    lines: notices.slice(0, MOST_LISTED).map((notice) => ({
      text: translate(notice.message),
      label: translate(noticeLabel(notice.kind)),
      url: `${publicUrl}${noticePage(notice)}`,
    })),
    total: notices.length,
    more: (count) => translate(say`… and ${count} more`),
    url: `${publicUrl}${sharedPage(notices) ?? '/news'}`,
  };
}
