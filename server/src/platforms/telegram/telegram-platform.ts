import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type Platform } from '../platform.ts';
import { telegramEntities } from '../text/markup/mark-texts.ts';
import { signedVideo } from '../videos.ts';
import { editOnTelegram, inChat, MIGRATED, method, publishToTelegram, retractFromTelegram } from './publish-to-telegram.ts';

const FIELDS: ConnectField[] = [
  { name: 'botToken', label: 'Bot token', help: 'From @BotFather, after /newbot.', isSecret: true },
  {
    name: 'chat',
    label: 'Channel or group',
    help: 'Its public name, or its number. The bot has to be an administrator of a channel, or a member of a group.',
    placeholder: '@harbour',
    isSecret: false,
  },
];

export const TELEGRAM_API = 'https://api.telegram.org';

/** Refusals about the bot and its membership of the chat, whatever their status. */
const SHUT_OUT = /chat not found|bot was (kicked|blocked)|not a member|not enough rights|need administrator rights|have no rights/i;

/**
 * Telegram's Bot API (core.telegram.org/bots/api). Blind: a bot can neither query its messages nor choose an id in
 * advance. Plain fetch: the well-maintained libraries retry calls themselves.
 */
export function createTelegramPlatform(network: NetworkRules, outbound: Outbound, base = TELEGRAM_API): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'blind',
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAnimations: 'alone',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['chatId', 'chatName'],
    readRefusal,
    identify: (call) => identify(base, call),
    // A photo has no description there.
    build({ parts: [words] }, { media }) {
      const entities = telegramEntities(words);
      return {
        text: words.text,
        ...(entities.length > 0 && { entities }),
        ...signedImages(media, { hasAltText: false }),
        ...signedVideo(media),
      };
    },
    publish: (call) => publishToTelegram(base, call),
    edit: (call) => editOnTelegram(base, call),
    retract: (call) => retractFromTelegram(base, call),
    comments: 'as posts',
    find: async () => ({ kind: 'unsure', message: 'Telegram does not let a bot read what it has sent.' }),
  });
}

async function identify(base: string, { account, api }: Call): Promise<ConnectedAccount> {
  const bot = account.botToken ?? '';
  if (!/^\d+:[\w-]+$/.test(bot)) throw new ConnectError(say`"botToken" must be as @BotFather gave it, for instance "110201543:AAHdq…".`);
  const { body: me } = await api.ask({ url: method(base, bot, 'getMe') });
  const { body } = await inChat(account.chatId ?? account.chat ?? '', (chat_id) =>
    api.ask({ url: method(base, bot, 'getChat'), json: { chat_id } }),
  );
  const chatId = requiredText('Telegram', body, 'result', 'id');
  const json = { chat_id: chatId, user_id: Number(requiredText('Telegram', me, 'result', 'id')) };
  const { body: member } = await api.ask({ url: method(base, bot, 'getChatMember'), json });
  if (!mayPost(textAt(body, 'result', 'type'), at(member, 'result'))) {
    throw new ConnectError(say`The bot may not post there. Make it an administrator that may post messages.`);
  }
  const chatName = textAt(body, 'result', 'username');
  const chat = chatName ? `@${chatName}` : (textAt(body, 'result', 'title') ?? chatId);
  return {
    handle: chat,
    externalId: chatId,
    credentials: { botToken: bot, chat, chatId, ...(chatName && { chatName }) },
  };
}

function mayPost(type: string | null, member: Json | undefined): boolean {
  const status = textAt(member, 'status') ?? '';
  if (type === 'channel') return status === 'creator' || (status === 'administrator' && at(member, 'can_post_messages') === true);
  return ['creator', 'administrator', 'member'].includes(status) || at(member, 'can_send_messages') === true;
}

/** `{"ok": false, "error_code": 400, "description": "…", "parameters": {"retry_after": 3}}`, or `migrate_to_chat_id` in `parameters`. */
function readRefusal({ body, status }: ApiAnswer): Refusal | null {
  if (at(body, 'ok') !== false) return null;
  const message = textAt(body, 'description') ?? '';
  const retryAfterSeconds = Number(textAt(body, 'parameters', 'retry_after')) || null;
  const newChatId = textAt(body, 'parameters', 'migrate_to_chat_id');
  if (newChatId !== null) return { message, code: `${MIGRATED}${newChatId}` };
  const isShutOut = status === 404 || SHUT_OUT.test(message);
  return { message, retryAfterSeconds, ...(isShutOut && { kind: 'unauthorized' }) };
}
