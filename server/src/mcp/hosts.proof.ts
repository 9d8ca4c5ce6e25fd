import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect } from 'vitest';
import { SCOPES } from '../access/actor.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs } from '../testing/actors.ts';
import { approve, obtainKey, seen, useOauth } from '../testing/oauth.ts';
import { prove } from '../testing/proofs/prove.ts';
import type { ToolResult } from '../testing/servers/mcp-hosts.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const PROGRAMS = ['mcp-remote@0.15.1', '@modelcontextprotocol/inspector@2.12.0'];
const run = promisify(execFile);

const database = useTestDatabase();
const web = useOauth(database);
let folder: string;
let stage: Stage;

beforeAll(async () => {
  stage = await givenStage(web.services);
  folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...PROGRAMS]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DRAFT = { source_text: 'The harbour festival opens on Friday.', platforms: ['sandbox'], publish_mode: 'approval_queue' };
interface Made {
  publish_job: { job_id: string };
  approval: { approval_id: string; content_hash: string };
}

/** What the person's browser does: follows to the grant screen, allows, and goes back to where it is sent. */
async function allowInBrowser(address: string): Promise<void> {
  const { pathname, search } = new URL(address);
  const { headers } = await web.get(pathname + search);
  const requestId = new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
  const browser = await web.signedIn({ accountId: stage.accountId });
  const id = await seen(web, { requestId }, browser);
  const { body } = await approve(web, id, { workspaceId: stage.workspaceId, scopes: scopesOf(address) }, browser);
  await fetch((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl);
}

const scopesOf = (address: string) => SCOPES.filter((scope) => new URL(address).searchParams.get('scope')?.split(' ').includes(scope));

prove(
  'M4',
  'a host that speaks only to programs of its own machine comes in through mcp-remote, with a person at the browser',
  async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(folder, 'node_modules/mcp-remote/dist/proxy.js'), `${web.url}/api/mcp`],
      env: { PATH: process.env.PATH ?? '', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
      stderr: 'pipe',
    });
    let said = '';
    const allowed = new Set<string>();
    transport.stderr?.on('data', (chunk) => {
      said += String(chunk);
      for (const [address] of said.matchAll(/http:\/\/127\.0\.0\.1:\d+\/api\/oauth\/authorize\?[\w%&=.+~:/-]+/g)) {
        if (allowed.has(address)) continue;
        allowed.add(address);
        void allowInBrowser(address);
      }
    });
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(transport as never, { timeout: 120_000 }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${said}`);
    });
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 })) as unknown as ToolResult;
    const { tools } = await client.listTools();
    const made = await call('create_draft', DRAFT);
    expect(made.isError ?? false, `${JSON.stringify(made)}\n${said}`).toBe(false);
    const { approval, publish_job: job } = made.structuredContent as unknown as Made;
    await actAs(web.services, stage.owner, (ctx) =>
      recordDecision(ctx, { approvalId: approval.approval_id, contentHash: approval.content_hash, decision: 'approved' }),
    );
    expect((await call('get_publish_job', { job_id: job.job_id })).structuredContent).toMatchObject({ approval_state: 'approved' });
    await client.close();
    return `mcp-remote found the sign-in, ${allowed.size} times a person allowed it in the browser, ${tools.length} tools, a draft made, approved and queued`;
  },
);

prove('M5', "the protocol's inspector reads and writes at its command line", async () => {
  const key = await obtainKey(web, { scopes: ['read'] });
  const inspect = async (...args: string[]) => {
    const program = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const common = ['--cli', `${web.url}/api/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
    const { stdout } = await run(process.execPath, [program, ...common, ...args], { maxBuffer: 16 * 1_048_576 });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const { tools } = await inspect('--method', 'tools/list');
  const { resources } = await inspect('--method', 'resources/list');
  const { prompts } = await inspect('--method', 'prompts/list');
  const me = await inspect('--method', 'tools/call', '--tool-name', 'get_me');
  expect(me).toMatchObject({ structuredContent: { scopes: ['read'] } });
  return `${(tools as []).length} tools, ${(resources as []).length} resources and ${(prompts as []).length} prompts listed, a tool called`;
});
