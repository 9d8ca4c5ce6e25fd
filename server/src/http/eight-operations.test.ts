import { beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../connections/connection.entity.ts';
import { CreditBalance } from '../credits/credit.entities.ts';
import { newId } from '../new-id.ts';
import { countRows, expectProblem, useApi } from '../testing/api.ts';
import { givenAgent } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let connectionId: string;

beforeAll(async () => {
  const em = database.orm.em.fork();
  const { accountId, workspaceId } = api.home;
  const createdAt = api.services.clock.now();
  connectionId = newId('con');
  em.create(Connection, {
    id: connectionId,
    accountId,
    workspaceId,
    platform: 'sandbox',
    handle: 'harbour',
    externalId: 'harbour',
    sealedCredentials: 'sealed',
    health: 'healthy',
    createdAt,
  });
  em.create(CreditBalance, { accountId, bucket: 'pack', available: 70, held: 0 });
  await em.flush();
});

const source = 'The harbour opens again on Saturday at eight. Boats leave every hour, and the café on the pier serves breakfast.';
const post = (url: string, body: Record<string, unknown>) => api.send('POST', url, { workspace_id: api.home.workspaceId, ...body });
const newDraft = async () => (await post('/api/v1/drafts', { source_text: source, platforms: ['sandbox'] })).json().draft_id as string;
const GATES = ['launch', 'account', 'permission', 'approval', 'connection', 'payload', 'safety', 'credits', 'schedule'];

describe('the contract from end to end', () => {
  it('POST /v1/drafts creates a draft', async () => {
    const response = await post('/api/v1/drafts', {
      source_text: source,
      platforms: ['sandbox'],
      link: 'https://example.org/harbour',
      external_id: 'news-7',
    });
    expect(response.statusCode).toBe(201);
    const draft = response.json();
    expect(draft).toMatchObject({
      draft_id: expect.stringMatching(/^drf_/),
      status: 'draft',
      revision: 1,
      publish_mode: 'draft_only',
      approval_required: true,
      external_id: 'news-7',
      approval: null,
      publish_job: null,
      notices: [],
    });
    expect(draft.allowed_actions).toEqual(expect.arrayContaining(['caption', 'submit', 'edit', 'archive']));
    expect(draft).not.toHaveProperty('approval_url');
  });

  it('POST /v1/drafts with approval_queue submits it too', async () => {
    const response = await post('/api/v1/drafts', {
      source_text: source,
      platforms: ['sandbox'],
      approval_required: true,
      publish_mode: 'approval_queue',
    });
    const draft = response.json();
    expect(draft).toMatchObject({
      status: 'in_review',
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      approval: { state: 'pending' },
      publish_job: { state: 'blocked', approval_state: 'pending' },
    });
    expect(draft.approval_url).toBe(`http://localhost:4000/approvals/${draft.approval.approval_id}`);
    expect(draft.approval.content_hash).toBe(draft.content_hash);
    expect(draft.publish_job.publishing_readiness.gates.map(({ gate }: { gate: string }) => gate)).toEqual(GATES);
  });

  it('a request to publish without approval is tightened, with a notice', async () => {
    const draft = (await post('/api/v1/drafts', { source_text: source, platforms: ['sandbox'], approval_required: false })).json();
    expect(draft).toMatchObject({ approval_required: true, notices: [{ code: 'approval_still_required' }] });
  });

  it('POST /v1/captions generates its captions', async () => {
    const response = await post('/api/v1/captions', { draft_id: await newDraft(), approval_required: true, publish_mode: 'draft_only' });
    expect(response.statusCode).toBe(201);
    const { captions, ...rest } = response.json();
    expect(rest).toMatchObject({ caption_set_id: expect.stringMatching(/^cps_/), status: 'draft', approval: null });
    expect(captions).toMatchObject([
      {
        platform: 'sandbox',
        text: expect.any(String),
        tags: expect.any(Array),
        origin: 'extractive',
        unit: expect.any(String),
        warnings: [],
      },
    ]);
    expect(captions[0].length).toBeLessThanOrEqual(captions[0].limit);
  });

  it('GET /v1/captions/{caption_set_id} reads a set, also after a newer one was written', async () => {
    const draft_id = await newDraft();
    const write = async (text: string) => (await post('/api/v1/captions', { draft_id, captions: [{ platform: 'sandbox', text }] })).json();
    const [first, second] = [await write('The pier opens.'), await write('The pier opens late.')];
    const read = async (id: string) => (await api.send('GET', `/api/v1/captions/${id}`)).json();
    expect(await read(first.caption_set_id)).toMatchObject({ draft_id, number: 1, is_current: false, captions: first.captions });
    expect(await read(second.caption_set_id)).toMatchObject({ draft_id, number: 2, is_current: true, captions: second.captions });
    expectProblem(await api.send('GET', `/api/v1/captions/${newId('cps')}`), 'not_found');
  });

  it('POST /v1/captions stores own captions, and submits with approval_queue', async () => {
    const captions = [{ platform: 'sandbox', text: 'Back on Saturday! #harbour', tags: ['harbour'] }];
    const response = await post('/api/v1/captions', { draft_id: await newDraft(), captions, publish_mode: 'approval_queue' });
    expect(response.json()).toMatchObject({
      status: 'in_review',
      captions: [{ text: 'Back on Saturday! #harbour', origin: 'agent' }],
      approval: { state: 'pending' },
      job_id: expect.stringMatching(/^job_/),
      approval_url: expect.stringContaining('/approvals/apr_'),
    });
  });

  it('POST /v1/payloads freezes the content for each connected account', async () => {
    const draftId = await newDraft();
    expectProblem(await post('/api/v1/payloads', { draft_id: draftId }), 'invalid_state');
    await post('/api/v1/captions', { draft_id: draftId });
    const response = await post('/api/v1/payloads', { draft_id: draftId, platform: 'sandbox' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      draft_id: draftId,
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      payloads: [
        {
          platform: 'sandbox',
          connection_id: connectionId,
          valid: true,
          violations: [],
          payload: expect.any(Object),
          payload_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    expectProblem(await post('/api/v1/payloads', { draft_id: draftId, platform: 'bluesky' }), 'validation_failed');
  });

  it('POST /v1/usage/precheck checks without changing anything', async () => {
    const draftId = await newDraft();
    const before = await countRows(database.orm);
    const response = await post('/api/v1/usage/precheck', { draft_id: draftId, approval_required: true, publish_mode: 'approval_queue' });
    expect(response.statusCode).toBe(200);
    const precheck = response.json();
    expect(precheck).toMatchObject({ ready: false, credits: { unit: 'publication', required: 1, after: 69 } });
    expect(precheck.credits.available).toContainEqual({ bucket: 'pack', unit: 'publication', available: 70, held: 0 });
    expect(precheck.gates.map(({ gate }: { gate: string }) => gate)).toEqual(GATES);
    expect(await countRows(database.orm)).toEqual(before);
  });

  it('payloads and the precheck of a submitted draft say what it allows, and where a person decides', async () => {
    const { draft_id, approval_url, allowed_actions } = (
      await post('/api/v1/drafts', { source_text: source, platforms: ['sandbox'], publish_mode: 'approval_queue' })
    ).json();
    expect(approval_url).toMatch(/\/approvals\/apr_/);
    for (const path of ['payloads', 'usage/precheck'])
      expect((await post(`/api/v1/${path}`, { draft_id })).json()).toMatchObject({ approval_url, allowed_actions });
  });

  it('POST /v1/publish-jobs queues it, and GET reads approval state and readiness', async () => {
    const draftId = await newDraft();
    const response = await post('/api/v1/publish-jobs', { draft_id: draftId });
    expect(response.statusCode).toBe(202);
    const job = response.json();
    expect(job).toMatchObject({
      draft_id: draftId,
      state: 'blocked',
      approval_state: 'pending',
      allowed_actions: ['cancel'],
      approval_url: expect.stringContaining('/approvals/apr_'),
    });
    const read = await api.send('GET', `/api/v1/publish-jobs/${job.job_id}`);
    expect(read.statusCode).toBe(200);
    expect(read.json()).toMatchObject({
      job_id: job.job_id,
      approval_state: 'pending',
      publishing_readiness: { state: 'waiting' },
      publications: [
        { platform: 'sandbox', connection_id: connectionId, state: 'pending', provider_id: null, failure: null, attempts: [] },
      ],
    });
    expect(read.json().publishing_readiness.gates.map(({ gate }: { gate: string }) => gate)).toEqual(GATES);
  });

  it('a job can be cancelled once', async () => {
    const job = (await post('/api/v1/publish-jobs', { draft_id: await newDraft() })).json();
    const cancelled = await api.send('POST', `/api/v1/publish-jobs/${job.job_id}/cancel`);
    expect(cancelled.statusCode).toBe(200);
    expect(cancelled.json()).toMatchObject({ state: 'cancelled', allowed_actions: [] });
    expectProblem(await api.send('POST', `/api/v1/publish-jobs/${job.job_id}/cancel`), 'invalid_state');
  });
});

describe('the named operations', () => {
  it('accept the same bodies and return the same responses as their /v1 paths', async () => {
    const created = await post('/api/create-post-draft', { source_text: source, platforms: ['sandbox'] });
    expect(created.statusCode).toBe(201);
    const draftId = created.json().draft_id;
    const read = (await api.send('GET', `/api/v1/drafts/${draftId}`)).json();
    expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(created.json())));
    const described = await post('/api/generate-description', { draft_id: draftId, approval_required: true, publish_mode: 'draft_only' });
    expect([described.statusCode, described.json().caption_set_id]).toEqual([201, expect.stringMatching(/^cps_/)]);
    const payloads = await post('/api/create-platform-payload', { draft_id: draftId, platform: 'sandbox' });
    expect([payloads.statusCode, payloads.json().payloads.length]).toEqual([201, 1]);
    const job = await post('/api/create-publish-job', { draft_id: draftId, approval_required: true, publish_mode: 'approval_queue' });
    expect([job.statusCode, job.json().state]).toEqual([202, 'blocked']);
  });

  it('/generate-description generates captions for a text without storing anything', async () => {
    const before = await countRows(database.orm);
    const response = await api.send('POST', '/api/generate-description', { source_text: source, platforms: ['sandbox', 'bluesky'] });
    expect(response.statusCode).toBe(200);
    expect(Object.keys(response.json())).toEqual(['captions', 'notices']);
    expect(response.json().captions.map(({ platform }: { platform: string }) => platform)).toEqual(['sandbox', 'bluesky']);
    expect(await countRows(database.orm)).toEqual(before);
  });
});

describe('the life of a draft', () => {
  it('is read, changed with its revision as If-Match, submitted and archived', async () => {
    const draftId = await newDraft();
    const read = await api.send('GET', `/api/v1/drafts/${draftId}`);
    expect(read.json().revision).toBe(1);
    const changed = await api.send(
      'PATCH',
      `/api/v1/drafts/${draftId}`,
      { source_text: 'Closed on Saturday.', link: 'https://example.org/' },
      { 'if-match': '"1"' },
    );
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({ source_text: 'Closed on Saturday.', link: 'https://example.org/', revision: 2 });
    const submitted = await api.send('POST', `/api/v1/drafts/${draftId}/submit`);
    expect(submitted.json()).toMatchObject({ status: 'in_review', approval: { state: 'pending' } });
    const archived = await api.send('DELETE', `/api/v1/drafts/${draftId}`);
    expect(archived.json()).toMatchObject({
      status: 'archived',
      allowed_actions: [],
      approval: { state: 'superseded' },
      publish_job: { state: 'cancelled' },
    });
  });

  it('is listed newest first, in linked pages', async () => {
    const other = await givenAgent(api.services, api.home.workspace);
    const ids = [await newDraft(), await newDraft(), await newDraft()].reverse();
    const headers = { authorization: other.authorization };
    const first = await api.send('GET', '/api/v1/drafts?limit=2&state=draft', undefined, headers);
    expect(first.json().drafts.map(({ draft_id: id }: { draft_id: string }) => id)).toEqual(ids.slice(0, 2));
    const [, next = ''] = /^<http:\/\/localhost:4000([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? [];
    const second = await api.send('GET', next, undefined, headers);
    expect(second.json().drafts[0].draft_id).toBe(ids[2]);
    const all = await api.send('GET', '/api/v1/publish-jobs?limit=100', undefined, headers);
    expect(all.json().next_cursor).toBeNull();
    expect(all.headers.link).toBeUndefined();
  });
});

it('shows an agent its access, the platforms and its usage', async () => {
  expect((await api.send('GET', '/api/v1/me')).json()).toMatchObject({
    grant_id: api.agent.grantId,
    key_id: api.agent.keyId,
    workspace: { workspace_id: api.home.workspaceId },
    sandbox_only: false,
    voice: { tone: '', emoji: 'free', length: 'medium', max_tags: null, banned_words: [], wording: 'adapt' },
  });
  const { platforms } = (await api.send('GET', '/api/v1/platforms')).json();
  const listed = new Map(platforms.map((entry: { platform: string; publishing: string }) => [entry.platform, entry.publishing]));
  expect(listed.size).toBeGreaterThanOrEqual(22);
  expect([listed.get('sandbox'), listed.get('bluesky'), listed.get('vk')]).toEqual(['ready', 'ready', 'ready']);
  const usage = (await api.send('GET', '/api/v1/usage')).json();
  expect(usage.balances).toContainEqual({ bucket: 'pack', unit: 'publication', available: 70, held: 0 });
  expect(usage.products).toMatchObject([
    { product: 'api_publication_pack', price_cents: 500, quantity: 70 },
    { product: 'api_autoposting_topup', price_cents: 500, quantity: 125 },
  ]);
});

it('never returns a secret of the agent or of a connection', async () => {
  const answers = [
    await api.send('GET', '/api/v1/me'),
    await api.send('GET', '/api/v1/publish-jobs'),
    await api.send('GET', '/api/v1/drafts'),
  ];
  for (const { body } of answers) expect(body).not.toMatch(new RegExp(`${api.agent.key}|sealed`));
});
