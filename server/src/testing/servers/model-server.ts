import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CaptionModelConfig } from '../../config/operator-services-config.ts';

/** A call as the model's server got it. */
export interface ModelCall {
  path: string;
  headers: IncomingMessage['headers'];
  body: { model: string; messages: { role: string; content: unknown }[]; response_format?: { type: string } };
}

export type ModelAnswering = (call: ModelCall, response: ServerResponse) => void;

export interface ModelServer {
  /** The configuration of an OpenAI-compatible model at this server. */
  config(changes?: Partial<CaptionModelConfig>): CaptionModelConfig;
  /** The responses to the next calls, in sequence; the last one is repeated. */
  answers(...answering: ModelAnswering[]): void;
  calls: ModelCall[];
  stop(): Promise<void>;
}

/** A server on loopback that speaks the chat completions of OpenAI, as most model servers do, and Anthropic's messages. */
export async function startModelServer(): Promise<ModelServer> {
  let queue: ModelAnswering[] = [];
  const calls: ModelCall[] = [];
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) as ModelCall['body'] };
    calls.push(call);
    const answering = queue.length > 1 ? queue.shift() : queue[0];
    answering?.(call, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    answers(...answering) {
      queue = answering;
      calls.length = 0;
    },
    config: (changes) => ({
      provider: 'openai-compatible',
      model: 'harbour-small',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      key: 'key-of-the-model',
      timeoutMs: 10_000,
      maxOutputTokens: 2000,
      prices: { input: 0.5, output: 2 },
      dailyTokens: null,
      seesPictures: true,
      ...changes,
    }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Responds with this, in the format of the called API. */
export function saying(content: string, usage = { input: 1000, output: 100 }): ModelAnswering {
  return ({ path, body }, response) => {
    const isAnthropic = path.endsWith('/messages');
    sendJson(response, 200, isAnthropic ? anthropicAnswer(body.model, content, usage) : openaiAnswer(body.model, content, usage));
  };
}

/** Captions for some platforms. */
export function writing(...captions: { platform: string; text: string; tags?: string[]; thread?: string[] }[]): ModelAnswering {
  return saying(JSON.stringify({ captions: captions.map((caption) => ({ tags: [], thread: [], ...caption })) }));
}

export function failing(status: number, message = 'No.'): ModelAnswering {
  return (_call, response) => sendJson(response, status, { error: { message } });
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function openaiAnswer(model: string, content: string, usage: { input: number; output: number }): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output },
  };
}

function anthropicAnswer(model: string, content: string, usage: { input: number; output: number }): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: content }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  };
}
