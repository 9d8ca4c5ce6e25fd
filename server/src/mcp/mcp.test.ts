import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../access/actor.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { VERSION } from '../server-folder.ts';
import { actAs } from '../testing/actors.ts';
import { givenAgent } from '../testing/factories.ts';
import { useOauth } from '../testing/oauth.ts';
import { HOSTS, type HostKind, type ToolResult } from '../testing/servers/mcp-hosts.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { TOOLS } from './tools.ts';

const database = useTestDatabase();
const web = useOauth(database);
const open: { close(): Promise<void> }[] = [];
let stage: Stage;

beforeAll(async () => {
  stage = await givenStage(web.services);
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const SCOPES: Scope[] = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read'];
/** A third-party host, with the key of an agent in the stage's workspace. */
async function connect(kind: HostKind = 'revision 2026-07-28', scopes: Scope[] = SCOPES) {
  const { authorization } = await givenAgent(web.services, stage.workspace, { scopes });
  const client = await HOSTS[kind](web.url, { authorization });
  open.push(client);
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolResult> =>
    (await client.callTool({ name, arguments: args })) as ToolResult;
  return { client, call };
}

const TEXT = 'The harbour festival opens on Friday at six, with music on the pier.';
const draftFor = (platforms = ['sandbox']) => ({ source_text: TEXT, platforms, publish_mode: 'approval_queue' });
const countDrafts = () => web.services.orm.em.fork().count(Draft, { workspaceId: stage.workspaceId });

describe.each(Object.keys(HOSTS) as HostKind[])('a client of %s', (kind) => {
  it('lists every tool with its input schema and annotations', async () => {
    const { client } = await connect(kind);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(TOOLS).sort());
    for (const { title, description, inputSchema, annotations } of tools) {
      expect({ title, description, input: inputSchema.type }).toEqual({
        title: expect.any(String),
        description: expect.any(String),
        input: 'object',
      });
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) });
    }
  });

  it('creates a draft, requests approval and gets the decision', async () => {
    const { call } = await connect(kind);
    const made = await call('create_draft', draftFor());
    const { approval_url: url, publish_job: job } = made.structuredContent as { approval_url: string; publish_job: { job_id: string } };
    const [first = ''] = made.content.map(({ text }) => text);
    expect(first).toContain(url);
    expect(first).toContain(`call wait_for_decision with job_id ${job.job_id}`);
    expect(first.length).toBeLessThan(1_000);
    expect(made.content.map(({ type }) => type)).toEqual(['text', 'resource_link']);
    expect(made.content).toContainEqual(expect.objectContaining({ type: 'resource_link', uri: url }));

    const waiting = await call('get_publish_job', { job_id: job.job_id });
    expect(waiting.structuredContent).toMatchObject({ approval_state: 'pending', state: 'blocked' });
    const approval = (made.structuredContent as { approval: { approval_id: string; content_hash: string } }).approval;
    await actAs(web.services, stage.owner, (ctx) =>
      recordDecision(ctx, { approvalId: approval.approval_id, contentHash: approval.content_hash, decision: 'approved' }),
    );
    const decided = await call('get_publish_job', { job_id: job.job_id });
    expect(decided.structuredContent).toMatchObject({ approval_state: 'approved', state: 'queued' });
  });

  it('reports the version of the server', async () => {
    const { client } = await connect(kind);
    expect(client.getServerVersion()).toMatchObject({ name: 'countersign', version: VERSION });
  });

  it('returns the reason and remedy of a refusal', async () => {
    const { call } = await connect(kind);
    const { isError, content, structuredContent } = await call('get_draft', { draft_id: 'drf_00000000-0000-7000-8000-000000000000' });
    expect(isError).toBe(true);
    const { code, remedy } = structuredContent as { code: string; remedy: string };
    expect(code).toBe('not_found');
    expect(content[0]?.text).toContain(remedy);
  });

  it('reads resources and prompts', async () => {
    const { client, call } = await connect(kind);
    const { structuredContent: draft } = await call('create_draft', { ...draftFor(), publish_mode: 'draft_only' });
    const { resources } = await client.listResources();
    const uri = `countersign://drafts/${draft.draft_id}`;
    expect(resources.map((resource) => resource.uri)).toEqual(expect.arrayContaining(['countersign://platforms', uri]));
    const { contents } = await client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ draft_id: draft.draft_id, source_text: TEXT });

    const voice = await client.readResource({ uri: 'countersign://voice' });
    const { structuredContent: me } = await call('get_me');
    expect(me.voice).toMatchObject({ tone: '', banned_words: [] });
    expect(JSON.parse((voice.contents[0] as { text: string }).text)).toEqual(me.voice);

    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('answer_the_reviewer');
    const { messages } = await client.getPrompt({ name: 'answer_the_reviewer', arguments: { draft_id: 'drf_1' } });
    expect(JSON.stringify(messages)).toContain('drf_1');
    expect(JSON.stringify(messages)).toMatch(/list_comments.*thread_id/);
  });
});

