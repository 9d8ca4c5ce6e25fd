import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Approval } from '../../approvals/approval.entity.ts';
import type { Services } from '../../context.ts';
import { ERRORS } from '../../errors.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs } from '../../testing/actors.ts';
import { givenAgent, givenUser } from '../../testing/factories.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { WEBHOOK_SECRET } from '../../testing/webhooks.ts';
import { buildWeb } from '../../web.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { forHost, READER_PAGES } from './reader-pages.ts';
import * as samples from './samples.ts';

const run = promisify(execFile);
const database = useTestDatabase();
const ROOT = join(import.meta.dirname, '../../../..');
const consoleDir = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
let services: Services;
let app: HttpServer;
let url = '';
let env: Record<string, string> = {};
let stage: Stage;

beforeAll(async () => {
  for (const file of ['developers.html', 'api-docs.html']) cpSync(join(ROOT, 'console', file), join(consoleDir, file));
  services = createTestServices(database);
  stage = await givenStage(services);
  const { key } = await givenAgent(services, stage.workspace, { scopes: ['drafts:write', 'jobs:write', 'read', 'webhooks:write'] });
  app = await buildWeb(services, { consoleDir });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  env = {
    ...(process.env as Record<string, string>),
    API_KEY: key,
    WORKSPACE: stage.workspaceId,
    RECEIVER: 'http://127.0.0.1:9/',
    WEBHOOK_SECRET,
  };
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await app?.close();
  rmSync(consoleDir, { recursive: true });
});

/** In front of the service: its own page for the next requests, without `Retry-After`, then what the service answers. */
let pagesToSend = 0;
let proxyUrl = '';
const proxy = createServer((request, response) => {
  if (pagesToSend > 0) {
    pagesToSend -= 1;
    response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Back in a moment</h1>');
    return;
  }
  const { method, headers } = request;
  request.pipe(
    forward(`${url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }),
  );
});
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});

/** A machine that lacks the program says that the sample was left out. */
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const PAGES = ['/developers', '/api-docs', ...Object.keys(READER_PAGES).map((name) => `/developers/${name}`)];

it('links the pages to each other, without dead links', async () => {
  const texts = await Promise.all(PAGES.map(async (path) => [path, (await app.inject(path)).body] as const));
  const ids = new Set(texts.flatMap(([path, text]) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${path}#${id}`)));
  for (const code of Object.keys(ERRORS)) ids.add(`/api-docs#${code}`);
  const links = texts.flatMap(([path, text]) =>
    [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => (href.startsWith('#') ? `${path}${href}` : href)),
  );
  const own = links.filter((link) => /^\/(developers|api-docs)/.test(link));
  expect(own.filter((link) => (link.includes('#') ? !ids.has(link) : !PAGES.includes(link)))).toEqual([]);
});

it.each(PAGES)('%s runs no script and states its purpose', async (path) => {
  const page = await app.inject(path);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/);
  expect(page.body).not.toMatch(/<script|<form|<iframe|javascript:| on[a-z]+=| style=|https:\/\/HOST/i);
  expect(page.body).toMatch(/<h1>[^<]+<\/h1>/);
});

it('shows every operation with a request, its response and its errors', async () => {
  const { body } = await app.inject('/api-docs');
  for (const { operation } of app.operations.values()) expect(body).toContain(operation.summary);
  expect(body).toContain('POST /v1/drafts/batch');
  expect(body, 'every address is that of this server').not.toMatch(/\bHOST\b/);
  expect(body).toContain('&quot;outcome&quot;: &quot;created&quot;');
});

