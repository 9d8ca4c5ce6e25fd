import type { Services } from '../../context.ts';
import type { Answer } from '../../outbound/fetch-bounded.ts';
import { TELEGRAM_API } from '../../platforms/telegram/telegram-platform.ts';
import { type Reached, withoutAnswer } from '../sending/end-sending.ts';
import type { ChatAddress } from './chat-address.ts';
import { type ChatMessage, forDiscord, forSlack, forTelegram } from './chat-message.ts';
import { type ChatKind, chatPlace, type NoticeChat } from './notice-chat.entity.ts';

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
