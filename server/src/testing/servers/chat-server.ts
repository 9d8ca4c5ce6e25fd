import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Said {
  path: string;
  body: Record<string, unknown>;
}

/** The message endpoints of Slack, Discord and Telegram on loopback, by path. */
export interface ChatServer {
  url: string;
  said: Said[];
  /** The status of the next responses, 200 by default; `nothing` accepts messages and closes the connection. */
  answer(status: number | 'nothing'): void;
  /** Changes the id of Telegram's chat; empty where the bot may not write. */
  move(chatId: string): void;
  close(): Promise<void>;
}

export const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

export async function startChatServer(): Promise<ChatServer> {
  const said: Said[] = [];
  let status: number | 'nothing' = 200;
  let chat = FIRST_CHAT;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = (await json(request)) as Record<string, unknown>;
    const refusal = status === 200 || status === 'nothing' ? refusalOf(path, body, chat) : status;
    if (refusal === null) said.push({ path, body });
    if (status === 'nothing') return request.socket.destroy();
    // Discord answers before it saves a message, unless it is asked to wait.
    if (path.startsWith('/api/webhooks/') && !path.endsWith('?wait=true') && refusal !== 404) return response.writeHead(204).end();
    response.writeHead(refusal ?? 200).end(JSON.stringify(answerOf(refusal, body, chat)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    answer: (next) => {
      status = next;
    },
    move: (chatId) => {
      chat = chatId;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const FIRST_CHAT = '-1001234567890';

/** core.telegram.org/bots/api, ResponseParameters. */
function answerOf(refusal: number | null, { chat_id: chatId }: Record<string, unknown>, chat: string): object {
  if (refusal !== 400 || chatId === undefined) return { ok: refusal === null };
  const isMoved = chatId === FIRST_CHAT && chat !== FIRST_CHAT;
  if (chat === '') return { ok: false, description: 'Bad Request: not enough rights to send text messages to the chat' };
  if (isMoved) return { ok: false, description: 'Bad Request: group chat was upgraded', parameters: { migrate_to_chat_id: Number(chat) } };
  return { ok: false, description: chatId === chat ? 'Bad Request: message is too long' : 'Bad Request: chat not found' };
}

/** What each of them refuses. */
function refusalOf(path: string, { text, content, chat_id: chatId }: Record<string, unknown>, chat: string): number | null {
  const has = (words: unknown, most: number) => typeof words === 'string' && words.length > 0 && words.length <= most;
  if (path.startsWith('/services/')) return has(text, 40_000) ? null : 400;
  if (path.startsWith('/api/webhooks/')) return has(content, 2_000) ? null : 400;
  if (!path.startsWith(`/bot${BOT_TOKEN}/`)) return path.startsWith('/bot') ? 401 : 404;
  return path.endsWith('/sendMessage') && chatId === chat && has(text, 4_096) ? null : 400;
}
