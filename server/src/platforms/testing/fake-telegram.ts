import type { JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const TELEGRAM_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const CHAT_ID = -1001234567890;
/** The id of the group before its conversion. */
export const OLD_CHAT_ID = -4567;

const CHANNEL: JsonObject = { id: CHAT_ID, type: 'channel', title: 'Harbour', username: 'harbour' };

interface Message {
  id: number;
  text: string;
  /** The message that it replies to; 0 for none. */
  replyTo: number;
  pictures: SeenPicture[];
}

/** The Bot API as core.telegram.org/bots/api has it: getMe, getChat, getChatMember, sendMessage, sendPhoto, sendAnimation, sendMediaGroup, sendVideo. */
export function createFakeTelegram(): FakeServerSpec & { messages: Message[]; chat: JsonObject; schedules: boolean } {
  const messages: Message[] = [];
  return {
    messages,
    chat: CHANNEL,
    /** Whether messages are accepted, and sent later under a number of their own. */
    schedules: false,
    isPublishing: ({ path }) => /\/send(Message|Photo|Animation|MediaGroup|Video)$/.test(path),
    handle(request) {
      const { path } = request;
      const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
      if (token !== TELEGRAM_TOKEN) return refusal(401, 'Unauthorized');
      if (method === 'getChat' && this.chat !== CHANNEL) return ok(this.chat);
      if (method === 'getChatMember' && this.chat !== CHANNEL) return ok({ status: 'member' });
      const reply = answer(messages, method, request);
      return this.schedules && this.isPublishing(request) ? ok({ message_id: 0, date: 1 }) : reply;
    },
    refusals: {
      limited: () => ({
        status: 429,
        body: { ok: false, error_code: 429, description: 'Too Many Requests: retry after 7', parameters: { retry_after: 7 } },
      }),
      revoked: (secret) => refusal(403, `Forbidden: bot was kicked from the channel chat (${secret})`),
      refused: (secret) => refusal(400, `Bad Request: message text is empty (${secret})`),
      unknownCall: () => refusal(404, 'Not Found'),
    },
  };
}

function answer(messages: Message[], method: string, request: SeenRequest): Reply | undefined {
  const body = request.body as JsonObject | null;
  if (method === 'getMe') return ok({ id: 110201543, is_bot: true, first_name: 'Harbour', username: 'harbour_bot' });
  if (String(body?.chat_id) === String(OLD_CHAT_ID)) {
    const description = 'Bad Request: group chat was upgraded to a supergroup chat';
    return { status: 400, body: { ok: false, error_code: 400, description, parameters: { migrate_to_chat_id: CHAT_ID } } };
  }
  if (body?.chat_id !== CHAT_ID && body?.chat_id !== String(CHAT_ID) && body?.chat_id !== '@harbour') {
    return refusal(400, 'Bad Request: chat not found');
  }
  if (method === 'getChat') return ok(CHANNEL);
  if (method === 'getChatMember') return ok({ status: 'administrator', can_post_messages: body.user_id === 110201543 });
  if (method === 'editMessageText') return edit(messages, Number(body.message_id), String(body.text), false);
  if (method === 'editMessageCaption') return edit(messages, Number(body.message_id), String(body.caption ?? ''), true);
  if (method === 'deleteMessage') return remove(messages, Number(body.message_id));
  if (method === 'sendMessage')
    return ok(post(messages, String(body.text), [], Number((body.reply_parameters as JsonObject | undefined)?.message_id ?? 0)));
  if (method === 'sendPhoto') return ok(post(messages, String(body.caption ?? ''), pictureOf(request, 'photo')));
  if (method === 'sendAnimation') return ok(post(messages, String(body.caption ?? ''), pictureOf(request, 'animation')));
  if (method === 'sendVideo') return ok(post(messages, String(body.caption ?? ''), pictureOf(request, 'video')));
  return method === 'sendMediaGroup' ? album(messages, request) : undefined;
}

function post(messages: Message[], text: string, pictures: SeenPicture[], replyTo = 0): JsonObject {
  const id = (messages.at(-1)?.id ?? 0) + 1;
  messages.push({ id, text, replyTo, pictures });
  return { message_id: id, date: 1, chat: { id: CHAT_ID, type: 'channel' } };
}

/** editMessageText, or editMessageCaption of a message with a file. */
function edit(messages: readonly Message[], id: number, text: string, isCaption: boolean): Reply {
  const message = messages.find((each) => each.id === id);
  if (!message) return refusal(400, 'Bad Request: message to edit not found');
  if (message.pictures.length > 0 !== isCaption) return refusal(400, 'Bad Request: there is no text in the message to edit');
  if (message.text === text) return refusal(400, 'Bad Request: message is not modified');
  message.text = text;
  return ok({ message_id: id, date: 1, chat: { id: CHAT_ID, type: 'channel' } });
}

/** deleteMessage. */
function remove(messages: Message[], id: number): Reply {
  const at = messages.findIndex((message) => message.id === id);
  if (at < 0) return refusal(400, 'Bad Request: message to delete not found');
  messages.splice(at, 1);
  return { status: 200, body: { ok: true, result: true } };
}

/** Each photo is a message of its own; the first one's caption is the album's. */
function album(messages: Message[], request: SeenRequest): Reply {
  const media = JSON.parse(String((request.body as JsonObject).media)) as { type: string; media: string; caption?: string }[];
  const pictures = media.flatMap((item) => pictureOf(request, item.media.replace('attach://', '')));
  if (media.length < 2 || media.length > 10 || pictures.length !== media.length) return refusal(400, 'Bad Request: wrong file identifier');
  const made = post(messages, media[0]?.caption ?? '', pictures);
  return { status: 200, body: { ok: true, result: media.map((_, index) => ({ ...made, message_id: Number(made.message_id) + index })) } };
}

function pictureOf({ files }: SeenRequest, name: string): SeenPicture[] {
  const file = files.find((each) => each.name === name);
  return file ? [{ sha256: file.sha256, altText: '' }] : [];
}

const ok = (result: JsonObject): Reply => ({ status: 200, body: { ok: true, result } });
const refusal = (code: number, description: string): Reply => ({ status: code, body: { ok: false, error_code: code, description } });
