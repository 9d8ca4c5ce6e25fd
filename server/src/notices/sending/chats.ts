import { requirePerson } from '../../access/authorise.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { FIELD_RULES, isWebAddress } from '../../field-rules.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { OutboundFault, refusedAddress } from '../../outbound/outbound-fault.ts';
import { type ChatKind, chatPlace, NoticeChat } from './notice-chat.entity.ts';

const RULES = FIELD_RULES.chat;

/** The address of a chat. Encrypted; never displayed again. */
export interface ChatAddress {
  /** The incoming webhook's address; for Telegram, the bot's token. */
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
 * Throws `validation_failed` for an address that is invalid for its kind; only a test message shows whether
 * it exists.
 */
function readChatAddress({ kind, name, secret, chatId }: AddChatInput): ChatAddress & { name: string } {
  const [label, given, chat] = [name.trim(), secret.trim(), chatId?.trim() ?? ''];
  const fault = (pointer: string, message: LocalizedMessage): FieldError => ({ pointer, message });
  const isNamed = label.length > 0 && label.length <= RULES.name.maxLength;
  const fields = [
    ...(isNamed ? [] : [fault('/name', say`Must have 1 to ${RULES.name.maxLength} characters.`)]),
    ...(kind === 'telegram' ? faultsOfTelegram(given, chat, fault) : faultsOfWebhook(given, fault)),
  ];
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  return { name: label, secret: given, chatId: kind === 'telegram' ? chat : null };
}

type Fault = (pointer: string, message: LocalizedMessage) => FieldError;

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

const MOST = 10;

/** A chat as displayed to its person: never with its address. */
interface NoticeChatView {
  id: string;
  kind: ChatKind;
  name: string;
  createdAt: Date;
  stoppedAt: Date | null;
  refusals: number;
  fault: string | null;
}

/** The person's chats, oldest first. */
export async function listChats(ctx: Context): Promise<NoticeChatView[]> {
  const { userId } = requirePerson(ctx);
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('notice_chats')
      .select(['id', 'kind', 'name', 'created_at', 'stopped_at', 'refusals', 'fault'])
      .where('user_id', '=', userId)
      .orderBy('id'),
  );
  return rows.map(({ created_at: createdAt, stopped_at: stoppedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    stoppedAt: stoppedAt === null ? null : new Date(stoppedAt),
  }));
}

/** Checks whether a webhook may be called, without connecting. Outside of transactions, as it resolves names. */
export async function checkChatAddress(ctx: Context, input: AddChatInput): Promise<void> {
  requirePerson(ctx);
  const { secret } = readChatAddress(input);
  if (input.kind === 'telegram') return;
  try {
    await ctx.outbound.check(secret);
  } catch (error) {
    if (error instanceof OutboundFault) throw refusedAddress(error);
    throw error;
  }
}

/** Adds a chat for notifications; adding the same chat again re-enables it. Needs a recent sign-in. */
export async function addChat(ctx: Context, input: AddChatInput): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  const { name, ...address } = readChatAddress(input);
  const { kind } = input;
  const id = newId('cht');
  await query(ctx.em, tables.selectFrom('users').select('id').where('id', '=', userId).forUpdate());
  const addressHash = ctx.sealer.hash('notice-chat', `${userId} ${kind} ${address.secret} ${address.chatId ?? ''}`);
  const others = await ctx.em.count(NoticeChat, { userId, addressHash: { $ne: addressHash } });
  if (others >= MOST)
    throw new DomainError('invalid_state', { message: say`You already have ${MOST} chats for notifications; remove one first.` });
  await query(
    ctx.em,
    tables
      .insertInto('notice_chats')
      .values({
        id,
        user_id: userId,
        kind,
        name,
        address_hash: addressHash,
        sealed_address: ctx.sealer.seal(JSON.stringify(address), chatPlace(id)),
        created_at: ctx.clock.now(),
        refusals: 0,
        failures: 0,
      })
      .onConflict((on) =>
        on.column('address_hash').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          ...{ stopped_at: null, failing_since: null, failures: 0, refusals: 0, fault: null },
        })),
      ),
  );
}

export async function removeChat(ctx: Context, chatId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = requirePerson(ctx);
  if ((await ctx.em.nativeDelete(NoticeChat, { id: chatId, userId })) === 0) throw new DomainError('not_found');
}
