import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { TOOLS } from '../../mcp/tools.ts';

/** Third-party hosts: the SDK of each revision, with a key. `capabilities`: those of the host. */
export const HOSTS = {
  'revision 2026-07-28': async (url: string, headers: Record<string, string>, capabilities: object = {}) => {
    const client = new ModernClient({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new ModernTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }));
    return client;
  },
  'revision 2025-11-25': async (url: string, headers: Record<string, string>, capabilities: object = {}) => {
    const client = new FormerClient({ name: 'test', version: '1' }, { capabilities });
    // The package's own types do not agree with each other under exactOptionalPropertyTypes or without it.
    await client.connect(new FormerTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }) as never);
    return client;
  },
};
export type HostKind = keyof typeof HOSTS;

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text?: string; uri?: string }[];
  structuredContent: Record<string, unknown>;
}

/** How an agent of a test calls the service. */
export type Transport = 'REST' | 'MCP';

/** What only callers of REST know. */
export const REST_ONLY = /\/v1\/|_links|If-Match|Idempotency-Key|\bheader\b|\b(?:GET|POST|PATCH|DELETE) /;

const send = (app: HttpServer, authorization: string, method: string, params: object) =>
  app.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: { authorization, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });
const answerOf = (body: string) => /^data: (.*)$/m.exec(body)?.[1] ?? body;

/** The names in a refusal's remedy that belong to no tool, no argument of one and no field of the refusal. */
export async function unknownNames(app: HttpServer, authorization: string, refusal: Record<string, unknown>): Promise<string[]> {
  const { body } = await send(app, authorization, 'tools/list', {});
  const { tools } = (JSON.parse(answerOf(body)) as { result: { tools: { name: string; inputSchema: { properties: object } }[] } }).result;
  const known = new Set([
    ...tools.flatMap(({ name, inputSchema }) => [name, ...Object.keys(inputSchema.properties)]),
    ...Object.keys(refusal),
  ]);
  const named = String(refusal.remedy).match(/(?<![\w./-])[a-z]+(?:_[a-z]+)+\b(?!_)/g) ?? [];
  return named.filter((name) => !known.has(name));
}

/** A request of REST as an agent over MCP makes it, by the tool of that operation; null where none does it. */
export async function callByTool(
  app: HttpServer,
  authorization: string,
  { method, path, body = {}, headers = {} }: { method: string; path: string; body?: object; headers?: Record<string, string> },
): Promise<{ status: number; body: Record<string, unknown>; text: string } | null> {
  const { pathname, searchParams } = new URL(`/api/v1${path}`, 'http://localhost');
  const routes = Object.entries(TOOLS).map(([tool, { operation }]) => {
    const [verb, form = ''] = app.operations.get(operation)?.route.split(' ') ?? [];
    const ids = new RegExp(`^${form.replace(/{(\w+)}/g, '(?<$1>[^/]+)')}$`).exec(pathname);
    return { tool, ids: verb === method ? ids : null };
  });
  const found = routes.find(({ ids }) => ids !== null);
  if (!found) return null;
  const query = [...searchParams].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]);
  const revision = headers['if-match']?.replaceAll('"', '');
  const args = {
    ...{ ...found.ids?.groups, ...Object.fromEntries(query), ...body },
    ...(revision !== undefined && { revision: /^\d+$/.test(revision) ? Number(revision) : revision }),
    ...(headers['idempotency-key'] !== undefined && { idempotency_key: headers['idempotency-key'] }),
  };
  const answer = await send(app, authorization, 'tools/call', { name: found.tool, arguments: args });
  const text = answerOf(answer.body);
  const answered = JSON.parse(text) as Record<string, unknown> & { result?: ToolResult };
  // Refused before a tool was called, as without a key.
  if ('code' in answered) return { status: answer.statusCode, body: answered, text };
  const { result } = answered;
  if (!result) throw new Error(`${found.tool} answered ${answer.statusCode}: ${text}`);
  const { structuredContent, isError = false, content } = result;
  return { status: isError ? Number(structuredContent.status) : 200, body: structuredContent, text: content[0]?.text ?? '' };
}

/** A host's sign-in state, in the form of both SDKs; it opens no browser, but records the address. */
export class Keeper {
  readonly redirectUrl = 'http://127.0.0.1:53682/callback';
  readonly clientMetadata = {
    client_name: 'Some host',
    redirect_uris: ['http://127.0.0.1:53682/callback'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'none',
  };
  readonly sentTo: URL[] = [];
  private readonly kept = new Map<string, unknown>();

  clientInformation() {
    return this.kept.get('client') as never;
  }
  saveClientInformation(client: unknown) {
    this.kept.set('client', client);
  }
  tokens() {
    return this.kept.get('tokens') as never;
  }
  saveTokens(tokens: unknown) {
    this.kept.set('tokens', tokens);
  }
  saveCodeVerifier(verifier: string) {
    this.kept.set('verifier', verifier);
  }
  codeVerifier() {
    return this.kept.get('verifier') as string;
  }
  saveDiscoveryState(state: unknown) {
    this.kept.set('discovery', state);
  }
  discoveryState() {
    return this.kept.get('discovery') as never;
  }
  redirectToAuthorization(url: URL) {
    this.sentTo.push(url);
  }
}

/**
 * A host with its own sign-in. Before access is allowed, connecting and calling throw, and its keeper has the address
 * for the person.
 */
export interface SigningIn {
  connect(): Promise<void>;
  finish(answer: URLSearchParams): Promise<void>;
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** The SDK of each revision with its own sign-in. Each connection needs a new transport. */
export const SIGNING_IN: Record<string, (url: string, keeper: Keeper) => SigningIn> = {
  'the SDK of revision 2026-07-28': (url, authProvider) => {
    let client = new ModernClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    let transport = new ModernTransport(new URL(`${url}/api/mcp`), { authProvider: authProvider as never });
    return {
      async connect() {
        client = new ModernClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
        transport = new ModernTransport(new URL(`${url}/api/mcp`), { authProvider: authProvider as never });
        await client.connect(transport);
      },
      finish: (answer) => transport.finishAuth(answer),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  },
  'the SDK of revision 2025-11-25': (url, authProvider) => {
    let client = new FormerClient({ name: 'host', version: '1' });
    let transport = new FormerTransport(new URL(`${url}/api/mcp`), { authProvider: authProvider as never });
    return {
      async connect() {
        client = new FormerClient({ name: 'host', version: '1' });
        transport = new FormerTransport(new URL(`${url}/api/mcp`), { authProvider: authProvider as never });
        await client.connect(transport as never);
      },
      finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  },
};
