import { describe, expect, it } from 'vitest';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../testing/content.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { FixedClock } from '../testing/test-services.ts';

const database = useTestDatabase();
const api = useApi(database);

async function arrange(grant: { isSandboxOnly?: boolean } = {}) {
  const { services } = api;
  const { workspace, workspaceId, accountId } = await givenWorkspace(services);
  const { authorization } = await givenAgent(services, workspace, grant);
  const actor = await agentActor(services, workspace);
  const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers: Record<string, string> = {}) =>
    api.send(method, `/api/v1${path}`, body, { authorization, ...headers });
  return {
    workspace,
    workspaceId,
    accountId,
    actor,
    ask,
    draft: (more: object = {}) =>
      ask('POST', '/drafts', { workspace_id: workspaceId, source_text: 'The pier opens.', platforms: ['sandbox'], ...more }),
    idsOf: async (query: string) =>
      (await ask('GET', `/drafts?${query}`)).json().drafts.map(({ external_id: name }: { external_id: string }) => name),
  };
}

describe('drafts', () => {
  it('are filtered by external id, platform, state and time of the last change', async () => {
    const { draft, idsOf } = await arrange();
    await draft({ external_id: 'one' });
    (api.services.clock as FixedClock).advance(60_000);
    const since = api.services.clock.now().toISOString();
    await draft({ external_id: 'two', platforms: ['bluesky'], publish_mode: 'approval_queue' });
    expect(await idsOf('external_id=one')).toEqual(['one']);
    expect(await idsOf('platform=bluesky')).toEqual(['two']);
    expect(await idsOf('state=draft,in_review')).toEqual(['two', 'one']);
    expect(await idsOf('state=in_review')).toEqual(['two']);
    expect(await idsOf(`updated_since=${since}`)).toEqual(['two']);
  });

  it('cannot be filtered by an unknown state', async () => {
    const { ask } = await arrange();
    expectProblem(await ask('GET', '/drafts?state=draft,dreaming'), 'validation_failed');
  });

  it('cannot be filtered by a platform that does not exist: the refusal names those that do', async () => {
    const { ask } = await arrange();
    const problem = expectProblem(await ask('GET', '/drafts?platform=blusky'), 'unknown_platform');
    expect(problem).toMatchObject({ detail: expect.stringContaining('bluesky'), errors: [{ pointer: '/platform' }] });
  });

  it('have captions, payloads and quotes only of their own platforms, which the refusal names', async () => {
    const { ask, draft, workspaceId } = await arrange();
    const draft_id = (await draft()).json().draft_id;
    const of = { workspace_id: workspaceId, draft_id };
    const answers = {
      '/platforms/0': await ask('POST', '/captions', { ...of, platforms: ['blusky'] }),
      '/captions/0/platform': await ask('POST', '/captions', { ...of, captions: [{ platform: 'blusky', text: 'The pier opens.' }] }),
      '/platform': await ask('POST', '/payloads', { ...of, platform: 'blusky' }),
    };
    for (const [pointer, answer] of Object.entries(answers))
      expect(expectProblem(answer, 'validation_failed').errors).toEqual([{ pointer, message: expect.stringContaining('sandbox') }]);
    const quoting = { text: 'Which pier?', quote: 'The pier', platform: 'blusky' };
    expect(expectProblem(await ask('POST', `/drafts/${draft_id}/comments`, quoting), 'validation_failed').errors).toEqual([
      { pointer: '/platform', message: expect.stringContaining('sandbox') },
    ]);
  });

  it('return their location, and can be changed regardless of revision with If-Match: *', async () => {
    const { draft, ask } = await arrange();
    const made = await draft();
    expect(made.headers.location).toBe(made.json()._links.self.href);
    const path = `/drafts/${made.json().draft_id}`;
    await ask('PATCH', path, { source_text: 'The pier opens late.' }, { 'if-match': '"1"' });
    const changed = await ask('PATCH', path, { source_text: 'The pier stays shut.' }, { 'if-match': '*' });
    expect(changed.json()).toMatchObject({ source_text: 'The pier stays shut.' });
    expectProblem(await ask('PATCH', path, { source_text: 'Open.' }), 'precondition_required');
  });

  it('are created once per idempotency key, in any order of the fields', async () => {
    const { ask, workspaceId } = await arrange();
    const headers = { 'idempotency-key': 'once', 'content-type': 'application/json' };
    const first = await ask('POST', '/drafts', `{"workspace_id":"${workspaceId}","source_text":"Pier","platforms":["sandbox"]}`, headers);
    const again = await ask(
      'POST',
      '/drafts',
      `{ "platforms": ["sandbox"], "source_text": "Pi\\u0065r", "workspace_id": "${workspaceId}" }`,
      headers,
    );
    expect(again.json()).toEqual(first.json());
    const other = await ask('POST', '/drafts', `{"workspace_id":"${workspaceId}","source_text":"Quay","platforms":["sandbox"]}`, headers);
    expectProblem(other, 'idempotency_key_reused');
  });
});

