import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { findBreaks } from '../openapi/emit-openapi.ts';
import type { Deprecation } from './operation.ts';

/** As if the list of drafts were to go. */
const DEPRECATED: Deprecation = { since: '2027-01-31', sunset: '2027-07-31', instead: 'listPublishJobs' };

const database = useTestDatabase();
const before = useApi(database);
const operation = () => before.app.operations.get('listDrafts')?.operation ?? expect.fail();
/** The other is described before anything is deprecated. */
let described: Record<string, unknown>;
beforeAll(async () => {
  described = (await before.send('GET', '/api/openapi.json')).json();
  operation().deprecated = DEPRECATED;
});
afterAll(() => {
  delete operation().deprecated;
});

const api = useApi(database);
const draft = { source_text: 'The harbour opens again.', platforms: ['sandbox'] };

it('is announced in every response, including pages and errors', async () => {
  for (const text of ['one', 'two'])
    await api.send('POST', '/api/v1/drafts', { workspace_id: api.home.workspaceId, ...draft, source_text: text });
  const expected = { deprecation: '@1801353600', sunset: 'Sat, 31 Jul 2027 00:00:00 GMT' };
  const page = await api.send('GET', '/api/v1/drafts?limit=1');
  expect(page.headers).toMatchObject(expected);
  expect(page.headers.link).toMatch(/^<\S+cursor=\S+>; rel="next", <http:\S+\/api-docs#list-publish-jobs>; rel="deprecation"$/);
  const refused = await api.send('GET', '/api/v1/drafts?limit=0');
  expect([refused.statusCode, refused.headers]).toMatchObject([422, expected]);
  expect((await api.send('GET', '/api/v1/publish-jobs')).headers).not.toHaveProperty('deprecation');
});

it('is in the description, on the developer page and on the tool', async () => {
  const document = (await api.send('GET', '/api/openapi.json')).json();
  const { get } = document.paths['/api/v1/drafts'];
  expect(get).toMatchObject({ deprecated: true, 'x-sunset': '2027-07-31', description: expect.stringContaining('use `listPublishJobs`') });
  expect(Object.keys(get.responses['200'].headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
  expect(Object.keys(document.components.headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  expect((await api.send('GET', '/api-docs')).body).toContain('removed on or after 2027-07-31');
});

it('can be removed on its sunset date, and not before', async () => {
  const now = (await api.send('GET', '/api/openapi.json')).json();
  expect(findBreaks(described, now)).toEqual([]);
  const { '/api/v1/drafts': drafts, ...paths } = now.paths;
  const { get: _gone, ...others } = drafts;
  const later = { ...now, paths: { ...paths, '/api/v1/drafts': others } };
  expect(findBreaks(now, later, '2027-07-30')).toEqual(['GET /api/v1/drafts is gone']);
  expect(findBreaks(now, later, '2027-07-31')).toEqual([]);
  expect(findBreaks(described, later, '2027-07-31')).toEqual(['GET /api/v1/drafts is gone']);
});
