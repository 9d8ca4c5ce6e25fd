import type { LightMyRequestResponse } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { HttpServer } from '../http/engine/http-server.ts';

export interface Browser {
  /** By name; set by the server and not removed. */
  cookies: Map<string, string>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
  /** GraphQL; the data, or the code of the refusal. */
  ask<Data = Record<string, never>>(
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<{ data: Data; code: ErrorCode | null; status: number }>;
  /** As above, for requests that must succeed. */
  must<Data = Record<string, never>>(query: string, variables?: Record<string, unknown>): Promise<Data>;
}

export interface BrowserOptions {
  cookies?: Record<string, string>;
  userAgent?: string;
  address?: string;
}

/** A browser on the console: keeps cookies and sends our own origin. */
export function openBrowser(app: HttpServer, { cookies = {}, userAgent = 'test', address = '192.0.2.10' }: BrowserOptions = {}): Browser {
  const jar = new Map(Object.entries(cookies));
  const send = async (method: 'GET' | 'POST', url: string, payload?: unknown, extra: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent, ...(cookie ? { cookie } : {}), ...extra };
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers,
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const ask: Browser['ask'] = async (query, variables = {}) => {
    const response = await send('POST', '/api/graphql', { query, variables });
    const { data, errors } = response.json();
    return { data, code: errors?.[0]?.extensions.code ?? null, status: response.statusCode };
  };
  return {
    cookies: jar,
    post: (path, body = {}, headers) => send('POST', path, body, headers),
    get: (path) => send('GET', path),
    ask,
    async must(query, variables) {
      const { data, code } = await ask(query, variables);
      if (code !== null) throw new Error(`${query} was refused: ${code}`);
      return data as never;
    },
  };
}
