import { beforeAll, describe, expect, it } from 'vitest';
import { createOrm } from '../../db/orm.ts';
import { createLog } from '../../log.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
let person: Caller;
let authorization: string;

beforeAll(async () => {
  const home = await givenWorkspace(graphql.services);
  person = graphql.browserOf(await givenUser(graphql.services, home.accountId));
  ({ authorization } = await givenAgent(graphql.services, home.workspace));
});

const send = (request: { method?: 'POST' | 'GET'; url?: string; headers?: Record<string, string>; payload?: string | object }) =>
  graphql.app.inject({ method: 'POST', url: '/api/graphql', ...request });

describe('a request', () => {
  it('accepts a query by GET only if another site could not have sent it, and no other method', async () => {
    const get = (headers: object) =>
      send({ method: 'GET', url: '/api/graphql?query=%7Bviewer%7Bid%7D%7D', headers: { ...person, ...headers } });
    const simple = await get({ 'content-type': undefined });
    expect([simple.statusCode, simple.json().errors.length]).toEqual([400, 1]);
    const asked = await get({ 'content-type': undefined, 'apollo-require-preflight': '1' });
    expect([asked.statusCode, asked.json().data.viewer.id]).toEqual([200, expect.stringMatching(/^usr_/)]);
    const response = await send({ method: 'PUT' as 'POST', headers: person });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });

  it('is answered without the headers of documents, to save bytes', async () => {
    const { headers } = await send({ headers: person, payload: { query: '{ viewer { id } }' } });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy']) expect(headers).not.toHaveProperty(name);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])('refuses %s', async (type) => {
    const response = await send({ headers: { ...person, 'content-type': type }, payload: '{"query":"{viewer{id}}"}' });
    expect(response.statusCode).toBe(415);
  });

  it.each([
    ['no JSON', '{"query":'],
    ['a list of operations', '[{"query":"{viewer{id}}"},{"query":"{viewer{id}}"}]'],
    ['no query', '{"variables":{}}'],
    ['a query that is not GraphQL', '{"query":"{ viewer { id "}'],
    ['two operations without a name', '{"query":"query A { viewer { id } } query B { viewer { id } }"}'],
    ['a variable of another type', '{"query":"query A($id: ID!) { draft(id: $id) { id } }","variables":{"id":{}}}'],
  ])('with %s is refused as a client error', async (_name, payload) => {
    const response = await send({ headers: { ...person, 'content-type': 'application/json' }, payload });
    expect(response.statusCode).toBe(400);
    expect(response.body).not.toMatch(/stack|node_modules|INTERNAL/);
  });

  it('of more than 1 MiB is refused', async () => {
    const response = await send({
      headers: { ...person, 'content-type': 'application/json' },
      payload: { query: `{ viewer { id } } # ${'x'.repeat(1_100_000)}` },
    });
    expect(response.statusCode).toBe(413);
  });

  const JSON_BODY = { 'content-type': 'application/json' };
  const REFUSED: [string, string, number, object][] = [
    ['a NUL byte', 'validation_failed', 422, { payload: '{"query":"{viewer{id}}","variables":{"a":"\\u0000"}}' }],
    ['a lone surrogate', 'validation_failed', 422, { payload: '{"query":"{viewer{id}}","variables":{"a":"\\ud800"}}' }],
    ['a member __proto__', 'malformed_json', 400, { payload: '{"query":"{viewer{id}}","variables":{"__proto__":{}}}' }],
    ['a member twice', 'malformed_json', 400, { payload: '{"query":"{viewer{id}}","variables":{"a":1,"a":2}}' }],
    ['no JSON', 'malformed_json', 400, { payload: '{"query":' }],
    ['bytes that are not UTF-8', 'malformed_json', 400, { payload: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ['too large a body', 'payload_too_large', 413, { payload: JSON.stringify({ query: `# ${'x'.repeat(1_100_000)}` }) }],
    ['a body of another type', 'unsupported_media_type', 415, { payload: 'a', headers: { 'content-type': 'text/plain' } }],
    ['a compressed body', 'unsupported_media_type', 415, { payload: 'a', headers: { ...JSON_BODY, 'content-encoding': 'gzip' } }],
    ['another method', 'method_not_allowed', 405, { method: 'PUT', payload: '{}' }],
    ['a path below', 'not_found', 404, { url: '/api/graphql/v2', payload: '{}' }],
  ];

  it.each(REFUSED)('with %s is refused in GraphQL’s error format, as %s', async (_name, code, status, request) => {
    const response = await send({ headers: JSON_BODY, ...request });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['x-request-id']).toBeTruthy();
    expect(response.json()).toEqual({
      errors: [{ message: expect.any(String), extensions: expect.objectContaining({ code, status, remedy: expect.any(String) }) }],
    });
  });

  it('is refused in the accepted media type and language', async () => {
    const headers = { ...JSON_BODY, accept: 'application/graphql-response+json', 'accept-language': 'de' };
    const response = await send({ headers, payload: '{"query":"{viewer{id}}","variables":{"a":"\\u0000"}}' });
    expect(response.headers['content-type']).toMatch(/^application\/graphql-response\+json/);
    expect(response.json()).toMatchObject({ errors: [{ extensions: { fields: [{ pointer: '/variables/a' }] } }] });
    expect(response.json().errors[0].message).not.toMatch(/request/i);
  });

  it.each([
    ['key_malformed', 'Bearer cs_live_nonsense'],
    ['unauthenticated', 'Basic abc'],
  ])('with an invalid key is refused as a whole, as %s', async (code, header) => {
    const { status, data, errors, response } = await graphql.ask({ authorization: header }, '{ platforms { id } }');
    expect(status).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer resource_metadata=/);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code, status: 401, remedy: expect.any(String) } }]);
  });

  it('with an invalid key is refused despite a valid session', async () => {
    const { status } = await graphql.ask({ ...person, authorization: `${authorization}x` }, '{ viewer { id } }');
    expect(status).toBe(401);
  });

  it('from another site is refused if it has a session', async () => {
    const { cookie = '' } = person;
    const origins: Caller[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
    for (const origin of origins) {
      const { status, errors } = await graphql.ask({ cookie, ...origin }, '{ viewer { id } }');
      expect(status).toBe(403);
      expect(errors).toMatchObject([{ extensions: { code: 'cross_site_request' } }]);
    }
  });
});

