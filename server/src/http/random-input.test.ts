import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
const ids = { draft: '', job: '' };

beforeAll(async () => {
  const body = {
    workspace_id: api.home.workspaceId,
    source_text: 'The harbour opens again.',
    platforms: ['sandbox', 'bluesky'],
    publish_mode: 'approval_queue',
  };
  const draft = (await api.send('POST', '/api/v1/drafts', body)).json();
  ids.draft = draft.draft_id;
  ids.job = draft.publish_job.job_id;
});

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
    '٣',
    "'; drop table drafts; --",
    'x'.repeat(5_000),
  ),
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), text);
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }).map((value) => `a${value}`);
const platforms = fc.constantFrom(['sandbox'], ['bluesky'], ['bluesky', 'sandbox']);

/** Values that fit, some only just. Each field is now and then replaced by anything at all. */
const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  source_text: words,
  platforms,
  approval_required: fc.boolean(),
  publish_mode: fc.constantFrom('draft_only', 'approval_queue', 'auto'),
  link: fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.constantFrom('https://example.org/ä?😀', 'http://127.0.0.1', 'https://[::1]/'),
  ),
  scheduled_at: fc.constantFrom(
    '2026-12-31T23:59:60Z',
    '2027-02-28T00:00:00+14:00',
    '2027-01-01t00:00:00.123456789z',
    '9999-12-31T23:59:59Z',
  ),
  external_id: words.map((value) => value.slice(0, 200)),
  platform: fc.constantFrom('sandbox', 'bluesky'),
  tone: words.map((value) => value.slice(0, 50)),
  language: fc.constantFrom('de', 'pt-PT', 'zh-Hant-TW', 'xx-private'),
  replace: fc.boolean(),
  captions: fc.array(
    fc.record(
      {
        platform: fc.constantFrom('sandbox', 'bluesky'),
        text: words,
        tags: fc.array(text, { maxLength: 3 }),
        thread: fc.array(words, { maxLength: 2 }),
      },
      { requiredKeys: ['platform', 'text'] },
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  email: fc.oneof(
    fc.emailAddress(),
    words.map((value) => `${value}@example.org`),
  ),
  password: words,
  token: words,
  name: words,
  workspace_name: words,
};

const POLICY = ['approval_required', 'publish_mode'];
const CAPTION = [...POLICY, 'platforms', 'tone', 'language', 'replace', 'captions'];
const DRAFT = [...POLICY, 'link', 'scheduled_at', 'external_id'];

/** Every POST with the fields that it needs and those that it may have. */
const OPERATIONS: [url: string, needs: string[], may: string[]][] = [
  ['/api/v1/drafts', ['workspace_id', 'source_text', 'platforms'], DRAFT],
  ['/api/create-post-draft', ['workspace_id', 'source_text', 'platforms'], DRAFT],
  ['/api/v1/captions', ['workspace_id', 'draft_id'], CAPTION],
  ['/api/generate-description', ['workspace_id', 'draft_id'], CAPTION],
  ['/api/generate-description', ['source_text', 'platforms'], ['link', 'tone', 'language']],
  ['/api/v1/payloads', ['workspace_id', 'draft_id'], ['platform']],
  ['/api/create-platform-payload', ['workspace_id', 'draft_id'], ['platform']],
  ['/api/v1/usage/precheck', ['workspace_id', 'draft_id'], POLICY],
  ['/api/v1/publish-jobs', ['workspace_id', 'draft_id'], POLICY],
  ['/api/create-publish-job', ['workspace_id', 'draft_id'], POLICY],
  ['/api/v1/drafts/DRAFT/submit', [], ['publish_mode']],
  ['/api/v1/publish-jobs/JOB/cancel', [], []],
  ['/api/auth/sign-in/email', ['email', 'password'], []],
  ['/api/auth/setup', ['token', 'name', 'email', 'password', 'workspace_name'], []],
];

interface Known {
  workspace_id: string;
  draft_id: string;
}

/** A body for an operation, made once the ids of this run are known. */
function bodyFor([, needs, may]: (typeof OPERATIONS)[number]): fc.Arbitrary<(known: Known) => unknown> {
  const field = (name: string): fc.Arbitrary<unknown> => FIELDS[name] ?? fc.constant(ID);
  const all = [...needs, ...may];
  const fitting = fc.record(Object.fromEntries(all.map((name) => [name, field(name)])), { requiredKeys: needs });
  const broken = fc.tuple(fitting, fc.constantFrom(...all, 'more'), anything).map(([body, name, value]) => ({ ...body, [name]: value }));
  const body = fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 3, arbitrary: all.length > 0 ? broken : anything },
    { weight: 1, arbitrary: anything },
  );
  return body.map((value) => (known) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, member === ID ? known[name as keyof Known] : member]));
  });
}

/** Stands for an id that is known only when the test runs. */
const ID = Symbol('id');
const request = fc.constantFrom(...OPERATIONS).chain((operation) => fc.tuple(fc.constant(operation[0]), bodyFor(operation)));
const headers = fc.record(
  { 'idempotency-key': fc.oneof(fc.constant('same'), fc.string({ minLength: 1, maxLength: 20 })) },
  { requiredKeys: [] },
);

it('answers no random body with a 5xx, and every refusal as a problem from the table', { timeout: 180_000 }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, headers, async ([path, bodyOf], extra) => {
      const url = path.replace('DRAFT', ids.draft).replace('JOB', ids.job);
      const body = bodyOf({ workspace_id: api.home.workspaceId, draft_id: ids.draft });
      const response = await api.send('POST', url, JSON.stringify(body), { 'sec-fetch-site': 'same-origin', ...extra });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      expect(response.statusCode, response.body).toBeLessThan(500);
      if (response.statusCode < 400) return;
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(Object.keys(ERRORS)).toContain(response.json().code);
    }),
    { numRuns: 800 },
  );
  console.info('Random bodies by status:', Object.fromEntries([...statuses].sort()));
});

it('answers no random query or id with a 5xx', { timeout: 60_000 }, async () => {
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
