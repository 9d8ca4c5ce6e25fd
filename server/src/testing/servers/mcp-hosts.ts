import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Hosts that others wrote: the SDK of each revision, with a key. `capabilities` is what the host says it can do. */
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
