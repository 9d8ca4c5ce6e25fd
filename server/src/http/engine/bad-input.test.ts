import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newApiKey } from '../../access/grants/api-keys.ts';
import { ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import type { ErrorCode } from '../../errors.ts';
import { newId } from '../../new-id.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { countRows, expectProblem, useApi } from '../../testing/api.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

/** The posts that name a draft, and those that bring a text. */
const ON_DRAFT = [
  '/api/v1/captions',
  '/api/v1/payloads',
  '/api/v1/usage/precheck',
  '/api/v1/publish-jobs',
  '/api/generate-description',
  '/api/create-platform-payload',
  '/api/create-publish-job',
];
const WITH_TEXT = ['/api/v1/drafts', '/api/create-post-draft', '/api/generate-description'];

let draftId: string;
let foreign: { workspaceId: string; draftId: string; jobId: string; authorization: string };
let before: Record<string, number>;

const text = (change: Record<string, unknown> = {}) => ({
  workspace_id: api.home.workspaceId,
  source_text: 'The harbour opens again.',
  platforms: ['sandbox'],
  ...change,
});
const onDraft = (change: Record<string, unknown> = {}) => ({ workspace_id: api.home.workspaceId, draft_id: draftId, ...change });

beforeAll(async () => {
  draftId = (await api.send('POST', '/api/v1/drafts', text())).json().draft_id;
  const { workspace, workspaceId } = await givenWorkspace(api.services);
  const { authorization } = await givenAgent(api.services, workspace);
  const submitted = await api.send('POST', '/api/v1/drafts', text({ workspace_id: workspaceId, publish_mode: 'approval_queue' }), {
    authorization,
  });
  foreign = { workspaceId, authorization, draftId: submitted.json().draft_id, jobId: submitted.json().publish_job.job_id };
});
beforeEach(async () => {
  before = await countRows(database.orm);
});

/** Sends it, and sees the named problem and not one row more or less. */
async function expectRefused(code: ErrorCode, ...request: Parameters<typeof api.send>) {
  const problem = expectProblem(await api.send(...request), code);
  expect(await countRows(database.orm)).toEqual(before);
  return problem;
}

describe.each(WITH_TEXT)('POST %s', (url) => {
  it.each([
    ['an empty text', { source_text: '' }, '/source_text'],
    ['a blank text', { source_text: ' \n\t\u3000' }, '/source_text'],
    ['a text that is a number', { source_text: 7 }, '/source_text'],
    ['a text that is null', { source_text: null }, '/source_text'],
    ['a text over 100,000 characters', { source_text: 'x'.repeat(100_001) }, '/source_text'],
    ['no text', { source_text: undefined }, '/source_text'],
    ['no platforms', { platforms: undefined }, '/platforms'],
    ['empty platforms', { platforms: [] }, '/platforms'],
    ['a platform twice', { platforms: ['sandbox', 'sandbox'] }, '/platforms'],
    ['platforms that are a text', { platforms: 'sandbox' }, '/platforms'],
    ['a platform that is an object', { platforms: [{}] }, '/platforms/0'],
    ['too many platforms', { platforms: Array.from({ length: NETWORKS.length + 1 }, (_, i) => `p${i}`) }, '/platforms'],
    ['an unknown field', { colour: 'red' }, '/colour'],
    ['a link that is no address', { link: 'javascript:alert(1)' }, '/link'],
    ['a leap second', { scheduled_at: '2026-12-31T23:59:60Z' }, '/scheduled_at'],
    ['a link that is too long', { link: `https://example.org/${'x'.repeat(2_048)}` }, '/link'],
  ])('refuses %s by its pointer', async (_name, change, pointer) => {
    const problem = await expectRefused('validation_failed', 'POST', url, text(change));
    expect((problem.errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer);
  });

  it('lists the known platforms if one is unknown', async () => {
    const problem = await expectRefused('unknown_platform', 'POST', url, text({ platforms: ['sandbox', 'myspace'] }));
    expect(problem.detail).toMatch(/myspace.*bluesky.*sandbox/);
    expect(problem.errors).toMatchObject([{ pointer: '/platforms/1' }]);
  });

  it('refuses 300 KiB of text', async () => {
    await expectRefused('payload_too_large', 'POST', url, text({ source_text: 'x'.repeat(1_100_000) }));
  });

  it('finds no foreign workspace', async () => {
    await expectRefused('not_found', 'POST', url, text({ workspace_id: foreign.workspaceId }));
  });
});

describe('POST /api/v1/drafts', () => {
  it.each([
    ['a time in the past', { scheduled_at: '2020-01-01T00:00:00Z' }, '/scheduled_at'],
    ['a time too far away', { scheduled_at: '2199-01-01T00:00:00Z' }, '/scheduled_at'],
    ['a time without a zone', { scheduled_at: '2027-01-01T00:00:00' }, '/scheduled_at'],
    ['a day that does not exist', { scheduled_at: '2027-02-30T00:00:00Z' }, '/scheduled_at'],
    ['an external id that is too long', { external_id: 'x'.repeat(201) }, '/external_id'],
    ['a mode that does not exist', { publish_mode: 'now' }, '/publish_mode'],
    ['approval_required as a word', { approval_required: 'false' }, '/approval_required'],
    ['a connection that does not exist', { connection_ids: [newId('con')] }, '/connection_ids/0'],
  ])('refuses %s by its pointer', async (_name, change, pointer) => {
    const problem = await expectRefused('validation_failed', 'POST', '/api/v1/drafts', text(change));
    expect((problem.errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer);
  });

  it('lists all faults at once', async () => {
    const problem = await expectRefused('validation_failed', 'POST', '/api/v1/drafts', { source_text: '', platforms: [1], x: 1, y: 2 });
    expect((problem.errors as { pointer: string }[]).map((error) => error.pointer).sort()).toEqual([
      '/platforms/0',
      '/source_text',
      '/source_text',
      '/workspace_id',
      '/x',
      '/y',
    ]);
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])('refuses %s, which is not an object', async (body) => {
    await expectRefused('validation_failed', 'POST', '/api/v1/drafts', body);
  });
});

describe.each(ON_DRAFT)('POST %s', (url) => {
  it('responds alike to a foreign and an unknown draft', async () => {
    const answers = [];
    for (const id of [foreign.draftId, newId('drf'), 'drf_1', foreign.jobId, "' or 1=1 --"]) {
      answers.push(await expectRefused('not_found', 'POST', url, onDraft({ draft_id: id })));
    }
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, request_id: '' }))).size).toBe(1);
  });

  it('does not find the draft in another workspace, own or foreign', async () => {
    await expectRefused('not_found', 'POST', url, onDraft({ workspace_id: foreign.workspaceId }));
    await expectRefused('not_found', 'POST', url, onDraft({ workspace_id: newId('wsp') }));
  });

  it('refuses what is missing, of a wrong type or unknown', async () => {
    await expectRefused('validation_failed', 'POST', url, onDraft({ workspace_id: undefined }));
    await expectRefused('validation_failed', 'POST', url, onDraft({ draft_id: 7 }));
    const problem = await expectRefused('validation_failed', 'POST', url, onDraft({ source: 'x' }));
    expect(problem.errors).toEqual([{ pointer: '/source', message: 'source is not a known field: remove it or correct its name.' }]);
  });
});

