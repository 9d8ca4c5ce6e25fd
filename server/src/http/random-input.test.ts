import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let draftId: string;

beforeAll(async () => {
  const body = { workspace_id: api.home.workspaceId, source_text: 'The harbour opens again.', platforms: ['sandbox'] };
  draftId = (await api.send('POST', '/api/v1/drafts', body)).json().draft_id;
});

const URLS = [
  '/api/v1/drafts',
  '/api/v1/captions',
  '/api/v1/payloads',
  '/api/v1/usage/precheck',
  '/api/v1/publish-jobs',
  '/api/v1/drafts/ID/submit',
  '/api/v1/publish-jobs/ID/cancel',
  '/api/generate-description',
  '/api/create-post-draft',
  '/api/create-platform-payload',
  '/api/create-publish-job',
  '/api/auth/sign-in/email',
  '/api/auth/setup',
];

/** Text with what breaks parsers, databases and counters. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '👩‍👩‍👧‍👦'.repeat(40),
    '#tag @who https://example.org/x',
    '2027-01-01T00:00:00Z',
    '٣',
    "'; drop table drafts; --",
    'x'.repeat(5_000),
  ),
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), text);
/** Mostly the right fields with mostly the wrong values, so that requests get as deep as they can. */
const nearlyRight = fc
  .record(
    {
      source_text: fc.oneof(text, anything),
      platforms: fc.oneof(fc.constant(['sandbox']), fc.constant(['sandbox', 'bluesky']), fc.array(text, { maxLength: 3 }), anything),
      approval_required: fc.oneof(fc.boolean(), anything),
      publish_mode: fc.oneof(fc.constantFrom('draft_only', 'approval_queue', 'auto'), anything),
      link: fc.oneof(fc.webUrl(), fc.constant('https://example.org/\u00e4?\u{1F600}'), anything),
      scheduled_at: fc.oneof(
        fc.date({ noInvalidDate: false }).map((date) => (Number.isNaN(date.getTime()) ? '2027-06-30T23:59:60Z' : date.toISOString())),
        anything,
      ),
      connection_ids: fc.array(text, { maxLength: 2 }),
      external_id: text,
      platform: fc.oneof(fc.constant('sandbox'), text),
      tone: text,
      language: fc.oneof(fc.constantFrom('de', 'pt-PT', 'zh-Hant-TW'), text),
      replace: anything,
      captions: fc.array(
        fc.record(
          { platform: fc.oneof(fc.constant('sandbox'), text), text, tags: fc.array(text), thread: fc.array(text) },
          { requiredKeys: ['platform'] },
        ),
        { maxLength: 2 },
      ),
      email: fc.oneof(fc.emailAddress(), text),
      password: text,
      token: text,
    },
    { requiredKeys: [] },
  )
  .chain((body) =>
    fc.record({ body: fc.constant(body), names: fc.subarray(Object.keys(body)), hasDraft: fc.boolean(), hasWorkspace: fc.boolean() }),
  )
  .map(({ body, names, hasDraft, hasWorkspace }) => () => ({
    ...Object.fromEntries(names.map((name) => [name, body[name as keyof typeof body]])),
    ...(hasWorkspace ? { workspace_id: api.home.workspaceId } : {}),
    ...(hasDraft ? { draft_id: draftId } : {}),
  }));
const body = fc.oneof({ weight: 4, arbitrary: nearlyRight }, { weight: 1, arbitrary: anything.map((value) => () => value) });
const headers = fc.record(
  { 'idempotency-key': fc.oneof(fc.constant('same'), fc.string({ minLength: 1, maxLength: 20 })) },
  { requiredKeys: [] },
);

it('answers no random body with a 5xx, and every refusal as a problem from the table', { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...URLS), body, headers, async (path, makeBody, extra) => {
      const url = path.replace('ID', draftId);
      const response = await api.send('POST', url, JSON.stringify(makeBody()), { 'sec-fetch-site': 'same-origin', ...extra });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      expect(response.statusCode, response.body).toBeLessThan(500);
      if (response.statusCode < 400) return;
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(Object.keys(ERRORS)).toContain(response.json().code);
    }),
    { numRuns: 2_000 },
  );
  console.info('Random bodies by status:', Object.fromEntries([...statuses].sort()));
});

it('answers no random query or id with a 5xx', async () => {
  const urls = fc.constantFrom('/api/v1/drafts', '/api/v1/publish-jobs', '/api/v1/usage', '/api/v1/drafts/ID', '/api/v1/publish-jobs/ID');
  const query = fc.dictionary(fc.oneof(fc.constantFrom('limit', 'cursor', 'state', 'workspace_id', 'days'), text), text, { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(urls, text, query, async (path, id, parameters) => {
      const search = Object.entries(parameters).map(([name, value]) => `${escapeText(name)}=${escapeText(value)}`);
      const response = await api.send('GET', `${path.replace('ID', escapeText(id))}?${search.join('&')}`);
      expect(response.statusCode, response.body).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});

/** Percent-encoding that does not mind half a surrogate pair. */
function escapeText(value: string): string {
  return [...Buffer.from(value, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
