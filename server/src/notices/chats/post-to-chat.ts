import { translatorOf } from '../../access/people.ts';
import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Answer } from '../../outbound/fetch-bounded.ts';
import { TELEGRAM_API } from '../../platforms/telegram/telegram-platform.ts';
import { noticeLabel, noticePage } from '../notice-page.ts';
import { endSending, type Reached, withoutAnswer } from '../sending/end-sending.ts';
import { headline, sharedPage } from '../sending/group-notices.ts';
import { type TakenNotice, takeWaiting } from '../sending/take-waiting.ts';
import { type ChatMessage, forDiscord, forSlack, forTelegram } from './chat-message.ts';
import type { ChatAddress } from './chats.ts';
import { type ChatKind, chatPlace, NoticeChat } from './notice-chat.entity.ts';

const TIMEOUT_MS = 10_000;

/** Status codes by which a chat reports that it is gone, closed, or no longer accessible. */
const GONE: Record<ChatKind, readonly number[]> = {
  // docs.slack.dev, Sending messages using incoming webhooks, Handling errors.
  slack: [403, 404, 410],
  // docs.discord.com, resources/webhook and topics/opcodes-and-status-codes.
  discord: [401, 403, 404],
  // core.telegram.org/bots/api: 400 for a chat that is not there, 401 and 404 for the token, 403 for a bot that was put out.
  telegram: [400, 401, 403, 404],
};

/** Sends one message through the outbound client. */
export async function postToChat(services: Services, chat: NoticeChat, message: ChatMessage): Promise<Reached> {
  const address: ChatAddress = JSON.parse(services.sealer.open(chat.sealedAddress, chatPlace(chat.id)));
  const { url, body } = requestOf(chat.kind, address, message);
  try {
    const answer = await services.outbound.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      mostBytes: 10_000,
      mayCut: true,
    });
    return judge(chat.kind, answer);
  } catch (error) {
    // Neither the error nor the address is logged: they contain a token.
    services.log.debug({ chatId: chat.id, kind: chat.kind }, 'a chat did not answer');
    return withoutAnswer(error);
  }
}

function requestOf(kind: ChatKind, { secret, chatId }: ChatAddress, message: ChatMessage) {
  if (kind === 'slack') return { url: secret, body: forSlack(message) };
  if (kind === 'discord') return { url: secret, body: forDiscord(message) };
  return { url: `${TELEGRAM_API}/bot${secret}/sendMessage`, body: { chat_id: chatId, ...forTelegram(message) } };
}

function judge(kind: ChatKind, { status }: Answer): Reached {
  if (status >= 200 && status < 300) return 'reached';
  return GONE[kind].includes(status) ? 'gone' : 'failed';
}

const MOST_LISTED = 10;

/**
 * Sends one message to each of a person's chats with everything that waits there: 1, or 0 if nothing is needed any
 * more. Notices are marked before anything is sent, so a process that dies leaves them unsent and never sends twice.
 */
export async function notifyChats(services: Services, userId: string): Promise<number> {
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