describe('a response', () => {
  it('has the id of the request and is never cached', async () => {
    const { response } = await graphql.ask({ ...person, 'x-request-id': 'mine-1' }, '{ viewer { id } }');
    expect(response.headers['x-request-id']).toBe('mine-1');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('hides internal errors behind internal_error with the request id', async () => {
    const platforms = new Map(graphql.services.platforms);
    platforms.values = () => {
      throw new Error('a detail that is not for callers');
    };
    const app = await buildWeb({ ...graphql.services, platforms });
    const headers = { authorization, 'x-request-id': 'mine-2' };
    const response = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query: '{ platforms { id } }' } });
    expect(response.json().errors).toMatchObject([
      { path: ['platforms'], extensions: { code: 'internal_error', status: 500, request_id: 'mine-2' } },
    ]);
    expect(response.body).not.toMatch(/a detail|\.ts/);
    await app.close();
  });

  it('reports a full disk, also to the operator and the load balancer', async () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
    const platforms = new Map(graphql.services.platforms);
    platforms.values = () => {
      throw new Error('insert', { cause: Object.assign(new Error('No space left on device'), { code: 'ENOSPC' }) });
    };
    const app = await buildWeb({ ...graphql.services, platforms, log });
    const response = await app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { authorization },
      payload: { query: '{ platforms { id } }' },
    });
    expect(response.json().errors).toMatchObject([{ extensions: { code: 'storage_full', status: 503 } }]);
    expect(lines.filter((line) => line.includes('a disk is full'))).toHaveLength(1);
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    await app.close();
  });

  it('reports database_unavailable with a retry time if the database is unreachable', async () => {
    const orm = createOrm({ url: 'postgres://cs@127.0.0.1:1/nothing' });
    const app = await buildWeb(createTestServices(database, { orm }));
    const response = await app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { authorization },
      payload: { query: '{ viewer { id } }' },
    });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.json().errors).toMatchObject([{ extensions: { code: 'database_unavailable', status: 503, retry_after_seconds: 2 } }]);
    await app.close();
    await orm.close();
  });
});
