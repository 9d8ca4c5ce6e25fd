import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { earlyHeaders } from './engine/content-security.ts';
import { buildServer } from './server.ts';

const database = useTestDatabase();
const api = useApi(database);

describe('a request id', () => {
  it('is echoed when it is safe to log', async () => {
    const response = await api.app.inject({ url: '/api/health/live', headers: { 'x-request-id': 'run-7.step_2' } });
    expect(response.headers['x-request-id']).toBe('run-7.step_2');
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(129), 'a\tb'])('is generated in place of %j', async (sent) => {
    const response = await api.app.inject({ url: '/api/health/live', headers: { 'x-request-id': sent } });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('an unknown path', () => {
  it.each(['/api', '/api/', '/api/v1/nothing', '/api/v2/drafts', '/api/%00', '/.well-known/nothing', '/assets/missing.js'])(
    '%s is a 404 problem',
    async (url) => {
      expectProblem(await api.app.inject(url), 'not_found');
    },
  );

  it('is a page of the console at the redirect URL of platforms, whatever the server’s name', async () => {
    const { statusCode, headers } = await api.app.inject('/connections/return/mastodon.social?state=x&code=y');
    // 503 where the console was not built.
    expect([200, 503]).toContain(statusCode);
    expect(headers['content-type']).not.toContain('json');
  });

  it('is a 404 problem for every method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      expectProblem(
        await api.app.inject({ method, url: '/api/v1/nothing', payload: 'x', headers: { 'content-type': 'text/plain' } }),
        'not_found',
      );
    }
  });

  it('is a 400 problem when it is not valid percent-encoding', async () => {
    expectProblem(await api.app.inject('/api/v1/drafts/%zz'), 'bad_user_input');
  });
});

it('lists the methods that a path supports', async () => {
  const response = await api.app.inject({ method: 'PUT', url: '/api/v1/drafts/drf_1?x=1' });
  expectProblem(response, 'method_not_allowed');
  expect(response.headers.allow).toBe('DELETE, GET, HEAD, PATCH');
  const captions = await api.app.inject({ method: 'GET', url: '/api/v1/captions' });
  expectProblem(captions, 'method_not_allowed');
  expect(captions.headers.allow).toBe('POST');
});

it.each([
  ['/llms.txt', 'GET, HEAD'],
  ['/.well-known/countersign-evidence-keys.json', 'GET, HEAD'],
  ['/mail/stop', 'GET, HEAD, POST'],
  ['/approvals', 'GET, HEAD'],
])('lists the methods of %s, outside of the API, too', async (url, allow) => {
  const response = await api.app.inject({ method: 'DELETE', url });
  expectProblem(response, 'method_not_allowed');
  expect(response.headers.allow).toBe(allow);
});

it('sends data with a policy that prevents browsers from executing it', async () => {
  const { headers } = await api.app.inject('/api/openapi.json');
  expect(headers['content-security-policy']).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['strict-transport-security']).toBeUndefined();
});

it('restricts what its pages may do in browsers, and requires HTTPS once it was used', async () => {
  const { headers } = await api.app.inject('/api/health/live');
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  const services = createTestServices(database, { config: testConfig(database, { publicUrl: 'https://posts.example.org' }) });
  const secure = await (await buildServer(services)).inject('/api/health/live');
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

it.each(['http://localhost:4000', 'https://posts.example.org'])(
  'sends early refusals with the same headers as any response of %s',
  async (publicUrl) => {
    const services = createTestServices(database, { config: testConfig(database, { publicUrl }) });
    const { headers } = await (await buildServer(services)).inject('/api/health/live');
    const safety = Object.entries(headers).filter(([name]) => name === 'strict-transport-security' || name in earlyHeaders(publicUrl));
    expect(earlyHeaders(publicUrl)).toEqual(Object.fromEntries(safety));
  },
);

it('is live and ready', async () => {
  expect((await api.app.inject('/api/health/live')).json()).toEqual({ status: 'live', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect((await api.app.inject('/api/health/ready')).json()).toEqual({ status: 'ready' });
});

it('reveals nothing about the cause of an unexpected error', async () => {
  const broken = api.services.platforms;
  api.services.platforms = {
    values: () => {
      throw new Error('secret inside');
    },
  } as never;
  // The operations hold the services by reference, as the composition root made them.
  const response = await api.send('GET', '/api/v1/platforms');
  api.services.platforms = broken;
  expectProblem(response, 'internal_error');
  expect(response.body).not.toContain('secret');
});

it('ends a slow request within 30 seconds, whether its headers or its body are slow', async () => {
  const app = await buildServer(createTestServices(database));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('The server does not listen on a port.');
  const trickle = async (bytes: string, piece: string): Promise<{ answer: string; seconds: number }> => {
    const begun = performance.now();
    // A client that continues to send, whatever the response.
    const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    socket.write(bytes);
    const pieces = setInterval(() => socket.writable && socket.write(piece), 500);
    await closed;
    clearInterval(pieces);
    return { answer, seconds: (performance.now() - begun) / 1_000 };
  };
  const sent = 'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n';
  const [refused, ...ended] = await Promise.all([
    trickle(`${sent}Content-Length: 100000000\r\n\r\n`, ' '),
    trickle(sent, 'X-A: b\r\n'),
    trickle(`${sent}Content-Length: 100000\r\n\r\n`, ' '),
  ]);
  // One response, although the rest of the body has not arrived in time either.
  expect(refused?.answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  expect(refused?.seconds).toBeLessThan(30);
  for (const { answer, seconds } of ended) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      status: 408,
      remedy: expect.stringMatching(/^Send the complete request again/),
    });
    expect(seconds).toBeLessThan(30);
  }
  await app.close();
});

describe('what is not HTTP', () => {
  it.each([
    ['no request at all', 'hello\r\n\r\n', 400],
    ['a method that does not exist', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/v1/drafts HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['a version that there is not', 'GET / HTTP/7.3\r\nHost: x\r\n\r\n', 400],
    ['no Host', 'GET /api/v1/me HTTP/1.1\r\n\r\n', 400],
    ['an expectation', 'POST /api/v1/drafts HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 0\r\n\r\n', 417],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 501],
  ])('gets a problem document: %s', async (_name, bytes, status) => {
    if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
    const address = api.app.server.address();
    if (!address || typeof address === 'string') throw new Error('The server does not listen on a port.');
    const socket = connect(address.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.write(bytes);
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    for (const header of ['content-security-policy', 'permissions-policy', 'cross-origin-resource-policy', 'x-content-type-options'])
      expect(answer).toContain(`\r\n${header}: `);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      status,
      code: 'bad_user_input',
      remedy: expect.not.stringMatching(/^Read the message/),
    });
  });
});