describe('every fault names the field, what is wrong and what is accepted', () => {
  const draft = { source_text: 'x', platforms: ['sandbox'] };
  const CASES: [method: 'GET' | 'POST', url: string, body: object | undefined, said: string][] = [
    ['POST', '/api/v1/drafts', { ...draft, platforms: [] }, 'platforms must have at least 1 item.'],
    ['POST', '/api/v1/drafts', { ...draft, platforms: 'x' }, 'platforms must be a list.'],
    ['POST', '/api/v1/drafts', { ...draft, platforms: ['x', 'x'] }, 'platforms must not contain duplicates.'],
    ['POST', '/api/v1/drafts', { ...draft, source_text: ' ' }, 'source_text must not be blank.'],
    ['POST', '/api/v1/drafts', { ...draft, approval_required: 1 }, 'approval_required must be true or false.'],
    ['POST', '/api/v1/drafts', { ...draft, publish_mode: 'now' }, 'publish_mode must be one of draft_only, approval_queue, auto.'],
    ['GET', '/api/v1/drafts?limit=1000', undefined, 'limit must be 100 or less.'],
    ['GET', '/api/v1/events?wait=x', undefined, 'wait must be a whole number.'],
    ['GET', '/api/v1/drafts?limit=2&limit=3', undefined, 'limit must be given only once.'],
  ];

  it.each(CASES)('%s %s %j', async (method, url, body, said) => {
    const whole = body && { workspace_id: api.home.workspaceId, ...body };
    const { errors } = expectProblem(await api.send(method, url, whole), 'validation_failed');
    expect(errors).toContainEqual(expect.objectContaining({ message: said }));
  });

  it('as for a list of states', async () => {
    const { errors } = expectProblem(await api.send('GET', '/api/v1/drafts?state=good'), 'validation_failed');
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/^state must be one or more of draft, in_review, .*, separated by commas\.$/) },
    ]);
  });
});

