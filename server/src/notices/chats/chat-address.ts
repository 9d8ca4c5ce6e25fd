import { DomainError, type FieldError } from '../../errors.ts';
import { FIELD_RULES, isWebAddress } from '../../field-rules.ts';
import { say, type Words } from '../../languages/sentence.ts';
import type { ChatKind } from './notice-chat.entity.ts';

const RULES = FIELD_RULES.chat;

/** The address of a chat. Encrypted; never displayed again. */
export interface ChatAddress {
  /** The address of the incoming webhook; of Telegram the bot's token. */
  secret: string;
  /** Telegram: the chat's number, or a channel's @name; otherwise null. */
  chatId: string | null;
}

export interface AddChatInput {
  kind: ChatKind;
  name: string;
  secret: string;
  chatId?: string | null | undefined;
}

/** core.telegram.org/bots/api, Authorizing your bot and sendMessage. */
const BOT_TOKEN = /^\d{3,20}:[\w-]{20,100}$/;
const CHAT_ID = /^(?:-?\d{1,20}|@\w{4,64})$/;

/**
 * Throws `validation_failed` for an address that is invalid for its kind; whether it exists shows only in a test
 * message.
 */
export function readChatAddress({ kind, name, secret, chatId }: AddChatInput): ChatAddress & { name: string } {
  const [label, given, chat] = [name.trim(), secret.trim(), chatId?.trim() ?? ''];
  const fault = (pointer: string, message: Words): FieldError => ({ pointer, message });
  const isNamed = label.length > 0 && label.length <= RULES.name.maxLength;
  const fields = [
    ...(isNamed ? [] : [fault('/name', say`Must have 1 to ${RULES.name.maxLength} characters.`)]),
    ...(kind === 'telegram' ? faultsOfTelegram(given, chat, fault) : faultsOfWebhook(given, fault)),
  ];
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  return { name: label, secret: given, chatId: kind === 'telegram' ? chat : null };
}

type Fault = (pointer: string, message: Words) => FieldError;

function faultsOfWebhook(address: string, fault: Fault): FieldError[] {
  if (address.length <= RULES.secret.maxLength && isWebAddress(address)) return [];
  return [fault('/secret', say`Must be the address of an incoming webhook, which begins with https://.`)];
}

function faultsOfTelegram(token: string, chatId: string, fault: Fault): FieldError[] {
  return [
    ...(BOT_TOKEN.test(token)
      ? []
      : [fault('/secret', say`Must be the token of a bot, as BotFather gives it: digits, a colon and letters.`)]),
    ...(CHAT_ID.test(chatId)
      ? []
      : [fault('/chatId', say`Must be the number of a chat, such as -1001234567890, or the @name of a channel.`)]),
  ];
}
