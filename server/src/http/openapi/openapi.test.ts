import { expect, it } from 'vitest';
import { useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

type Schema = Record<string, unknown>;

it('describes the eight operations of the contract and the others', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.entries(document.paths as Record<string, Schema>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual([
    'DELETE /api/v1/drafts/{draft_id}',
    'DELETE /api/v1/media/{media_id}',
    'DELETE /api/v1/webhook-endpoints/{endpoint_id}',
    'GET /api/v1/approvals',
    'GET /api/v1/approvals/{approval_id}',
    'GET /api/v1/connections',
    'GET /api/v1/drafts',
    'GET /api/v1/drafts/{draft_id}',
    'GET /api/v1/drafts/{draft_id}/comments',
    'GET /api/v1/events',
    'GET /api/v1/me',
    'GET /api/v1/media',
    'GET /api/v1/media/{media_id}',
    'GET /api/v1/platforms',
    'GET /api/v1/publish-jobs',
    'GET /api/v1/publish-jobs/{job_id}',
    'GET /api/v1/publish-jobs/{job_id}/evidence',
    'GET /api/v1/usage',
    'GET /api/v1/webhook-endpoints',
    'GET /api/v1/webhook-endpoints/{endpoint_id}',
    'GET /api/v1/webhook-endpoints/{endpoint_id}/deliveries',
    'PATCH /api/v1/drafts/{draft_id}',
    'PATCH /api/v1/webhook-endpoints/{endpoint_id}',
    'POST /api/create-platform-payload',
    'POST /api/create-post-draft',
    'POST /api/create-publish-job',
    'POST /api/generate-description',
    'POST /api/v1/captions',
    'POST /api/v1/drafts',
    'POST /api/v1/drafts/{draft_id}/comments',
    'POST /api/v1/drafts/{draft_id}/submit',
    'POST /api/v1/media',
    'POST /api/v1/media/from-url',
    'POST /api/v1/media/{media_id}/describe',
    'POST /api/v1/payloads',
    'POST /api/v1/publish-jobs',
    'POST /api/v1/publish-jobs/{job_id}/cancel',
    'POST /api/v1/publish-jobs/{job_id}/retry',
    'POST /api/v1/usage/precheck',
    'POST /api/v1/validate',
    'POST /api/v1/webhook-endpoints',
    'POST /api/v1/webhook-endpoints/{endpoint_id}/redeliver',
    'POST /api/v1/webhook-endpoints/{endpoint_id}/test',
  ]);
});

it('has each shape once, under a name, and refusals under the statuses that there are', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  for (const [, kind = '', name = ''] of references) expect(document.components[kind]).toHaveProperty(name);
  const used = new Set(references.map(([, , name]) => name));
  expect(Object.keys(document.components.schemas).filter((name) => !used.has(name))).toEqual([]);
  expect(document.paths['/api/v1/drafts/{draft_id}'].get.responses[200].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Draft',
  });
  const { responses } = document.paths['/api/v1/drafts/{draft_id}'].patch;
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '402',
    '403',
    '404',
    '409',
    '412',
    '413',
    '415',
    '422',
    '428',
    '429',
    '500',
    '503',
  ]);
  expect(JSON.stringify(document)).not.toMatch(/"[45]XX"/);
});

it('says which scope opens an operation, and what is sent to webhooks', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  expect(document.paths['/api/v1/drafts'].post.security).toEqual([{ apiKey: [] }, { oauth2: ['drafts:write'] }]);
  expect(document.webhooks['job.published'].post.requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/Event');
});

it('names every operation by an id of its own', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  const ids = Object.values(document.paths as Record<string, Schema>).flatMap((item) =>
    Object.values(item).map((operation) => (operation as Schema).operationId),
  );
  expect(ids.every((id) => typeof id === 'string')).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it('describes every field', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  const missing: string[] = [];
  visitProperties({ ...document.paths, ...document.components.schemas }, '', (pointer, schema) => {
    // What a reference leads to says it.
    if (!schema.description && !schema.$ref) missing.push(pointer);
  });
  expect(missing).toEqual([]);
});

/** Every property of every schema, wherever it stands. */
function visitProperties(node: unknown, pointer: string, visit: (pointer: string, schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as { properties?: Record<string, Schema> };
  for (const [name, schema] of Object.entries(properties ?? {})) visit(`${pointer}/${name}`, schema);
  for (const [name, child] of Object.entries(node)) visitProperties(child, `${pointer}/${name}`, visit);
}
