import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Mastodon server that holds nothing of an uploaded file in memory (docs.joinmastodon.org, methods/media, statuses, instance). */
export interface StreamingServer {
  credentials: { server: string; accessToken: string };
  files: { byteSize: number; sha256: string }[];
  posts: string[];
  stop(): Promise<void>;
}

const LARGEST_BYTES = 2_000_000_000;

/** `pauseMs`: between two stretches of a file, as on a slow line. */
export async function startStreamingServer({ pauseMs = 0 } = {}): Promise<StreamingServer> {
  const files: StreamingServer['files'] = [];
  const posts: string[] = [];
  const answer = async (request: IncomingMessage): Promise<object> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api/v2/media') files.push(await readFile(request, pauseMs));
    if (pathname === '/api/v1/statuses') posts.push((JSON.parse(await text(request)) as { status: string }).status);
    if (pathname === '/api/v2/instance') return { configuration: { media_attachments: { video_size_limit: LARGEST_BYTES } } };
    return { id: '1', username: 'harbour', acct: 'harbour', url: 'https://mastodon.example/@harbour/1' };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    credentials: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accessToken: 'token-of-harbour' },
    files,
    posts,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const STRETCH_BYTES = 1_048_576;

/** The only file of a form without other parts, hashed while it arrives. */
async function readFile(request: IncomingMessage, pauseMs: number): Promise<{ byteSize: number; sha256: string }> {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  const end = Number(request.headers['content-length']) - `\r\n--${boundary}--\r\n`.length;
  const hash = createHash('sha256');
  let head: Buffer | null = Buffer.alloc(0);
  let [seen, byteSize, paused] = [0, 0, 0];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    let bytes = chunk.subarray(0, Math.max(0, end - seen));
    seen += chunk.length;
    if (head) {
      head = Buffer.concat([head, bytes]);
      const start = head.indexOf('\r\n\r\n') + 4;
      if (start < 4) continue;
      bytes = head.subarray(start);
      head = null;
    }
    hash.update(bytes);
    byteSize += bytes.length;
    if (pauseMs > 0 && seen - paused > STRETCH_BYTES) {
      paused = seen;
      await sleep(pauseMs);
    }
  }
  return { byteSize, sha256: hash.digest('hex') };
}
