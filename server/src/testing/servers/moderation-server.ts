import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ModerationConfig } from '../../config/operator-services-config.ts';

/** A call as the moderation server got it. */
export interface ModerationCall {
  path: string;
  headers: IncomingMessage['headers'];
  body: { model?: string; input: string | [{ type: 'image_url'; image_url: { url: string } }] };
}

export interface ModerationServer {
  config(changes?: Partial<ModerationConfig>): ModerationConfig;
  /** The categories of texts with these words; all others are harmless. Pictures are found under `PICTURE`. */
  finds(found: Record<string, string[]>): void;
  /** What it responds with instead, by status and body; null for categories. */
  responds(other: { status: number; body: string } | 'never' | null): void;
  calls: ModerationCall[];
  stop(): Promise<void>;
}

const CATEGORIES = ['hate', 'hate/threatening', 'harassment', 'harassment/threatening', 'self-harm', 'sexual', 'sexual/minors', 'violence'];

/** A server on loopback in the shape of OpenAI's moderations. */
export async function startModerationServer(): Promise<ModerationServer> {
  const calls: ModerationCall[] = [];
  let found: Record<string, string[]> = {};
  let other: Parameters<ModerationServer['responds']>[0] = null;
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as ModerationCall['body'];
    calls.push({ path: request.url ?? '', headers: request.headers, body });
    if (other === 'never') return;
    if (other) {
      response.writeHead(other.status, { 'content-type': 'application/json' }).end(other.body);
      return;
    }
    const { input } = body;
    const words = typeof input === 'string' ? Object.keys(found).filter((word) => input.includes(word)) : ['PICTURE'];
    const named = new Set(words.flatMap((word) => found[word] ?? []));
    const categories = Object.fromEntries([...new Set([...CATEGORIES, ...named])].map((name) => [name, named.has(name)]));
    const result = { flagged: named.size > 0, categories, category_scores: {} };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'modr-1', model: 'guard', results: [result] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    config: (changes) => ({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      key: 'key-of-the-guard',
      model: null,
      takesPictures: false,
      isRequired: false,
      timeoutMs: 2_000,
      ...changes,
    }),
    finds(given) {
      found = given;
      other = null;
      calls.length = 0;
    },
    responds(given) {
      other = given;
      calls.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