describe('a path with an id', () => {
  it.each([
    ['GET', '/api/v1/drafts/ID'],
    ['PATCH', '/api/v1/drafts/ID'],
    ['DELETE', '/api/v1/drafts/ID'],
    ['POST', '/api/v1/drafts/ID/submit'],
    ['GET', '/api/v1/publish-jobs/ID'],
    ['POST', '/api/v1/publish-jobs/ID/cancel'],
  ] as const)('%s %s finds nothing foreign, unknown or misshapen', async (method, path) => {
    const isJob = path.includes('publish-jobs');
    const body = method === 'PATCH' ? { source_text: 'Changed.' } : undefined;
    for (const id of [isJob ? foreign.jobId : foreign.draftId, newId(isJob ? 'job' : 'drf'), 'x', '..', '%20', 'a'.repeat(150)]) {
      await expectRefused('not_found', method, path.replace('ID', id), body, { 'if-match': '"1"' });
    }
  });
});

it('refuses a change without If-Match, or with an old one, with the remedy', async () => {
  const url = `/api/v1/drafts/${draftId}`;
  await expectRefused('precondition_required', 'PATCH', url, { source_text: 'x' });
  await expectRefused('stale_revision', 'PATCH', url, { source_text: 'x' }, { 'if-match': '"99"' });
  await expectRefused('stale_revision', 'PATCH', url, { source_text: 'x' }, { 'if-match': 'W/"1"' });
  await expectRefused('stale_revision', 'PATCH', url, { source_text: 'x' }, { 'if-match': '"7", "9"' });
  await expectRefused('bad_user_input', 'PATCH', url, { source_text: 'x' }, { 'if-match': '1' });
  await expectRefused('validation_failed', 'PATCH', url, {}, { 'if-match': '"1"' });
});

it('refuses unknown parameters of every read, and names the filter by state', async () => {
  for (const path of ['me?x=1', 'platforms?id=sandbox', `drafts/${draftId}?x=1`, 'drafts?x=1'])
    await expectRefused('validation_failed', 'GET', `/api/v1/${path}`);
  const { errors } = (await api.send('GET', '/api/v1/drafts?status=draft')).json();
  expect(errors).toMatchObject([{ pointer: '/status', message: expect.stringMatching(/filtered by `state`/) }]);
  await expectRefused('validation_failed', 'GET', `/api/v1/drafts/${draftId}/comments?before=x`);
});

it.each(['limit=0', 'limit=101', 'limit=ten', 'limit=1&limit=2', 'limit=1.5', 'state=lost', 'page=2'])(
  'refuses the query %s',
  async (query) => {
    await expectRefused('validation_failed', 'GET', `/api/v1/drafts?${query}`);
    await expectRefused('validation_failed', 'GET', `/api/v1/publish-jobs?${query}`);
  },
);

