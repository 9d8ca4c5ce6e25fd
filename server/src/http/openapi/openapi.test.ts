import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { Account } from '../../access/account.entity.ts';
import { SCOPES, type Scope } from '../../access/actor.ts';
import { newApiKey } from '../../access/grants/api-keys.ts';
import { ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import { useApi } from '../../testing/api.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { faultsOf } from '../../testing/openapi/expect-documented.ts';
import { SMALLEST_PNG } from '../../testing/pictures.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { WEBHOOK_SECRET } from '../../testing/webhooks.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';
import { compileValidator } from '../engine/validator.ts';
import { DRAFT_ID, HOST, WORKSPACE } from '../v1/examples/fixture.ts';
import { refusalsOf } from './components.ts';
import { DECLARED_BREAKS, findBreaks } from './emit-openapi.ts';
import { describeApi } from './openapi.ts';

const database = useTestDatabase();
const api = useApi(database);

type Schema = Record<string, unknown>;

it('compiles the schema of every operation, which a service would only do with the first request', () => {
  const ajv = new Ajv2020({ strict: false });
  const taken = [...api.app.operations.values()].flatMap(({ operation: { id, params, query, body } }) =>
    Object.entries({ params, querystring: query, body }).flatMap(([httpPart, schema]) => (schema ? [{ id, httpPart, schema }] : [])),
  );
  expect(taken.length).toBeGreaterThan(45);
  expect(taken.filter(({ schema }) => !ajv.validateSchema(schema)).map(({ id, httpPart }) => `${id} ${httpPart}`)).toEqual([]);
  for (const { schema, httpPart } of taken) {
    const validate = compileValidator({ schema, method: '', url: '', httpPart }) as (input: unknown) => boolean;
    expect(() => validate({})).not.toThrow();
  }
});

it('describes the eight operations of the contract, the others, and those of protocols', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.entries(document.paths as Record<string, Schema>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual([
    'DELETE /api/v1/drafts/{draft_id}',
    'DELETE /api/v1/media/uploads/{upload_id}',
    'DELETE /api/v1/media/{media_id}',
    'DELETE /api/v1/webhook-endpoints/{endpoint_id}',
    'GET /api/v1/approvals',
    'GET /api/v1/approvals/{approval_id}',
    'GET /api/v1/captions/{caption_set_id}',
    'GET /api/v1/connections',
    'GET /api/v1/drafts',
    'GET /api/v1/drafts/{draft_id}',
    'GET /api/v1/drafts/{draft_id}/comments',
    'GET /api/v1/events',
    'GET /api/v1/events/stream',
    'GET /api/v1/me',
    'GET /api/v1/media',
    'GET /api/v1/media/{media_id}',
    'GET /api/v1/platforms',
    'GET /api/v1/publish-jobs',
    'GET /api/v1/publish-jobs/{job_id}',
    'GET /api/v1/publish-jobs/{job_id}/evidence',
    'GET /api/v1/standing-approvals',
    'GET /api/v1/templates',
    'GET /api/v1/usage',
    'GET /api/v1/webhook-endpoints',
    'GET /api/v1/webhook-endpoints/{endpoint_id}',
    'GET /api/v1/webhook-endpoints/{endpoint_id}/deliveries',
    'HEAD /api/v1/media/uploads/{upload_id}',
    'PATCH /api/v1/drafts/{draft_id}',
    'PATCH /api/v1/media/uploads/{upload_id}',
    'PATCH /api/v1/webhook-endpoints/{endpoint_id}',
    'POST /api/create-platform-payload',
    'POST /api/create-post-draft',
    'POST /api/create-publish-job',
    'POST /api/generate-description',
    'POST /api/oauth/device_authorization',
    'POST /api/oauth/introspect',
    'POST /api/oauth/register',
    'POST /api/oauth/revoke',
    'POST /api/oauth/rotate',
    'POST /api/oauth/token',
    'POST /api/v1/captions',
    'POST /api/v1/drafts',
    'POST /api/v1/drafts/batch',
    'POST /api/v1/drafts/{draft_id}/comments',
    'POST /api/v1/drafts/{draft_id}/submit',
    'POST /api/v1/media',
    'POST /api/v1/media/from-upload',
    'POST /api/v1/media/from-url',
    'POST /api/v1/media/uploads',
    'POST /api/v1/media/{media_id}/describe',
    'POST /api/v1/payloads',
    'POST /api/v1/publications/{publication_id}/edit',
    'POST /api/v1/publications/{publication_id}/retraction',
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

it('defines each schema once, by name, and documents errors under their actual statuses', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  for (const [, kind = '', name = ''] of references) expect(document.components[kind]).toHaveProperty(name);
  const used = new Set(references.map(([, , name]) => name));
  expect(Object.keys(document.components.schemas).filter((name) => !used.has(name))).toEqual([]);
  expect(document.paths['/api/v1/drafts/{draft_id}'].get.responses[200].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Draft',
  });
  const { responses } = document.paths['/api/v1/drafts/{draft_id}'].patch;
  expect(Object.keys(responses).join(' ')).toBe('200 400 401 403 404 409 412 413 415 422 428 429 500 503');
  expect(Object.keys(responses[412].content['application/problem+json'].examples)).toEqual(['stale_revision']);
  expect(JSON.stringify(document)).not.toMatch(/"[45]XX"/);
});

it('states the scope of each operation, and describes webhook payloads', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  expect(document.paths['/api/v1/drafts'].post.security).toEqual([{ apiKey: [] }, { oauth2: ['drafts:write'] }]);
  expect(document.webhooks['job.published'].post.requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/Event');
});

it('gives every operation a unique id', async () => {
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

it('uses only formats of JSON Schema and OpenAPI', async () => {
  const formats = new Set<string>();
  const document = (await api.app.inject('/api/openapi.json')).json();
  visitSchemas(document, '', (_pointer, { format }) => void (typeof format === 'string' && formats.add(format)));
  expect([...formats].sort()).toEqual(['binary', 'date', 'date-time', 'int32', 'uri']);
});

it('lists the values of every enum', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  const closed = ['state', 'status', 'approval_state', 'decision', 'outcome', 'mode', 'publish_mode', 'origin', 'gate', 'health', 'kind'];
  const open: string[] = [];
  visitProperties(document.components.schemas, '', (pointer, { type, enum: words }) => {
    const isText = [type].flat().includes('string');
    if (isText && !words && closed.includes(pointer.split('/').at(-1) ?? '')) open.push(pointer);
  });
  expect(open).toEqual([]);
});

it('has an example of every request and response that matches its schema', () => {
  const faults = [...api.app.operations.values()].flatMap(({ operation }) => {
    const { id, body, params, query, example, success } = operation;
    const places = [
      ...(body ? [['request', body, example?.body] as const] : []),
      ...(params ? [['path', params, example?.params] as const] : []),
      ...(query ? [['query', query, example?.query] as const] : []),
      ...success.map((answer) => [String(answer.status), answer.schema, answer.example] as const),
    ];
    return places.flatMap(([place, schema, shown]) =>
      (shown === undefined ? ['there is none'] : faultsOf(schema, shown)).map((fault) => `${id} ${place}: ${fault}`),
    );
  });
  expect(faults).toEqual([]);
});

it('limits the size of everything that is sent', () => {
  const unlimited: string[] = [];
  for (const { operation } of api.app.operations.values()) {
    // Headers are read by code that has a refusal of its own for what is too long.
    for (const schema of [operation.body, operation.query]) {
      visitSchemas(schema, operation.id, (pointer, { type, maxLength, maxItems, enum: words, format, maximum }) => {
        const types = [type].flat();
        const isOpen =
          (types.includes('string') && maxLength === undefined && !words && !format) ||
          (types.includes('array') && maxItems === undefined) ||
          (types.includes('integer') && maximum === undefined && !pointer.endsWith('/after'));
        if (isOpen) unlimited.push(pointer);
      });
    }
  }
  expect(unlimited).toEqual([]);
});

/** Requests that provoke the codes of an operation's form; own-refusals.test.ts provokes its own. */
async function provoke(offered: OfferedOperation, keys: Keys): Promise<Set<string>> {
  const { operation, route, isRead } = offered;
  const [method = '', path = ''] = route.split(' ') as ['GET', string];
  const { example, consumes, scope, params } = operation;
  const ids: Record<string, string> = { draft_id: keys.draft, endpoint_id: keys.endpoint };
  const fill = (known: Record<string, string>) =>
    path.replace(/{(\w+)}/g, (_, name: string) => known[name] ?? String(example?.params?.[name]));
  const mine = { workspace_id: api.home.workspaceId };
  const query = new URLSearchParams(operation.query && 'workspace_id' in propertiesOf(operation.query) ? mine : {});
  const bodyOf = (more: object): object | undefined => operation.body && { ...shown, ...more };
  const isOf = (schema: unknown, name: string) => name in propertiesOf(schema);
  const shown = (example?.body ?? {}) as object;
  const takesWorkspace = JSON.stringify(operation.body ?? {}).includes('"workspace_id"');
  const inBody = takesWorkspace ? mine : {};
  const seen = new Set<string>();
  const ask = async (given: {
    url?: string;
    key?: string;
    headers?: Record<string, string>;
    payload?: string | object | Buffer | undefined;
  }): Promise<void> => {
    const sent = consumes ? { type: consumes[0] ?? '', payload: SMALLEST_PNG } : { type: 'application/json', payload: bodyOf(inBody) };
    const payload = 'payload' in given ? given.payload : isRead ? undefined : sent.payload;
    const headers: Record<string, string> = {
      authorization: `Bearer ${given.key ?? keys.own}`,
      ...(payload !== undefined && { 'content-type': sent.type }),
      ...given.headers,
    };
    const url = given.url ?? `${fill(ids)}?${query}`;
    const response = await api.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    if (response.statusCode >= 400) seen.add(response.json<{ code: string }>().code);
  };
  await ask({ headers: { authorization: '' } });
  for (const key of keys.refused) await ask({ key });
  if (scope) await ask({ key: keys.without(scope) });
  const long = { 'content-length': '999999999999' };
  const json = { 'content-type': 'application/json' };
  if (!isRead) {
    await ask({ headers: json, payload: '{"' });
    await ask({ headers: { ...json, ...long }, payload: '{}' });
    await ask({ headers: { 'content-type': 'application/yaml' }, payload: 'a: b' });
    await ask({ headers: { ...json, 'content-length': '5' }, payload: '{"text": "longer"}' });
    await ask({ headers: { 'idempotency-key': 'two words' } });
  }
  await ask({ url: `${fill(ids)}?limit=none&unknown=1` });
  await ask({ headers: json, payload: isRead ? undefined : '{"unknown":1}' });
  if (params) await ask({ url: fill({ ...ids, [Object.keys(propertiesOf(params))[0] ?? '']: '%E0%A4%A' }) });
  await ask({ url: `${fill(ids)}?${query}&limit=1&cursor=%00` });
  if (params) await ask({ url: fill({ ...ids, [Object.keys(propertiesOf(params))[0] ?? '']: 'none' }) });
  const foreign = { workspace_id: WORKSPACE, draft_id: DRAFT_ID };
  await ask({ url: `${fill(ids)}?${new URLSearchParams(isOf(operation.query, 'workspace_id') ? { workspace_id: WORKSPACE } : {})}` });
  if (takesWorkspace) await ask({ payload: bodyOf('draft_id' in shown ? foreign : { workspace_id: WORKSPACE }) });
  for (const cursor of keys.cursors) await ask({ url: `${fill(ids)}?${query}&cursor=${cursor}` });
  await ask({ headers: { 'if-match': '"99"' } });
  return seen;
}

const propertiesOf = (schema: unknown): object => (schema as { properties?: object } | undefined)?.properties ?? {};

interface Keys {
  own: string;
  draft: string;
  endpoint: string;
  refused: string[];
  cursors: string[];
  without(scope: Scope): string;
}

it('lists only codes that the operation can really answer with', async () => {
  const { services, home } = api;
  const keyOf = ({ authorization }: { authorization: string }) => authorization.replace('Bearer ', '');
  const scopes = SCOPES.filter((scope) => scope !== 'publish:auto');
  const own = keyOf(await givenAgent(services, home.workspace, { scopes }));
  const em = services.orm.em.fork();
  const [expired, revoked, paused] = [
    await givenAgent(services, home.workspace),
    await givenAgent(services, home.workspace),
    await givenAgent(services, home.workspace),
  ];
  await em.nativeUpdate(ApiKey, expired.keyId, { expiresAt: services.clock.now() });
  await em.nativeUpdate(ApiKey, revoked.keyId, { revokedAt: services.clock.now() });
  await em.nativeUpdate(Grant, paused.grantId, { pausedAt: services.clock.now() });
  const waiting = await givenWorkspace(services);
  await em.nativeUpdate(Account, waiting.accountId, { state: 'pending' });
  const unapproved = await givenAgent(services, waiting.workspace);
  const less = new Map<Scope, string>();
  for (const scope of scopes)
    less.set(scope, keyOf(await givenAgent(services, home.workspace, { scopes: scopes.filter((other) => other !== scope) })));
  const send = (method: 'GET' | 'POST', path: string, body?: object) =>
    api.send(method, `/api/v1/${path}`, body, { authorization: `Bearer ${own}` });
  const drafts = [1, 2].map((number) => ({ source_text: `Tide ${number}.`, platforms: ['sandbox'], publish_mode: 'approval_queue' }));
  const made = (await send('POST', 'drafts/batch', { workspace_id: home.workspaceId, drafts })).json();
  const receiver = { url: 'http://127.0.0.1:9/', secret: WEBHOOK_SECRET };
  const { endpoint_id: endpoint } = (await send('POST', 'webhook-endpoints', receiver)).json<{ endpoint_id: string }>();
  const cursorOf = async (list: string) => (await send('GET', `${list}?limit=1`)).json<{ next_cursor: string }>().next_cursor;
  const keys: Keys = {
    ...{ own, draft: made.drafts[0].draft.draft_id, endpoint, cursors: [await cursorOf('drafts'), await cursorOf('publish-jobs')] },
    refused: [`${own}x`, newApiKey(false).key, ...[expired, revoked, paused, unapproved].map(keyOf)],
    without: (scope) => less.get(scope) ?? '',
  };
  const unseen: string[] = [];
  const isRemoval = ({ route }: OfferedOperation) => Number(route.startsWith('DELETE '));
  for (const offered of [...api.app.operations.values()].sort((one, other) => isRemoval(one) - isRemoval(other))) {
    const seen = await provoke(offered, keys);
    const declared = refusalsOf(offered).filter((code) => !ANYWHERE.has(code) && !offered.operation.refuses?.includes(code));
    unseen.push(...declared.filter((code) => !seen.has(code)).map((code) => `${offered.operation.id}: ${code}`));
  }
  expect(unseen).toEqual([]);
});

/** Of the service or the HTTP message rather than the operation, and of two requests at a time. */
const ANYWHERE: ReadonlySet<string> = new Set([
  ...['rate_limited', 'internal_error', 'service_busy', 'database_unavailable', 'storage_full'],
  ...['bad_user_input', 'idempotency_in_flight', 'idempotency_key_reused'],
]);

it('matches the committed description and breaks no client generated from it', () => {
  const now = JSON.parse(JSON.stringify(describeApi(api.app, api.services)).replaceAll(api.services.config.publicUrl, HOST));
  const committed = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'));
  expect(findBreaks(committed, now).filter((change) => !DECLARED_BREAKS.some((declared) => declared.change === change))).toEqual([]);
  expect(now, 'npm run generate rewrites it').toEqual(committed);
});

/** Every schema that what is sent is made of. */
function visitSchemas(node: unknown, pointer: string, visit: (pointer: string, schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { type } = node as Schema;
  // A field of that name is described by a schema, a schema by a word or several.
  if (typeof type === 'string' || Array.isArray(type)) visit(pointer, node as Schema);
  for (const [name, child] of Object.entries(node)) if (name !== 'example') visitSchemas(child, `${pointer}/${name}`, visit);
}

/** Every property of every schema, at any depth. */
function visitProperties(node: unknown, pointer: string, visit: (pointer: string, schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as { properties?: Record<string, Schema> };
  for (const [name, schema] of Object.entries(properties ?? {})) visit(`${pointer}/${name}`, schema);
  for (const [name, child] of Object.entries(node)) visitProperties(child, `${pointer}/${name}`, visit);
}