it('shows a reviewer’s comments in full while they are few', async () => {
  const { call } = await connect();
  const { structuredContent } = await call('create_draft', draftFor());
  const draft_id = String(structuredContent.draft_id);
  const text = `${'Please say where the parade begins and ends. '.repeat(20)}And drop the date.`;
  const { structuredContent: added } = await call('comment_on_draft', { draft_id, text });
  const { structuredContent: listed } = await call('list_comments', { draft_id });
  expect(listed.threads).toMatchObject([{ thread_id: added.thread_id, comments: [{ comment_id: expect.any(String), text }] }]);
});

it('creates one draft for a call that is repeated with the same idempotency key', async () => {
  const { call } = await connect();
  const before = await countDrafts();
  const args = { ...draftFor(), idempotency_key: 'friday-1' };
  const answers = await Promise.all([call('create_draft', args), call('create_draft', args)]);
  const again = await call('create_draft', { ...args, link: null, captions: null });
  const made = new Set([...answers, again].filter(({ isError }) => !isError).map(({ structuredContent }) => structuredContent.draft_id));
  expect(made.size).toBe(1);
  expect(await countDrafts()).toBe(before + 1);
  const other = await call('create_draft', { ...args, source_text: 'Something else.' });
  expect(other).toMatchObject({ isError: true, structuredContent: { code: 'idempotency_key_reused' } });
});

it('names what is wrong with a platform to show, and with an entry of a batch', async () => {
  const { call } = await connect();
  const { structuredContent } = await call('create_draft', { ...draftFor(), publish_mode: 'draft_only' });
  for (const args of [['list_platforms', {}] as const, ['get_draft', { draft_id: structuredContent.draft_id }] as const]) {
    const refused = await call(args[0], { ...args[1], platform: 'nope' });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'unknown_platform', errors: [{ pointer: '/platform' }] } });
  }
  const batch = await call('create_drafts', { drafts: [{ source_text: TEXT, platforms: ['sandbox'], link: 'no link' }] });
  expect(batch.content[0]?.text).toMatch(/Entry 0: .* link must be an http or https URL\. /);
});

it('accepts a batch of drafts as large as REST does', async () => {
  const { call } = await connect();
  const drafts = Array.from({ length: 60 }, () => ({ source_text: `${TEXT} `.repeat(90), platforms: ['nowhere'] }));
  expect(JSON.stringify(drafts).length).toBeGreaterThan(300 * 1024);
  const { isError, structuredContent } = await call('create_drafts', { drafts });
  expect(isError ?? false).toBe(false);
  expect(structuredContent).toMatchObject({ created: 0, refused: 60 });
});

it.each<[string, string, Record<string, unknown>, string, string | undefined]>([
  ['an argument that it does not know', 'create_draft', { ...draftFor(), approve: true }, 'validation_failed', '/approve'],
  ['an argument that is missing', 'create_draft', { platforms: ['sandbox'] }, 'validation_failed', '/source_text'],
  ['an unknown platform', 'create_draft', draftFor(['myspace']), 'unknown_platform', undefined],
  ['a draft that is not there', 'get_draft', { draft_id: 'drf_00000000-0000-7000-8000-000000000000' }, 'not_found', undefined],
  ['an id that is none', 'get_draft', { draft_id: '../../etc/passwd' }, 'not_found', undefined],
])('refuses %s with a code and what to do', async (_what, tool, args, code, pointer) => {
  const { call } = await connect();
  const { isError, structuredContent, content } = await call(tool, args);
  expect({ isError, code: structuredContent.code }).toEqual({ isError: true, code });
  expect(content[0]?.text).toContain(String(structuredContent.remedy));
  if (pointer) expect(structuredContent.errors).toContainEqual(expect.objectContaining({ pointer }));
});

