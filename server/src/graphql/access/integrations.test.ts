import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import type { Role } from '../../access/actor.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { logIn, logOut } from '../../cli/login.ts';
import { DAY_MS } from '../../clock.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import { givenUser } from '../../testing/factories.ts';
import { approve, type Browser, PASSWORD, poll, refusal, seen, startDevice, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const stage = useOauth(useTestDatabase());
const folder = mkdtempSync(join(tmpdir(), 'cs-login-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const inDays = (days: number) => new Date(stage.clock.now().getTime() + days * DAY_MS).toISOString();

/** A person of the account, in their browser. */
async function given(role: Role): Promise<{ userId: string; browser: Browser }> {
  const { userId, sessionToken } = await givenUser(stage.services, stage.home.accountId, { role, password: PASSWORD });
  return { userId, browser: { cookie: `${cookieName(stage.services.config)}=${sessionToken}`, 'sec-fetch-site': 'same-origin' } };
}

/** Their own program, let in by themselves. */
async function givenIntegration(browser: Browser): Promise<string> {
  const flow = await startDevice(stage, { client_id: 'cs', client_name: 'Sales board', kind: 'integration' });
  await approve(stage, await seen(stage, { userCode: flow.user_code }, browser), { expiresAt: inDays(30) }, browser);
  return ((await poll(stage, flow)).body as { access_token: string }).access_token;
}

const ask = (caller: Browser, query: string, variables: Record<string, unknown> = {}) =>
  stage.graphql(caller, query, { id: stage.home.workspaceId, ...variables });
const CREDITS = `query ($id: ID!) { viewer { kind name } workspace(id: $id) { name credits { ledger { edges { cursor } } use { from } forecasts { unit } } } }`;
const GRANTS = 'query ($id: ID!) { workspace(id: $id) { grants { id kind letInBy state viewerCan { manage revoke } } } }';
const EVENTS = 'query ($id: ID!) { workspace(id: $id) { events(types: [GRANT_REVOKED]) { edges { node { subjectId } } } } }';
const REMOVE = 'mutation ($accountId: ID!, $userId: ID!) { removeMember(accountId: $accountId, userId: $userId) { id } }';
const LEAVE = 'mutation ($accountId: ID!) { leaveAccount(accountId: $accountId) }';
const REVOKE = 'mutation ($grantId: ID!) { revokeGrant(grantId: $grantId) { state } }';

interface SeenGrant {
  id: string;
  kind: string;
  state: string;
  viewerCan: { manage: boolean; revoke: boolean };
}
const grantOf = async (key: string): Promise<SeenGrant> => {
  const { body } = await ask(bearer(key), GRANTS);
  return (body as { data: { workspace: { grants: [SeenGrant] } } }).data.workspace.grants[0];
};
const seenBy = async (browser: Browser, id: string): Promise<SeenGrant | undefined> => {
  const { body } = await ask(browser, GRANTS);
  return (body as { data: { workspace: { grants: SeenGrant[] } } }).data.workspace.grants.find((grant) => grant.id === id);
};

/** What the events say has ended. */
const endedSeenBy = async (browser: Browser): Promise<string[]> => {
  const { body } = await ask(browser, EVENTS);
  const { events } = (body as { data: { workspace: { events: { edges: { node: { subjectId: string } }[] } } } }).data.workspace;
  return events.edges.map(({ node }) => node.subjectId);
};

describe('an integration', () => {
  it.each(['owner', 'approver', 'editor', 'viewer'] as const)(
    'reads as an %s can, including credits by day and the ledger',
    async (role) => {
      const key = await givenIntegration((await given(role)).browser);
      expect((await ask(bearer(key), CREDITS)).body).toEqual({
        data: {
          viewer: { kind: 'INTEGRATION', name: 'Sales board' },
          workspace: {
            name: stage.home.workspace.name,
            credits: { ledger: { edges: [] }, use: { from: expect.any(String) }, forecasts: expect.any(Array) },
          },
        },
      });
      expect((await stage.get('/api/v1/drafts', bearer(key))).status).toBe(200);
    },
  );

  it('cannot change anything, manage people or read the audit log, even for an owner', async () => {
    const key = await givenIntegration((await given('owner')).browser);
    const grantId = (await grantOf(key)).id;
    const tries: [string, Record<string, unknown>, string][] = [
      [
        `mutation ($id: ID!) { createDraft(input: { workspaceId: $id, sourceText: "Open.", platforms: ["sandbox"] }) { id } }`,
        {},
        'insufficient_scope',
      ],
      ['mutation ($id: ID!) { pauseWorkspace(workspaceId: $id) { id } }', {}, 'insufficient_role'],
      [REVOKE, { grantId }, 'insufficient_role'],
      ['query ($id: ID!) { auditReport(workspaceId: $id) { __typename } }', {}, 'insufficient_role'],
      ['query ($id: ID!) { workspace(id: $id) { auditEntries { edges { cursor } } } }', {}, 'insufficient_role'],
    ];
    for (const [query, variables, code] of tries)
      expect(refusal(await stage.graphql(bearer(key), query, { id: stage.home.workspaceId, ...variables })).code).toBe(code);
  });

  it('ends at once when its person is removed, and does not return with them', async () => {
    const { userId, browser } = await given('editor');
    const key = await givenIntegration(browser);
    const { id } = await grantOf(key);
    expect((await stage.graphql(stage.owner, REMOVE, { accountId: stage.home.accountId, userId })).body).not.toHaveProperty('errors');
    expect(refusal(await ask(bearer(key), CREDITS))).toMatchObject({ status: 401, code: 'key_revoked' });
    expect(await seenBy(stage.owner, id)).toMatchObject({ kind: 'INTEGRATION', state: 'REVOKED', viewerCan: { revoke: false } });
    const entries = await stage.services.orm.em.fork().find(AuditEntry, { subjectId: id }, { orderBy: { id: 'asc' } });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['grant.created', expect.objectContaining({ personUserId: userId, scopes: ['read'] })],
      ['grant.revoked', { becauseLeft: userId }],
    ]);
    expect(await endedSeenBy(stage.owner)).toContain(id);
  });

  it('ends when its person leaves the account', async () => {
    const { browser } = await given('viewer');
    const key = await givenIntegration(browser);
    const { id } = await grantOf(key);
    expect((await stage.graphql(browser, LEAVE, { accountId: stage.home.accountId })).body).not.toHaveProperty('errors');
    expect(refusal(await ask(bearer(key), CREDITS)).code).toBe('key_revoked');
    expect(await seenBy(stage.owner, id)).toMatchObject({ state: 'REVOKED' });
  });

  it('can be revoked by its person and by owners only', async () => {
    const { browser } = await given('viewer');
    const colleague = (await given('approver')).browser;
    const [mine, theirs] = [await givenIntegration(browser), await givenIntegration(browser)];
    const [first, second] = [(await grantOf(mine)).id, (await grantOf(theirs)).id];
    expect((await seenBy(browser, first))?.viewerCan).toEqual({ manage: false, revoke: true });
    expect((await seenBy(colleague, first))?.viewerCan).toEqual({ manage: false, revoke: false });
    expect(refusal(await stage.graphql(colleague, REVOKE, { grantId: first })).code).toBe('insufficient_role');
    expect((await ask(bearer(mine), CREDITS)).status).toBe(200);
    for (const [who, grantId, key] of [
      [browser, first, mine],
      [stage.owner, second, theirs],
    ] as const) {
      expect((await stage.graphql(who, REVOKE, { grantId })).body).toEqual({ data: { revokeGrant: { state: 'REVOKED' } } });
      expect(refusal(await ask(bearer(key), CREDITS)).code).toBe('key_revoked');
    }
  });
});

describe('requesting one', () => {
  it('requires an identity confirmation, but no owner', async () => {
    const { browser } = await given('viewer');
    const flow = await startDevice(stage, { kind: 'integration' });
    const requestId = await seen(stage, { userCode: flow.user_code }, browser);
    stage.clock.advance(6 * 60_000);
    const refused = await approve(stage, requestId, { expiresAt: inDays(30), password: null }, browser);
    expect(refusal(refused).code).toBe('reauthentication_required');
    const { body } = await approve(stage, requestId, { expiresAt: inDays(30) }, browser);
    expect(body).toMatchObject({ data: { approveGrantRequest: { request: { state: 'APPROVED' } } } });
  });

  it('does not let non-owners approve an agent', async () => {
    const { browser } = await given('viewer');
    const flow = await startDevice(stage);
    const requestId = await seen(stage, { userCode: flow.user_code }, browser);
    expect(refusal(await approve(stage, requestId, { expiresAt: inDays(30) }, browser)).code).toBe('insufficient_role');
  });

  it.each([
    ['no end', undefined],
    ['an end in more than a year', 367],
  ])('is refused with %s', async (_, days) => {
    const { browser } = await given('owner');
    const flow = await startDevice(stage, { kind: 'integration' });
    const requestId = await seen(stage, { userCode: flow.user_code }, browser);
    const refused = await approve(stage, requestId, days ? { expiresAt: inDays(days) } : {}, browser);
    expect(refusal(refused).code).toBe('validation_failed');
  });

  it.each([
    ['a scope that writes', { kind: 'integration', scope: 'read drafts:write' }, 'invalid_scope'],
    ['a kind that there is not', { kind: 'owner' }, 'invalid_request'],
  ])('is refused for %s', async (_, parameters, error) => {
    const { status, body } = await stage.form('device_authorization', { client_id: 'cs', ...parameters });
    expect({ status, body }).toMatchObject({ status: 400, body: { error } });
  });

  it('is refused to a person who has left before the token is fetched', async () => {
    const { userId, browser } = await given('editor');
    const flow = await startDevice(stage, { kind: 'integration' });
    await approve(stage, await seen(stage, { userCode: flow.user_code }, browser), { expiresAt: inDays(30) }, browser);
    await stage.graphql((await given('owner')).browser, REMOVE, { accountId: stage.home.accountId, userId });
    expect((await poll(stage, flow)).body).toMatchObject({ error: 'access_denied' });
  });
});

describe('cs login', () => {
  const tokenFile = join(folder, 'token');
  const requestIn = (sentence: string, browser: Browser): Promise<string> => {
    const [userCode = ''] = /[A-Z]{4}-[A-Z]{4}$/.exec(sentence.trimEnd().replace(/\.$/, '')) ?? [];
    return seen(stage, { userCode }, browser);
  };
  const allow = async (sentence: string, browser: Browser): Promise<void> => {
    await approve(stage, await requestIn(sentence, browser), { expiresAt: inDays(30) }, browser);
  };

  it('writes a token to a file readable only by its owner, and never displays it; cs logout revokes it', async () => {
    const { browser } = await given('viewer');
    let logged = '';
    const tell = async (sentence: string) => {
      logged = sentence;
      await allow(sentence, browser);
    };
    const answer = await logIn({ server: stage.url, name: 'Sales board', tokenFile, tell });
    const key = readFileSync(tokenFile, 'utf8').trim();
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    expect(answer).toEqual({
      server: stage.url,
      workspace_id: stage.home.workspaceId,
      scope: 'read',
      key_ends_in_days: 30,
      token_file: tokenFile,
    });
    expect(JSON.stringify(answer) + logged).not.toContain(key);
    expect((await ask(bearer(key), CREDITS)).status).toBe(200);
    const { id } = await grantOf(key);
    await logOut(stage.url, key);
    expect(await endedSeenBy(stage.owner)).toContain(id);
    expect(refusal(await ask(bearer(key), CREDITS)).code).toBe('key_revoked');
  });

  it.each(['http://posts.example.org', 'posts.example.org'])(
    'sends nothing to %s, where a token would travel for all to read',
    async (server) => {
      const refused = logIn({ server, name: 'cs', tokenFile: join(folder, 'other'), tell: async () => undefined });
      await expect(refused).rejects.toThrow('--server must be an https URL');
    },
  );

  /** The service behind a proxy that answers some requests itself, and has it asked often. */
  async function givenProxy(answerItself: (path: string) => boolean): Promise<string> {
    const proxy = createServer(async (request, response) => {
      const path = request.url ?? '';
      const body = await text(request);
      if (answerItself(path)) return void response.writeHead(502, { 'content-type': 'application/json' }).end('{"message":"Bad gateway"}');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(stage.url + path, { method: 'POST', body, headers });
      const json = (await answer.json()) as object;
      const fast = 'interval' in json ? { ...json, interval: 0.02 } : json;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(fast));
    });
    proxies.push(proxy);
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }
  const proxies: Server[] = [];
  afterAll(() => proxies.forEach((proxy) => void proxy.close()));

  it('keeps polling while the server is unreachable, and does not accept a proxy’s response as a token', async () => {
    const { browser } = await given('viewer');
    const file = join(folder, 'patient');
    let polls = 0;
    const server = await givenProxy((path) => path.endsWith('/token') && ++polls <= 2);
    await logIn({ server, name: 'cs', tokenFile: file, tell: (sentence) => allow(sentence, browser) });
    expect(polls).toBe(3);
    expect((await ask(bearer(readFileSync(file, 'utf8').trim()), CREDITS)).status).toBe(200);
    await expect(logOut(await givenProxy(() => true), 'a token')).rejects.toThrow('does not respond like a Countersign server');
  });

  it('leaves no file when the command is interrupted', async () => {
    const file = join(folder, 'ended');
    const ended = new AbortController();
    const tell = async () => ended.abort();
    await expect(logIn({ server: stage.url, name: 'cs', tokenFile: file, tell, signal: ended.signal })).rejects.toThrow('Not logged in');
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('reports a denial, and leaves no file', async () => {
    const file = join(folder, 'denied');
    const { browser } = await given('viewer');
    const deny = async (sentence: string) => {
      const requestId = await requestIn(sentence, browser);
      await stage.graphql(browser, 'mutation ($id: ID!) { denyGrantRequest(requestId: $id) { redirectUrl } }', { id: requestId });
    };
    await expect(logIn({ server: stage.url, name: 'cs', tokenFile: file, tell: deny })).rejects.toThrow('The customer denied the request.');
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});
