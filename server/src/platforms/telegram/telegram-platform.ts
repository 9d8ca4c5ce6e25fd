import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import type { ApiAnswer, Part } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type EditCall, inPathOf, type PublishCall, type ReadBackCall } from '../connector.ts';
import { imagesOf, type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  type AccountNames,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Json,
  type Outcome,
  type Platform,
} from '../platform.ts';
import { telegramEntities } from '../text/markup/mark-texts.ts';
import { fileContent, type StreamedVideo, signedVideo, streamedVideo, videoOf } from '../videos.ts';

/** core.telegram.org/bots/api: sendMessage, sendPhoto for one image, sendAnimation for one that moves, sendMediaGroup for an album, sendVideo. */
async function publishToTelegram(base: string, call: PublishCall): Promise<Outcome> {
  // The files are part of the message: nothing is sent before permission.
  const images = await uploadImages(call, async (image) => image);
  const video = await streamedVideo(call);
  await call.onSending();
  return inChat(call.account.chatId ?? '', (chatId) => sendTo(base, call, chatId, { images, video }));
}

async function sendTo(
  base: string,
  { payload, account, api, replyTo }: PublishCall,
  chatId: string,
  { images, video }: { images: readonly OpenImage[]; video: StreamedVideo | null },
): Promise<Outcome> {
  const bot = account.botToken ?? '';
  const caption: Caption = { text: String(payload.text), entities: payload.entities };
  if (video) {
    const parts = [...captioned(chatId, caption), { name: 'supports_streaming', value: 'true' }, fileOf(video, 'video')];
    const { body } = await api.send({ url: method(base, bot, 'sendVideo'), parts });
    return published({ ...account, chatId }, requiredText('Telegram', body, 'result', 'message_id'));
  }
  if (images.length === 0) {
    const reply = replyTo && { reply_parameters: { message_id: Number(replyTo.providerId.split('/')[1]) } };
    const { body } = await api.send({
      url: method(base, bot, 'sendMessage'),
      json: { ...withoutImages(payload), ...reply, chat_id: chatId },
    });
    return published({ ...account, chatId }, requiredText('Telegram', body, 'result', 'message_id'));
  }
  const [only, ...more] = images;
  if (only && more.length === 0) {
    // sendPhoto would show an animated one still.
    const [name, kind] = only.mimeType === 'image/gif' ? (['sendAnimation', 'animation'] as const) : (['sendPhoto', 'photo'] as const);
    const parts = [...captioned(chatId, caption), fileOf(only, kind)];
    const { body } = await api.send({ url: method(base, bot, name), parts });
    return published({ ...account, chatId }, requiredText('Telegram', body, 'result', 'message_id'));
  }
  const { body } = await api.send({ url: method(base, bot, 'sendMediaGroup'), parts: albumOf(chatId, caption, images) });
  return published({ ...account, chatId }, requiredText('Telegram', body, 'result', 0, 'message_id'));
}

/** The caption of the first is shown as that of the whole album. */
function albumOf(chatId: string, { text, entities }: Caption, images: readonly OpenImage[]): Part[] {
  const media = images.map((_, index) => ({
    type: 'photo',
    media: `attach://photo${index}`,
    ...(index === 0 && text !== '' && { caption: text, ...(entities && { caption_entities: entities }) }),
  }));
  return [
    { name: 'chat_id', value: chatId },
    { name: 'media', value: JSON.stringify(media) },
    ...images.map((image, index) => fileOf(image, `photo${index}`)),
  ];
}

interface Caption {
  text: string;
  /** Its formatting. */
  entities: Json | undefined;
}

const captioned = (chatId: string, { text, entities }: Caption): Part[] => [
  { name: 'chat_id', value: chatId },
  ...(text === '' ? [] : [{ name: 'caption', value: text }]),
  ...(entities ? [{ name: 'caption_entities', value: JSON.stringify(entities) }] : []),
];

const fileOf = (file: OpenImage | StreamedVideo, name: string): Part => ({ name, ...fileContent(file) });

/** Telegram's server may schedule a message, such as a video for a large chat. Until it is sent it has no number and no page. */
const SCHEDULED = '0';

function published({ chatId = '', chatName }: PublishCall['account'], id: string): Outcome {
  return { kind: 'published', providerId: `${chatId}/${id}`, url: id === SCHEDULED ? null : messageUrl(chatName, chatId, id) };
}

/** The chat and the number of a published message. Throws ApiFault where the number was not known yet. */
function messageOf(providerId: string): { chat_id: string; message_id: number } {
  const [chatId = '', messageId = ''] = providerId.split('/');
  if (messageId === SCHEDULED)
    throw faultWith('rejected', say`Telegram had not sent the message yet when it was accepted. Change it there.`);
  return { chat_id: chatId, message_id: Number(messageId) };
}

/** Only messages in channels and supergroups have a page; private ones only for their members. */
function messageUrl(name: string | undefined, chatId: string, id: string): string | null {
  if (name) return `https://t.me/${name}/${id}`;
  return chatId.startsWith('-100') ? `https://t.me/c/${chatId.slice(4)}/${id}` : null;
}

