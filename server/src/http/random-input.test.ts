import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { ERRORS } from '../errors.ts';
import { anything, escapeText, text } from '../testing/openapi/random-requests.ts';
import { sendRandomRequests } from '../testing/openapi/send-random-requests.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import type { HttpServer } from './engine/http-server.ts';

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
beforeAll(async () => {
  services = createTestServices(database);
  app = await buildWeb(services);
});
afterAll(() => app?.close());

it('responds to random requests over REST, MCP and GraphQL as documented', async () => {
  const statuses = await sendRandomRequests(app, services, 375, { seed: 1 });
  // Not all of it was refused at once.
  expect(statuses.get('REST 200') ?? 0).toBeGreaterThan(10);
  expect(statuses.get('REST 201') ?? 0).toBeGreaterThan(3);
  expect(statuses.get('GraphQL ok') ?? 0).toBeGreaterThan(10);
  console.info('Random requests by answer:', Object.fromEntries([...statuses].sort()));
});

it('responds to random sign-in input with a problem from the error table', async () => {
  const routes = fc.constantFrom('/api/auth/sign-in/email', '/api/auth/setup');
  const fields = fc.constantFrom('email', 'password', 'token', 'name', 'workspace_name', 'more');
  const body = fc.oneof(fc.dictionary(fields, fc.oneof(text, fc.emailAddress(), anything), { maxKeys: 5 }), anything);
  await fc.assert(
    fc.asyncProperty(routes, body, async (url, sent) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const response = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(sent) });
      expect(response.statusCode, response.body).toBeLessThan(500);
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(Object.keys(ERRORS)).toContain(response.json().code);
    }),
    { numRuns: 100 },
  );
});

it('never responds to a random path with a 5xx', async () => {
  const paths = fc.tuple(fc.constantFrom('/', '/api/', '/api/v1/', '/api/v1/drafts/', '/.well-known/'), text);
  await fc.assert(
    fc.asyncProperty(paths, async ([start, rest]) => {
      const response = await app.inject(`${start}${escapeText(rest)}`);
      // Where the console is not built its pages are 503.
      expect(response.statusCode < 500 || response.statusCode === 503, response.body).toBe(true);
    }),
    { numRuns: 100 },
  );
});
