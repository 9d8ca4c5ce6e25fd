import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect } from 'vitest';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { givenUser } from '../testing/factories.ts';
import { PASSWORD, useOauth } from '../testing/oauth.ts';
import { openPerson, type PersonInBrowser } from '../testing/proofs/person-in-browser.ts';
import { prove } from '../testing/proofs/prove.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { Keeper, SIGNING_IN, type ToolResult } from '../testing/servers/mcp-hosts.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const PROGRAMS = ['mcp-remote@0.15.1', '@modelcontextprotocol/inspector@2.12.0'];
const run = promisify(execFile);

const database = useTestDatabase();
const web = useOauth(database);
let folder: string;
let stage: Stage;
let person: PersonInBrowser;

beforeAll(async () => {
  stage = await givenStage(web.services);
  const { user } = await givenUser(web.services, stage.accountId, { password: PASSWORD });
  person = await openPerson({ email: user.email, password: PASSWORD });
  folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...PROGRAMS]);
});
afterAll(async () => {
  await person?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Where a program sends the person, in what it prints. */
const AUTHORIZE = /http:\/\/127\.0\.0\.1:\d+\/api\/oauth\/authorize\?[\w%&=.+~:/-]+/g;
const DRAFT = { source_text: 'The harbour festival opens on Friday.', platforms: ['sandbox'], publish_mode: 'approval_queue' };
interface Made {
  publish_job: { job_id: string };
  approval_url: string;
}

/** Publishes the approved job, as a worker does, and notifies the host. */
async function publish(jobId: string): Promise<void> {
  for (const { id } of await stage.publicationsOf(jobId))
    await workOnPublication(web.services, id, { signal: new AbortController().signal });
}

interface Program {
  call(name: string, args: Record<string, unknown>): Promise<ToolResult>;
}

/** From draft to published: the host prepares, the person decides at the desk, the host hears of it. */
async function goThrough({ call }: Program): Promise<void> {
  const made = await call('create_draft', DRAFT);
  expect(made.isError ?? false, JSON.stringify(made)).toBe(false);
  const { approval_url: atTheDesk, publish_job: job } = made.structuredContent as unknown as Made;
  await person.approve(atTheDesk);
  await publish(job.job_id);
  const { structuredContent } = await call('get_publish_job', { job_id: job.job_id });
  expect(structuredContent).toMatchObject({ approval_state: 'approved', state: 'published' });
}

for (const [name, of] of Object.entries(SIGNING_IN))
  prove('M4', `${name} signs in and publishes, with a person at a real browser`, async () => {
    const keeper = new Keeper();
    const host = of(web.url, keeper);
    /** As the host does it by itself: what is refused for want of access sends the person to allow it, and is done then. */
    const allowed = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = keeper.sentTo.length;
      try {
        return await work();
      } catch (error) {
        const asked = keeper.sentTo[before];
        if (!asked) throw error;
        await host.finish((await person.allow(asked.href)).searchParams);
        await host.close();
        await host.connect();
        return work();
      }
    };
    await allowed(() => host.connect());
    await goThrough({ call: (tool, args) => allowed(() => host.call(tool, args) as Promise<ToolResult>) });
    await host.close();
    return `${keeper.sentTo.length} times allowed by a person who signed in with a password; a draft made, approved at the desk and published`;
  });

prove(
  'M4',
  'a host that speaks only to programs of its own machine comes in through mcp-remote and publishes, with a person at a real browser',
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
      for (const [address] of said.matchAll(AUTHORIZE)) {
        if (allowed.has(address)) continue;
        allowed.add(address);
        void person.allow(address);
      }
    });
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(transport as never, { timeout: 120_000 }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${said}`);
    });
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 })) as unknown as ToolResult;
    const { tools } = await client.listTools();
    await goThrough({ call });
    await client.close();
    return `mcp-remote found the sign-in, ${allowed.size} times a person allowed it in the browser, ${tools.length} tools, a draft made, approved at the desk and published`;
  },
);

prove('M5', "the protocol's inspector signs in and publishes on its command line, with a person at a real browser", async () => {
  const program = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  let allowed = 0;
  const inspect = async (...args: string[]): Promise<Record<string, unknown>> => {
    const common = ['--cli', `${web.url}/api/mcp`, '--transport', 'http', '--format', 'json', '--callback-url', callback];
    const running = spawn(process.execPath, [program, ...common, ...args], {
      env: { PATH: process.env.PATH, HOME: folder, BROWSER: 'true', MCP_AUTO_OPEN_ENABLED: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, said] = ['', ''];
    const sentTo = new Set<string>();
    running.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    running.stderr.on('data', (chunk) => {
      said += String(chunk);
      for (const [address] of said.matchAll(AUTHORIZE)) {
        if (sentTo.has(address)) continue;
        sentTo.add(address);
        allowed += 1;
        void person.allow(address);
      }
    });
    const [code] = await once(running, 'close');
    expect(code, `${out}\n${said}`).toBe(0);
    return (JSON.parse(out) as { result: Record<string, unknown> }).result;
  };
  const { tools } = await inspect('--method', 'tools/list');
  const { resources } = await inspect('--method', 'resources/list');
  const { prompts } = await inspect('--method', 'prompts/list');
  await goThrough({
    call: async (name, args) =>
      (await inspect('--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args))) as unknown as ToolResult,
  });
  return `${allowed} times allowed; ${(tools as []).length} tools, ${(resources as []).length} resources and ${(prompts as []).length} prompts listed; a draft made, approved at the desk and published`;
});