it.each(['x', 'ZHJmXzE', '%F0%9F%91%BB', Buffer.from("drf_' or 1=1").toString('base64url')])('refuses the cursor %s', async (cursor) => {
  await expectRefused('bad_user_input', 'GET', `/api/v1/drafts?cursor=${cursor}`);
});

describe('a key', () => {
  const send = (authorization: string | undefined) =>
    api.app.inject({
      method: 'POST',
      url: '/api/v1/drafts',
      headers: authorization === undefined ? {} : { authorization },
      payload: text(),
    });

  const WRONG: [string, () => string | undefined, ErrorCode][] = [
    ['missing', () => undefined, 'unauthenticated'],
    ['without its scheme', () => api.agent.key, 'unauthenticated'],
    ['under another scheme', () => `Basic ${api.agent.key}`, 'unauthenticated'],
    ['empty', () => 'Bearer ', 'unauthenticated'],
    ['malformed', () => 'Bearer hunter2', 'key_malformed'],
    ['mistyped', () => `${api.agent.authorization.slice(0, -1)}${api.agent.authorization.endsWith('x') ? 'y' : 'x'}`, 'key_malformed'],
    ['unknown', () => `Bearer ${newApiKey(false).key}`, 'key_unknown'],
  ];
  it.each(WRONG)('that is %s is refused', async (_name, authorization, code) => {
    const response = await send(authorization());
    expectProblem(response, code);
    expect(response.headers['www-authenticate']).toMatch(
      /^Bearer resource_metadata="http:\/\/localhost:4000\/\.well-known\/oauth-protected-resource"/,
    );
    expect(await countRows(database.orm)).toEqual(before);
  });

  it('is refused before its body is read', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/drafts',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expectProblem(response, 'unauthenticated');
  });

  it('that is revoked, has expired, or whose grant or account has ended is refused', async () => {
    const { workspace } = api.home;
    const em = database.orm.em.fork();
    const past = new Date(api.services.clock.now().getTime() - 1_000);
    const revoked = await givenAgent(api.services, workspace);
    await em.nativeUpdate(ApiKey, { id: revoked.keyId }, { revokedAt: past });
    const expired = await givenAgent(api.services, workspace);
    await em.nativeUpdate(ApiKey, { id: expired.keyId }, { expiresAt: past });
    const ended = await givenAgent(api.services, workspace);
    await em.nativeUpdate(Grant, { id: ended.grantId }, { state: 'revoked', revokedAt: past });
    const pending = await givenWorkspace(api.services, { state: 'pending' });
    const waiting = await givenAgent(api.services, pending.workspace);
    expectProblem(await send(revoked.authorization), 'key_revoked');
    expectProblem(await send(expired.authorization), 'key_expired');
    expectProblem(await send(ended.authorization), 'key_revoked');
    expectProblem(await send(waiting.authorization), 'account_not_approved');
  });

  it('without the scope is refused with the name of the scope', async () => {
    const { authorization } = await givenAgent(api.services, api.home.workspace, { scopes: ['read'] });
    const response = await send(authorization);
    expectProblem(response, 'insufficient_scope');
    expect(response.headers['www-authenticate']).toContain('error="insufficient_scope", scope="drafts:write"');
    const reader = await givenAgent(api.services, api.home.workspace, { scopes: ['drafts:write'] });
    expectProblem(
      await api.send('GET', `/api/v1/drafts/${draftId}`, undefined, { authorization: reader.authorization }),
      'insufficient_scope',
    );
  });

  it('of another workspace sees and changes nothing here', async () => {
    await expectRefused('not_found', 'POST', '/api/v1/drafts', text(), { authorization: foreign.authorization });
    await expectRefused('not_found', 'GET', `/api/v1/drafts/${draftId}`, undefined, { authorization: foreign.authorization });
    await expectRefused('not_found', 'GET', `/api/v1/drafts?workspace_id=${api.home.workspaceId}`, undefined, {
      authorization: foreign.authorization,
    });
  });
});