/** A group that has become a supergroup has another id, which the refusal names; nothing was sent to the old one. */
async function inChat<T>(chatId: string, work: (chatId: string) => Promise<T>): Promise<T> {
  try {
    return await work(chatId);
  } catch (error) {
    if (!(error instanceof ApiFault) || !error.code.startsWith(MIGRATED)) throw error;
    return work(error.code.slice(MIGRATED.length));
  }
}

/** The code of a refusal that names the chat's new id, which follows. */
const MIGRATED = 'migrate_to_chat_id:';

const method = (base: string, bot: string, name: string): string => `${base}/bot${bot}/${name}`;

/**
 * core.telegram.org/bots/api, deleteMessage: within 48 hours, unless the bot may delete messages there. Of an album
 * only the first message's number is known, and the others could be other people's.
 */
async function retractFromTelegram(base: string, { payload, account, post, api }: ReadBackCall): Promise<void> {
  if (imagesOf(payload).length > 1)
    throw faultWith('rejected', say`Telegram does not allow bots to remove a whole album. Remove it there.`);
  const json = messageOf(post.providerId);
  await api.ask({ url: method(base, account.botToken ?? '', 'deleteMessage'), json }).catch((error: unknown) => {
    // Status 400 as for any refusal; it was deleted before.
    if (!(error instanceof ApiFault) || !error.message.includes('message to delete not found')) throw error;
  });
}

/** core.telegram.org/bots/api: editMessageText, or editMessageCaption where the message has a file; that of an album is its first one's. */
async function editOnTelegram(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  const message = messageOf(post.providerId);
  const { text = '', entities } = withoutImages(payload);
  const hasFile = imagesOf(payload).length > 0 || videoOf(payload) !== null;
  const words = hasFile ? { caption: text, ...(entities && { caption_entities: entities }) } : { text, ...(entities && { entities }) };
  const json = { ...message, ...words };
  await onSending();
  const name = hasFile ? 'editMessageCaption' : 'editMessageText';
  await api.send({ url: method(base, account.botToken ?? '', name), json }).catch((error: unknown) => {
    // It has these words already.
    if (!(error instanceof ApiFault) || !error.message.includes('message is not modified')) throw error;
  });
}

const FIELDS: ConnectField[] = [
  { name: 'botToken', label: 'Bot token', help: 'From @BotFather, after /newbot.', isSecret: true },
  {
    name: 'chat',
    label: 'Channel or group',
    help: 'Its public name, or its number. The bot must be an administrator of a channel, or a member of a group.',
    placeholder: '@harbour',
    isSecret: false,
  },
];

export const TELEGRAM_API = 'https://api.telegram.org';

/** The chat takes no photos, videos or the like from the bot, while words alone are published. */
const OF_THE_FILES = /not enough rights to send (?!text messages)/i;
/** Refusals about the bot and its membership of the chat, whatever their status. */
const SHUT_OUT = /chat not found|bot was (kicked|blocked)|not a member|not enough rights|need administrator rights|have no rights/i;

/**
 * Telegram's Bot API (core.telegram.org/bots/api). Blind, and not read back: a bot can neither query its messages nor
 * choose an id in advance, and t.me shows only public channels, as a page whose form is not documented. Plain fetch: the well-maintained libraries retry calls themselves.
 */
export function createTelegramPlatform(network: NetworkRules, outbound: Outbound, base = TELEGRAM_API): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'blind',
    idFromLink,
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
        ...signedImages(media),
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
  if (!mayPost(at(body, 'result'), at(member, 'result'))) {
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

function mayPost(chat: Json | undefined, member: Json | undefined): boolean {
  const status = textAt(member, 'status') ?? '';
  if (textAt(chat, 'type') === 'channel')
    return status === 'creator' || (status === 'administrator' && at(member, 'can_post_messages') === true);
  // What a group lets its members do.
  if (status === 'member') return at(chat, 'permissions', 'can_send_messages') !== false;
  return ['creator', 'administrator'].includes(status) || at(member, 'can_send_messages') === true;
}

/** `{"ok": false, "error_code": 400, "description": "…", "parameters": {"retry_after": 3}}`, or `migrate_to_chat_id` in `parameters`. */
function readRefusal({ body, status }: ApiAnswer): Refusal | null {
  if (at(body, 'ok') !== false) return null;
  const message = textAt(body, 'description') ?? '';
  const retryAfterSeconds = Number(textAt(body, 'parameters', 'retry_after')) || null;
  const newChatId = textAt(body, 'parameters', 'migrate_to_chat_id');
  if (newChatId !== null) return { message, code: `${MIGRATED}${newChatId}` };
  if (OF_THE_FILES.test(message)) return { message, kind: 'rejected' };
  const isShutOut = status === 404 || SHUT_OUT.test(message);
  return { message, retryAfterSeconds, ...(isShutOut && { kind: 'unauthorized' }) };
}

/** The address has the number of a message within its chat, which is the public name, or that of a channel or supergroup. */
function idFromLink(link: URL, { externalId: chatId, handle }: AccountNames): string | null {
  const names = [chatId.replace(/^-100/, 'c/'), ...(handle.startsWith('@') ? [handle.slice(1)] : [])];
  const id = inPathOf(link, 't.me', /^\/(?<owner>c\/\d+|\w+)\/(?<id>\d+)$/, names);
  return id && `${chatId}/${id}`;
}