describe('approvals', () => {
  it('are read with their decisions and comments, by id and by state', async () => {
    const { workspace, accountId, actor, ask } = await arrange();
    const { approval, draft, job } = await givenSubmittedDraft(api.services, actor, workspace);
    const owner = await userActor(api.services, accountId);
    const said = {
      approvalId: approval.id,
      contentHash: approval.contentHash,
      decision: 'changes_requested' as const,
      comment: 'Name the pier.',
    };
    await actAs(api.services, owner, (ctx) => recordDecision(ctx, said));
    const waiting = await givenSubmittedDraft(api.services, actor, workspace);
    expect((await ask('GET', `/approvals/${approval.id}`)).json()).toMatchObject({
      state: 'changes_requested',
      draft_id: draft.id,
      job_id: job.id,
      decisions: [{ decision: 'changes_requested', comment: 'Name the pier.', role: 'owner' }],
    });
    const { approvals } = (await ask('GET', '/approvals?state=pending')).json();
    expect(approvals).toMatchObject([
      { approval_id: waiting.approval.id, approval_url: `http://localhost:4000/approvals/${waiting.approval.id}` },
    ]);
    expect((await ask('GET', '/approvals')).json().approvals).toHaveLength(2);
  });
});

describe('connections', () => {
  it('are listed with their health and without a credential', async () => {
    const { workspace, ask } = await arrange();
    const { id } = await givenConnectionRow(api.services, workspace);
    const { connections } = (await ask('GET', '/connections')).json();
    expect(connections).toMatchObject([{ connection_id: id, platform: 'sandbox', health: 'healthy', message: null, own_limits: [] }]);
    expect(JSON.stringify(connections)).not.toMatch(/sealed|credential/i);
  });

  it('are not listed for a sandbox key if it cannot use them', async () => {
    const { workspace, ask } = await arrange({ isSandboxOnly: true });
    const { id } = await givenConnectionRow(api.services, workspace);
    await api.services.orm.em.fork().execute(`update connections set platform = 'bluesky' where id = ?`, [id]);
    expect((await ask('GET', '/connections')).json()).toEqual({ connections: [] });
  });
});

it('a key has its expiry', async () => {
  const { ask } = await arrange();
  const ends = Date.parse((await ask('GET', '/me')).json().key_expires_at);
  expect((ends - api.services.clock.now().getTime()) / 86_400_000).toBeGreaterThan(80);
});

describe('a page of another origin', () => {
  const headers = { origin: 'https://elsewhere.example.org' };

  it('may call the API with its own key', async () => {
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/drafts',
      headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,idempotency-key' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    });
    expect(preflight.headers['access-control-allow-headers']).toContain('idempotency-key');
    const { headers: answer } = await api.send('GET', '/api/v1/me', undefined, headers);
    expect(answer).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(answer['access-control-allow-credentials']).toBeUndefined();
  });

  it('may sign in as a public client: register, request a token, and revoke it', async () => {
    for (const path of ['register', 'token', 'revoke', 'introspect', 'device_authorization']) {
      const url = `/api/oauth/${path}`;
      const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
      const preflight = await api.app.inject({ method: 'OPTIONS', url, headers: { ...headers, ...asks } });
      const answer = await api.app.inject({ method: 'POST', url, headers });
      for (const given of [preflight, answer])
        expect({ path, origin: given.headers['access-control-allow-origin'] }).toEqual({ path, origin: '*' });
      expect([preflight.statusCode, preflight.headers['access-control-allow-credentials']]).toEqual([204, undefined]);
    }
    // With its key, before that ends.
    const rotate = { method: 'OPTIONS', url: '/api/oauth/rotate' } as const;
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const renewal = await api.app.inject({ ...rotate, headers: { ...headers, ...asks } });
    expect(renewal.headers['access-control-allow-origin']).toBe('*');
    const client = { client_name: 'A page', redirect_uris: ['https://elsewhere.example.org/back'], token_endpoint_auth_method: 'none' };
    const registered = await api.app.inject({ method: 'POST', url: '/api/oauth/register', headers, payload: client });
    expect([registered.statusCode, registered.headers['access-control-allow-origin']]).toEqual([201, '*']);
    const page = await api.app.inject({ method: 'GET', url: '/api/oauth/authorize', headers });
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('has no other access', async () => {
    const answer = await api.app.inject({ method: 'OPTIONS', url: '/api/auth/sign-in/email', headers });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});
