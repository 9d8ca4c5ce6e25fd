import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Nodes } from 'mdast';
import type { Json } from '../platform.ts';
import { readMarkup } from '../text/markup/read-markup.ts';
import { readRequest, type SeenRequest } from './seen-request.ts';

/** An image as stored by the server. */
export interface SeenPicture {
  sha256: string;
  altText: string;
}

/** The pictures of a Markdown text, as readers see them. */
export function picturesIn(markdown: string): { url: string; altText: string }[] {
  const within = (node: Nodes): { url: string; altText: string }[] => {
    if (node.type === 'image') return [{ url: node.url, altText: node.alt ?? '' }];
    return 'children' in node ? node.children.flatMap(within) : [];
  };
  return within(readMarkup(markdown).tree);
}

export interface Reply {
  status: number;
  body?: Json;
  headers?: Record<string, string>;
}

/** The configurable failures of the request that creates a post. The first two do create it. */
export const KNOBS = [
  'acts, then says nothing',
  'acts, then resets the connection',
  'answers twice',
  'answers with status 500',
  'resets the connection',
  'answers without end',
  'answers with a page',
  'redirects elsewhere',
  'limits the rate',
  'has revoked the credentials',
  'refuses the post',
  'has a proxy that refuses the size',
] as const;
export type Knob = (typeof KNOBS)[number];

/** A network on loopback that follows a published reference. */
export interface FakeServerSpec {
  /** Every response of the platform; `undefined` is a 404 in its own format. */
  handle(request: SeenRequest): Reply | undefined | Promise<Reply | undefined>;
  /** The request that creates a post. */
  isPublishing(request: SeenRequest): boolean;
  /** The platform's refusals; the secret in them must not appear in our messages. */
  refusals: Record<'limited' | 'revoked' | 'refused' | 'unknownCall', (secret: string) => Reply>;
}

export interface FakeServer {
  url: string;
  requests: SeenRequest[];
  /** Applies until it is set to null; to the request that creates a post, unless another is named. */
  fail(knob: Knob | null, isMeant?: FakeServerSpec['isPublishing']): void;
  /** Aborts once the failing server has acted and says nothing: what a worker would do later, without the wait. */
  silence(): AbortSignal;
  /** Aborts when a request like that comes in. */
  abortAt(isMeant: FakeServerSpec['isPublishing']): AbortSignal;
  /** Refuses the next request that creates a post. */
  refuseOnce(reply: Reply): void;
  stop(): Promise<void>;
}

export const RETRY_AFTER_SECONDS = 7;

export async function startFakeServer(spec: FakeServerSpec, secret: string): Promise<FakeServer> {
  const requests: SeenRequest[] = [];
  let knob: Knob | null = null;
  let refusal: Reply | null = null;
  let isFailing: FakeServerSpec['isPublishing'] = spec.isPublishing;
  let silence = new AbortController();
  let onRequest: (request: SeenRequest) => void = () => {};
  const server = createServer(async (incoming, response) => {
    // The caller gave up in the middle of a body.
    const request = await readRequest(incoming).catch(() => null);
    if (!request) return;
    requests.push(request);
    onRequest(request);
    const handle = async (): Promise<Reply> => (await spec.handle(request)) ?? spec.refusals.unknownCall(secret);
    if (refusal && spec.isPublishing(request)) {
      write(response, refusal);
      refusal = null;
      return;
    }
    if (knob && isFailing(request)) {
      await MISBEHAVIOUR[knob]({ response, act: handle, refuse: (name) => spec.refusals[name](secret) });
      if (knob === 'acts, then says nothing') silence.abort();
      return;
    }
    write(response, await handle());
  });
  // Otherwise it closes idle connections after 5 s, at times just as a test on a busy machine uses one again.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail(wanted, isMeant = spec.isPublishing) {
      knob = wanted;
      isFailing = isMeant;
    },
    silence() {
      silence = new AbortController();
      return silence.signal;
    },
    abortAt(isMeant) {
      const controller = new AbortController();
      onRequest = (request) => {
        if (isMeant(request)) controller.abort();
      };
      return controller.signal;
    },
    refuseOnce(reply) {
      refusal = reply;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Misbehaving {
  response: ServerResponse;
  /** Processes the request, and returns its response. */
  act(): Promise<Reply>;
  refuse(name: 'limited' | 'revoked' | 'refused'): Reply;
}

const MISBEHAVIOUR: Record<Knob, (call: Misbehaving) => void | Promise<void>> = {
  'acts, then says nothing': async ({ act }) => {
    await act();
  },
  'acts, then resets the connection': async ({ act, response }) => {
    await act();
    response.destroy();
  },
  'answers twice': async ({ act, response }) => answerTwice(response, await act()),
  'answers with status 500': ({ response }) => write(response, { status: 500, body: { error: 'internal_error' } }),
  'resets the connection': ({ response }) => {
    response.destroy();
  },
  'answers without end': ({ response }) => flood(response),
  'answers with a page': ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  },
  'redirects elsewhere': ({ response }) => {
    response.writeHead(307, { location: 'https://example.org/' }).end();
  },
  'limits the rate': ({ refuse, response }) => {
    const { headers, ...reply } = refuse('limited');
    write(response, { ...reply, headers: { 'retry-after': String(RETRY_AFTER_SECONDS), ...headers } });
  },
  'has revoked the credentials': ({ refuse, response }) => write(response, refuse('revoked')),
  'refuses the post': ({ refuse, response }) => write(response, refuse('refused')),
  // As nginx does, which has not passed the request on.
  'has a proxy that refuses the size': ({ response }) => {
    response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>');
  },
};

function write(response: ServerResponse, { status, body, headers }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Repeats the response on the same connection, like a faulty proxy. */
function answerTwice(response: ServerResponse, { status, body, headers }: Reply): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const more = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\n${more.join('')}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  response.socket?.end(answer + answer);
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const pour = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', pour);
  pour();
}