describe('the code samples', () => {
  const shell = async (sample: string, more: Record<string, string> = {}) => {
    const { stdout } = await run('bash', ['-c', forHost(sample, url)], { env: { ...env, ...more } });
    return JSON.parse(stdout);
  };

  const WAITED = /^A person decides at \S+\/approvals\/apr_\S+\n\w+ approved\n$/;

  /** What a program prints whose first request a proxy answers with a page, and whose draft a person approves after that. */
  async function play(program: string, args: string[]): Promise<string> {
    pagesToSend = 1;
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    let approving: Promise<unknown> | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const [approvalId] = /\bapr_[\w-]+/.exec(stdout) ?? [];
      if (approvalId) approving ??= approve(approvalId);
    });
    await once(child, 'close');
    await approving;
    expect(pagesToSend).toBe(0);
    return stdout;
  }

  async function approve(approvalId: string): Promise<void> {
    const { contentHash } = await services.orm.em.fork().findOneOrFail(Approval, approvalId);
    await actAs(services, stage.owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'approved' }));
  }

  it('mark the values that the reader has to fill in', () => {
    const unexplained = Object.entries(READER_PAGES).flatMap(([name, { lead, blocks }]) => {
      const words = [lead, ...blocks.map(({ text }) => text)].join(' ');
      const codes = blocks.map(({ code = '' }) => code).join('\n');
      const wanted = [
        ...codes.matchAll(/\$([A-Z]\w+)|process\.env\.(\w+)|os\.environ\["(\w+)"|\b([A-Z]\w+(?:, [A-Z]\w+)*) } = process\.env/g),
      ];
      const names = new Set(wanted.flatMap(([, ...found]) => found.filter(Boolean).flatMap((one) => one?.split(', ') ?? [])));
      return [...names].filter((one) => !words.includes(`\`${one}\``)).map((one) => `${name}: ${one}`);
    });
    expect(unexplained).toEqual([]);
  });

  it.skipIf(!has('bash') || !has('curl'))('from a shell', async () => {
    expect((await shell(samples.CURL_ME)).workspace.workspace_id).toBe(env.WORKSPACE);
    const draft = await shell(samples.CURL_DRAFT);
    expect(draft).toMatchObject({ status: 'in_review', approval_url: expect.stringContaining('/approvals/') });
    const job = await shell(samples.CURL_JOB.replace('wait=30', 'wait=0'), { JOB: draft.publish_job.job_id });
    expect(job).toMatchObject({ approval_state: 'pending', draft_id: draft.draft_id });
    expect(await shell(samples.CURL_SANDBOX)).toMatchObject({ platforms: ['sandbox'], status: 'in_review' });
    expect(await shell(samples.CURL_WEBHOOK)).toMatchObject({ state: 'unproven', types: ['approval.decided', 'job.published'] });
  });

  it.skipIf(!has('bash') || !has('curl'))('in GraphQL', async () => {
    const { data, errors } = await shell(samples.GRAPHQL);
    expect([errors, data.workspace.drafts.edges.length > 0]).toEqual([undefined, true]);
  });

  it.skipIf(!has('bash') || !has('curl'))('for a token of one’s own', async () => {
    const { device_code: DEVICE_CODE } = await shell(samples.CURL_LOGIN);
    expect(await shell(samples.CURL_TOKEN, { DEVICE_CODE })).toMatchObject({ error: 'authorization_pending' });
    const { workspace } = stage;
    const { userId: personUserId } = await givenUser(services, workspace.accountId, { role: 'viewer' });
    const expiresAt = new Date(services.clock.now().getTime() + 86_400_000);
    const { key: TOKEN } = await givenAgent(services, workspace, { scopes: ['read'], expiresAt, personUserId });
    const { data, errors } = await shell(samples.GRAPHQL_CREDITS, { TOKEN });
    expect([errors, data.workspace.credits.use.entries]).toEqual([undefined, expect.any(Array)]);
  });

  it('work in TypeScript', async () => {
    const file = join(consoleDir, 'sample.mts');
    writeFileSync(file, forHost(samples.TYPESCRIPT, proxyUrl));
    expect(await play(process.execPath, ['--disable-warning=ExperimentalWarning', file])).toMatch(WAITED);
  });

  it.skipIf(!has('python3'))('in Python', async () => {
    expect(await play('python3', ['-c', forHost(samples.PYTHON, proxyUrl)])).toMatch(WAITED);
  });

  it('work for receiving webhooks', async () => {
    // Next to the packages that it imports.
    const folder = join(ROOT, 'server', 'dist', 'samples');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `receiver-${process.pid}.ts`);
    writeFileSync(file, samples.RECEIVER);
    process.env.WEBHOOK_SECRET = WEBHOOK_SECRET;
    const { receive } = await import(/* @vite-ignore */ file);
    rmSync(file);
    const signed = (message: object) => {
      const body = JSON.stringify(message);
      const at = new Date();
      const signature = new Webhook(WEBHOOK_SECRET).sign('evt_1', at, body);
      return [
        { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': signature },
        body,
      ] as const;
    };
    expect(receive(...signed({ type: 'endpoint.challenge', challenge: 'abc' }))).toEqual({ status: 200, body: 'abc' });
    const [headers, body] = signed({ type: 'job.published' });
    expect(receive(headers, body).status).toBe(204);
    expect(receive(headers, body.replace('published', 'failed')).status).toBe(400);
    expect(receive(headers, 'no JSON').status).toBe(400);
  });

  it('work for MCP hosts', () => {
    for (const sample of [samples.MCP_ADDRESS, samples.MCP_ADDRESS_TEXT]) expect(new URL(sample)).toMatchObject({ pathname: '/api/mcp' });
    for (const sample of [samples.MCP_CURSOR, samples.MCP_VSCODE, samples.MCP_BRIDGE])
      expect(JSON.stringify(JSON.parse(sample))).toContain('https://HOST/api/mcp');
  });

  it('work with the settings of the sandbox', async () => {
    const { readSandboxCredentials } = await import('../../platforms/sandbox/sandbox-credentials.ts');
    for (const line of samples.SANDBOX_SETTINGS.split('\n')) expect(readSandboxCredentials(JSON.parse(line)).failure).not.toBe('none');
  });
});