it('shows nothing of another customer', async () => {
  const foreign = await givenStage(web.services);
  const { draft, job } = await foreign.submit();
  const { call, client } = await connect();
  for (const [tool, args] of [
    ['get_draft', { draft_id: draft.id }],
    ['get_publish_job', { job_id: job?.id }],
    ['change_draft', { draft_id: draft.id, revision: 1, source_text: 'Mine now.' }],
    ['cancel_publish_job', { job_id: job?.id }],
    ['archive_draft', { draft_id: draft.id }],
    ['list_drafts', { workspace_id: foreign.workspaceId }],
    ['create_draft', { ...draftFor(), workspace_id: foreign.workspaceId }],
  ] as const)
    expect(await call(tool, args), tool).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } });
  await expect(client.readResource({ uri: `countersign://drafts/${draft.id}` })).rejects.toThrow();
});

describe('unauthenticated requests', () => {
  const send = (headers: Record<string, string>, body: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
    fetch(`${web.url}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    });

  it('points a caller without a key to the metadata of this resource', async () => {
    const response = await send({});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${web.url}/.well-known/oauth-protected-resource/api/mcp", scope="read"`,
    );
    const metadata = await fetch(`${web.url}/.well-known/oauth-protected-resource/api/mcp`);
    expect(await metadata.json()).toMatchObject({ resource: `${web.url}/api/mcp`, authorization_servers: [web.url] });
  });

  it('names the scope that a tool needs, so a client can request it', async () => {
    const { authorization } = await givenAgent(web.services, stage.workspace, { scopes: ['read'] });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_draft', arguments: draftFor() } };
    const before = await countDrafts();
    const response = await send({ authorization }, call);
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope".*scope="drafts:write jobs:write"|scope="drafts:write jobs:write".*error="insufficient_scope"/,
    );
    expect(await countDrafts()).toBe(before);
  });

  it('names all scopes that a call needs at once, depending on its arguments', async () => {
    const { authorization } = await givenAgent(web.services, stage.workspace, { scopes: ['read', 'drafts:write'] });
    const captions = [{ platform: 'sandbox', text: 'We are open.' }];
    const asked = async (name: string, args: object) => {
      const response = await send({ authorization }, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
      return response.status === 403 ? /scope="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1] : response.status;
    };
    const submitted = { ...draftFor(), publish_mode: 'approval_queue', captions };
    expect(await asked('create_draft', submitted)).toBe('drafts:write captions:write jobs:write');
    expect(await asked('create_drafts', { drafts: [draftFor(), submitted] })).toBe('drafts:write captions:write jobs:write');
    expect(await asked('change_draft', { draft_id: 'drf_1', revision: 1, captions })).toBe('drafts:write captions:write');
    expect(await asked('create_draft', { ...draftFor(), publish_mode: 'draft_only', captions: [] })).toBe(200);
    expect(await asked('create_drafts', { drafts: [null, 7] })).toBe(200);
  });

  it('accepts a page of another origin only with its own key', async () => {
    const { authorization } = await givenAgent(web.services, stage.workspace, { scopes: SCOPES });
    expect((await send({ authorization, origin: 'https://app.example' })).status).toBe(200);
    const response = await send({ origin: 'https://evil.example' });
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({ status: 403, code: 'cross_site_request' });
  });

  it('is stateless: it has no stream to open and no session to end', async () => {
    const { authorization } = await givenAgent(web.services, stage.workspace, { scopes: SCOPES });
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${web.url}/api/mcp`, { method, headers: { authorization, accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('refuses a revoked key at once', async () => {
    const { authorization, keyId } = await givenAgent(web.services, stage.workspace, { scopes: SCOPES });
    await web.services.orm.em.fork().execute('update api_keys set revoked_at = now() where id = ?', [keyId]);
    expect((await send({ authorization })).status).toBe(401);
  });
});

it('has no tool that decides, dismisses, buys, connects or grants', () => {
  const names = Object.entries(TOOLS).map(([name, { operation }]) => `${name} ${operation}`);
  expect(names.filter((name) => /approve|decide|reject|lift|credit|buy|connect(?!ion)|grant|key|invite|policy/i.test(name))).toEqual([]);
});
