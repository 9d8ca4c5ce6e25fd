import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Said {
  path: string;
  body: Record<string, unknown>;
}

/** Slack, Discord and Telegram on loopback, as far as they accept a message: each responds by the path of its address. */
export interface ChatServer {
  url: string;
  said: Said[];
  /** The status of the next responses, 200 by default; `nothing` accepts messages and closes the connection. */
  answer(status: number | 'nothing'): void;
  close(): Promise<void>;
}

export const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

export async function startChatServer(): Promise<ChatServer> {
  const said: Said[] = [];
  let status: number | 'nothing' = 200;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = (await json(request)) as Record<string, unknown>;
    const refusal = status === 200 || status === 'nothing' ? refusalOf(path, body) : status;
    if (refusal === null) said.push({ path, body });
    if (status === 'nothing') return request.socket.destroy();
    const isDiscord = path.startsWith('/api/webhooks/');
    response.writeHead(refusal ?? (isDiscord ? 204 : 200)).end(refusal === null && isDiscord ? '' : '{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    answer: (next) => {
      status = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What each of them refuses. */
function refusalOf(path: string, { text, content, chat_id: chatId }: Record<string, unknown>): number | null {
  const has = (words: unknown, most: number) => typeof words === 'string' && words.length > 0 && words.length <= most;
  if (path.startsWith('/services/')) return has(text, 40_000) ? null : 400;
  if (path.startsWith('/api/webhooks/')) return has(content, 2_000) ? null : 400;
  if (!path.startsWith(`/bot${BOT_TOKEN}/`)) return path.startsWith('/bot') ? 401 : 404;
  return path.endsWith('/sendMessage') && chatId === '-1001234567890' && has(text, 4_096) ? null : 400;
}
