import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import type { Scope } from '../access/actor.ts';
import { approve, seen, useOauth } from '../testing/oauth.ts';
import type { ToolResult } from '../testing/servers/mcp-hosts.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const web = useOauth(database);

/** What a host keeps of its sign-in, in the form that both SDKs want; it opens no browser, it remembers where one should go. */
class Keeper {
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

/** The person's part: signs in, looks at who asks, allows these scopes, and is sent back. */
async function allow(keeper: Keeper, scopes: Scope[]): Promise<URLSearchParams> {
  const asked = keeper.sentTo.at(-1);
  if (!asked) throw new Error('The host sent nobody anywhere.');
  const { headers } = await web.get(asked.pathname + asked.search);
  const requestId = new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
  const browser = await web.signedIn();
  const { body } = await approve(web, await seen(web, { requestId }, browser), { scopes }, browser);
  return new URL((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl).searchParams;
}

const URL_OF_MCP = () => new URL(`${web.url}/api/mcp`);
const DRAFT = { source_text: 'The harbour festival opens on Friday.', platforms: ['sandbox'], publish_mode: 'approval_queue' };

interface Host {
  connect(): Promise<void>;
  finish(answer: URLSearchParams): Promise<void>;
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** Each connection takes a transport of its own. */
const HOSTS: Record<string, (keeper: Keeper) => Host> = {
  'the SDK of revision 2026-07-28': (authProvider) => {
    let client = new ModernClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    let transport = new ModernTransport(URL_OF_MCP(), { authProvider: authProvider as never });
    return {
      async connect() {
        client = new ModernClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
        transport = new ModernTransport(URL_OF_MCP(), { authProvider: authProvider as never });
        await client.connect(transport);
      },
      finish: (answer) => transport.finishAuth(answer),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  },
  'the SDK of revision 2025-11-25': (authProvider) => {
    let client = new FormerClient({ name: 'host', version: '1' });
    let transport = new FormerTransport(URL_OF_MCP(), { authProvider: authProvider as never });
    return {
      async connect() {
        client = new FormerClient({ name: 'host', version: '1' });
        transport = new FormerTransport(URL_OF_MCP(), { authProvider: authProvider as never });
        await client.connect(transport as never);
      },
      finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  },
};

it.each(Object.entries(HOSTS))(
  '%s finds the sign-in by itself, asks for the least, and for more when a tool needs it',
  async (_name, of) => {
    const keeper = new Keeper();
    const host = of(keeper);
    await expect(host.connect()).rejects.toThrow();
    expect(keeper.sentTo).toHaveLength(1);
    expect(Object.fromEntries(keeper.sentTo[0]?.searchParams ?? [])).toMatchObject({
      scope: 'read',
      resource: `${web.url}/api/mcp`,
      code_challenge_method: 'S256',
    });
    await host.finish(await allow(keeper, ['read']));
    await host.connect();
    expect((await host.call('get_me', {})) as ToolResult).toMatchObject({ structuredContent: { scopes: ['read'] } });

    await expect(host.call('create_draft', DRAFT)).rejects.toThrow();
    expect(keeper.sentTo).toHaveLength(2);
    const asked = keeper.sentTo[1]?.searchParams.get('scope')?.split(' ') ?? [];
    expect(asked).toEqual(expect.arrayContaining(['drafts:write', 'jobs:write']));
    await host.finish(await allow(keeper, asked as Scope[]));
    await host.close();
    await host.connect();
    expect((await host.call('create_draft', DRAFT)) as ToolResult).toMatchObject({ structuredContent: { approval: { state: 'pending' } } });
    await host.close();
  },
);
