import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site on loopback for tests: each path responds as set, others with 404. */
export interface PageServer {
  /** `127.0.0.1:PORT`, as an operator lets link cards open it. */
  address: string;
  /** Every request, in order, by its host name and path. */
  seen: { host: string; path: string; headers: IncomingMessage['headers'] }[];
  on(path: string, answer: (response: ServerResponse, request: IncomingMessage) => void): void;
  /** The default response of every path. */
  answerAll(answer: (response: ServerResponse) => void): void;
  /** A page of this HTML. */
  page(path: string, html: string, contentType?: string): void;
  stop(): Promise<void>;
}

export async function startPageServer(): Promise<PageServer> {
  const answers = new Map<string, (response: ServerResponse, request: IncomingMessage) => void>();
  const seen: PageServer['seen'] = [];
  let usual = (response: ServerResponse): void =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not here</title>');
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    seen.push({ host: request.headers.host ?? '', path, headers: request.headers });
    const answer = answers.get(path);
    if (answer) answer(response, request);
    else usual(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    on: (path, answer) => void answers.set(path, answer),
    answerAll: (answer) => {
      usual = answer;
    },
    page: (path, html, contentType = 'text/html; charset=utf-8') =>
      void answers.set(path, (response) => response.writeHead(200, { 'content-type': contentType }).end(html)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
