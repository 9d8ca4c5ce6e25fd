import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, expectProblem, useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { findUnstorable } from './json-body.ts';

const database = useTestDatabase();
const api = useApi(database);
let before: Record<string, number>;
beforeAll(async () => {
  before = await countRows(database.orm);
});
afterAll(async () => {
  expect(await countRows(database.orm)).toEqual(before);
});

const send = (body: string | Buffer, headers: Record<string, string> = {}) => api.send('POST', '/api/v1/drafts', body, headers);

it.each([
  '{',
  '',
  'null,',
  '{"a":1}}',
  "{'a':1}",
  '{"a":NaN}',
  '[1,]',
  '{"__proto__":{"x":1}}',
  '{"a":{"constructor":{"prototype":{}}}}',
  '\u0000',
])('refuses %j as malformed or not an object', async (body) => {
  const response = await send(body);
  expectProblem(response, body === '' ? 'validation_failed' : 'malformed_json');
});

it('refuses bytes that are not UTF-8', async () => {
  expectProblem(await send(Buffer.from('7b2261223a22ff227d', 'hex')), 'malformed_json');
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', 'application/jsonx'])(
  'refuses %s',
  async (type) => {
    expectProblem(await send('{}', { 'content-type': type }), 'unsupported_media_type');
  },
);

it('refuses a body without a content type', async () => {
  const { authorization } = api.agent;
  expectProblem(
    await api.app.inject({ method: 'POST', url: '/api/v1/drafts', headers: { authorization }, payload: Buffer.from('{}') }),
    'unsupported_media_type',
  );
});

it.each([
  ['{"a":1,"a":1}', ['/a']],
  ['{"a":1,"\\u0061":2}', ['/a']],
  ['{"a":"\\"a\\":1","b":["a:","a"],"b" : 2}', ['/b']],
  ['{"x":[{"b":1},{"b":1,"c":{"d/~":[],"d/~":{}}}],"e":"\\\\","e":""}', ['/x/1/c/d~1~0', '/e']],
  ['[{"a":1,"a":2}]', ['/0/a']],
])('refuses a duplicate member with its path: %s', async (body, pointers) => {
  const problem = expectProblem(await send(body), 'malformed_json');
  expect(problem.errors).toMatchObject(pointers.map((pointer) => ({ pointer })));
});

it('accepts a content type with a parameter', async () => {
  expectProblem(await send('{}', { 'content-type': 'application/json; charset=utf-8' }), 'validation_failed');
});

it('names unstorable text by its pointer', async () => {
  const problem = expectProblem(
    await send('{"source_text":"a\\u0000b","platforms":["sandbox","\\ud800"],"a/b":{"c~":"\\udfff"}}'),
    'validation_failed',
  );
  expect(problem.errors).toEqual([
    { pointer: '/source_text', message: 'source_text must not contain a NUL character.' },
    { pointer: '/platforms/1', message: 'platforms[1] must not contain a lone surrogate.' },
    { pointer: '/a~1b/c~0', message: 'a/b.c~ must not contain a lone surrogate.' },
  ]);
});

it('refuses NUL in a query as invalid and in a path as not found', async () => {
  expectProblem(await api.send('GET', '/api/v1/drafts?cursor=%00'), 'validation_failed');
  expectProblem(await api.send('GET', '/api/v1/drafts/drf_%00'), 'not_found');
});

it('accepts complete surrogate pairs', () => {
  expect(findUnstorable({ a: '👩‍🌾', '👩‍🌾': 1 })).toEqual([]);
});

describe('a hostile shape', () => {
  it.each([
    ['deep nesting', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['deep lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['many fields', `{${Array.from({ length: 20_000 }, (_, i) => `"${i}":0`).join(',')}}`],
    ['many items', `{"platforms":[${'0,'.repeat(100_000)}0]}`],
  ])('of %s is cheap to refuse', async (_name, body) => {
    const before = process.cpuUsage();
    const response = await send(body);
    expect(response.statusCode).toBe(422);
    expectProblem(response, 'validation_failed');
    // Of the processor: by the clock it says how busy the machine is.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('a body over 1 MiB', () => {
  it('is refused by its Content-Length', async () => {
    const problem = expectProblem(await send(JSON.stringify({ source_text: 'x'.repeat(1_100_000) })), 'payload_too_large');
    expect(problem.detail).toBe('The body is larger than 1024 KiB.');
  });

  it.each([
    ['without a Content-Length', 'Transfer-Encoding: chunked', (data: string) => `${data.length.toString(16)}\r\n${data}\r\n0\r\n\r\n`],
    ['with a Content-Length that is too small', 'Content-Length: 10', (data: string) => data],
  ])('is refused %s', async (_name, header, encode) => {
    const { answer } = await rawPost(header, encode('x'.repeat(1_100_000)));
    expect(answer).toMatch(/^HTTP\/1\.1 4(13|00) /);
    expect(answer).toContain('application/problem+json');
  });

  it('is not awaited after the caller disconnects, if the Content-Length is too large', async () => {
    const { answer } = await rawPost('Content-Length: 100', '{"a":1}', true);
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true);
    expect((await api.app.inject('/api/health/live')).statusCode).toBe(200);
  });
});

/** Writes a request by hand over a real socket and gives whatever comes back. */
async function rawPost(header: string, body: string, endsEarly = false): Promise<{ answer: string }> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  if (!address || typeof address === 'string') throw new Error('The server does not listen on a port.');
  const socket = connect(address.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  // A refusal closes the connection while the body is still being written.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/drafts HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${api.agent.authorization}\r\nContent-Type: application/json\r\nConnection: close\r\n${header}\r\n\r\n${body}`,
  );
  if (endsEarly) socket.end();
  await once(socket, 'close');
  return { answer };
}
