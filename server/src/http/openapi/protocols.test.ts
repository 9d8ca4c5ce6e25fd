import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

interface Answered {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: { required?: string[]; properties?: object } }>;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
  $ref?: string;
}
type Operation = {
  operationId: string;
  tags: string[];
  parameters?: { in: string; name: string }[];
  responses: Record<string, Answered>;
  security?: object[];
};
let document: { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, Answered>> };
let url: string;

beforeAll(async () => {
  document = (await api.app.inject('/api/openapi.json')).json();
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.app.close());

/** On answers to pages of other origins, and where limits are set. */
const WHERE_IT_APPLIES = ['Access-Control-Allow-Origin', 'RateLimit', 'RateLimit-Policy'];
const TUS = { 'tus-resumable': '1.0.0' };
const key = () => ({ authorization: api.agent.authorization });

/** Sends a request to the running service; what is not described of its answer. */
async function undescribed(
  method: string,
  path: string,
  init: { url?: string; headers?: Record<string, string>; body?: string | URLSearchParams } = {},
) {
  const leaving = new AbortController();
  const response = await fetch(new URL(init.url ?? path, url), {
    method,
    ...init,
    signal: leaving.signal,
    redirect: 'manual',
  } as RequestInit);
  const { status, headers } = response;
  const named = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const answer = named?.$ref ? document.components.responses?.[named.$ref.split('/').at(-1) ?? ''] : named;
  const type = headers.get('content-type')?.split(';')[0];
  const content = type ? answer?.content?.[type] : undefined;
  const isStream = type === 'text/event-stream';
  const sent = isStream ? '' : await response.text();
  const body = JSON.parse(sent || '{}') as Record<string, string>;
  leaving.abort();
  const faults = [
    ...(answer ? [] : [`the status ${status}`]),
    ...(type && !content && (isStream || sent) ? [`the type ${type} of ${status}`] : []),
    ...Object.keys(answer?.headers ?? {})
      .filter((name) => status < 300 && !WHERE_IT_APPLIES.includes(name) && !headers.has(name))
      .map((name) => `${status} has no ${name}`),
    ...(content?.schema.required ? content.schema.required : []).flatMap((name) => (name in body ? [] : [`${status} lacks ${name}`])),
    ...(content?.schema.properties && status < 300
      ? Object.keys(body)
          .filter((name) => !(name in (content.schema.properties ?? {})))
          .map((name) => `${status} has ${name}`)
      : []),
  ];
  return { faults: faults.map((fault) => `${method} ${path}: ${fault}`), status, body, location: headers.get('location') ?? '' };
}

it('describes the event stream as it is answered', async () => {
  const path = '/api/v1/events/stream';
  const open = await undescribed('GET', path, { headers: key() });
  expect([open.status, open.faults]).toEqual([200, []]);
  for (const [headers, query] of [
    [{}, ''],
    [key(), '?types=nothing'],
    [key(), '?workspace_id=wsp_other'],
  ] as const) {
    const refused = await undescribed('GET', path, { url: path + query, headers });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.faults).toEqual([]);
  }
});

it('describes resumable uploads as they are answered', async () => {
  const [all, one] = ['/api/v1/media/uploads', '/api/v1/media/uploads/{upload_id}'];
  const begun = await undescribed('POST', all, { headers: { ...key(), ...TUS, 'upload-length': '6' } });
  expect([begun.status, begun.faults]).toEqual([201, []]);
  const at = (method: string, headers = {}, body?: string) =>
    undescribed(method, one, { url: begun.location, headers: { ...key(), ...TUS, ...headers }, ...(body !== undefined && { body }) });
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const answers = [await at('PATCH', part, 'abc'), await at('HEAD'), await at('PATCH', part, 'abc'), await at('DELETE'), await at('HEAD')];
  answers.push(await undescribed('POST', all, { headers: { ...key(), 'upload-length': '6', 'tus-resumable': '0.2.2' } }));
  answers.push(await undescribed('POST', all, { headers: { ...TUS, 'upload-length': '6' } }));
  answers.push(await undescribed('POST', all, { headers: { ...key(), ...TUS } }));
  expect(answers.map(({ status }) => status)).toEqual([204, 200, 409, 204, 404, 412, 401, 400]);
  expect(answers.flatMap(({ faults }) => faults)).toEqual([]);
});

it('describes OAuth as it is answered', async () => {
  const send = (path: string, form: Record<string, string>, headers = {}) =>
    undescribed('POST', `/api/oauth/${path}`, { headers: { ...headers }, body: new URLSearchParams(form) });
  const registered = await undescribed('POST', '/api/oauth/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Harbour agent', redirect_uris: ['http://127.0.0.1/back'] }),
  });
  const token = api.agent.authorization.slice(7);
  const answers = [
    registered,
    await send('device_authorization', { client_id: 'harbour', client_name: 'Harbour agent' }),
    await send('token', { grant_type: 'password' }),
    await send('introspect', { token }),
    await send('introspect', { token }, key()),
    await send('introspect', { token: 'unknown' }),
    await send('rotate', {}),
  ];
  const rotated = await send('rotate', {}, key());
  answers.push(rotated, await send('revoke', { token: String(rotated.body.access_token) }));
  expect(answers.flatMap(({ faults }) => faults)).toEqual([]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 200, 200, 200, 401, 200, 200]);
});

it('asks for a key everywhere but in OAuth', () => {
  const open = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, tags, security }) => (security?.length || tags.includes('OAuth') ? [] : [operationId])),
  );
  expect(open).toEqual([]);
});

it('links from what a response has to the operations that take it, by fields that there are', () => {
  const operations = new Map(
    Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each] as const)),
  );
  const linked = new Map<string, string[]>();
  for (const [id, { responses }] of operations) {
    for (const { links = {}, content } of Object.values(responses)) {
      const schema = Object.values(content ?? {})[0]?.schema as { $ref?: string } | undefined;
      for (const { operationId, parameters } of Object.values(links)) {
        const target = operations.get(operationId);
        expect(target?.parameters?.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(Object.keys(parameters));
        for (const pointer of Object.values(parameters)) {
          const [, first = ''] = /^\$response\.body#\/(\w+)/.exec(pointer) ?? [];
          const { properties = {} } = (document.components.schemas?.[schema?.$ref?.split('/').at(-1) ?? ''] ?? {}) as {
            properties?: object;
          };
          expect(Object.keys(properties)).toContain(first);
        }
        linked.set(id, [...(linked.get(id) ?? []), operationId]);
      }
    }
  }
  expect(linked.get('createDraft')).toEqual(['readDraft', 'changeDraft', 'submitDraft', 'listComments', 'readPublishJob', 'readApproval']);
  expect(linked.get('readPublishJob')).toEqual(expect.arrayContaining(['readEvidence', 'readApproval', 'cancelPublishJob']));
  expect(linked.get('readApproval')).toEqual(['readPublishJob', 'readDraft']);
});
