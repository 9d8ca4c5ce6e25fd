import type { JsonObject } from '../platform.ts';
import type { Reply, StandInSpec } from './stand-in.ts';

export const TELEGRAM_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const CHAT_ID = -1001234567890;

/** The Bot API as core.telegram.org/bots/api has it: getMe, getChat, getChatMember, sendMessage. */
export function createTelegramStandIn(): StandInSpec & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    isPublishing: ({ path }) => path.endsWith('/sendMessage'),
    handle({ path, body }) {
      const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
      if (token !== TELEGRAM_TOKEN) return refusal(401, 'Unauthorized');
      return answer(texts, method, body as JsonObject | null);
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

function answer(texts: string[], method: string, body: JsonObject | null): Reply | undefined {
  if (method === 'getMe') return ok({ id: 110201543, is_bot: true, first_name: 'Harbour', username: 'harbour_bot' });
  if (body?.chat_id !== CHAT_ID && body?.chat_id !== String(CHAT_ID) && body?.chat_id !== '@harbour') {
    return refusal(400, 'Bad Request: chat not found');
  }
  if (method === 'getChat') return ok({ id: CHAT_ID, type: 'channel', title: 'Harbour', username: 'harbour' });
  if (method === 'getChatMember') return ok({ status: 'administrator', can_post_messages: body.user_id === 110201543 });
  if (method !== 'sendMessage') return undefined;
  texts.push(String(body.text));
  return ok({ message_id: texts.length, date: 1, chat: { id: CHAT_ID, type: 'channel' }, text: String(body.text) });
}

const ok = (result: JsonObject): Reply => ({ status: 200, body: { ok: true, result } });
const refusal = (code: number, description: string): Reply => ({ status: code, body: { ok: false, error_code: code, description } });
