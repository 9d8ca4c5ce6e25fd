import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { PostMedia } from '../platform.ts';
import { PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createBlueskyPlatform } from './bluesky-platform.ts';
import { blueskyRules } from './bluesky-rules.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const page: Answer = (response) => response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Bad Request</h1>');
const reset: Answer = (_, request) => request.socket.destroy();
const flood: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const pour = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', pour);
  pour();
};

const SESSION = { did: 'did:plc:abcdefghijklmnopqrstuvwx', handle: 'harbour.test', accessJwt: 'a.b.c', refreshJwt: 'a.b.c', active: true };
const signIn = json(200, SESSION);
const REF = {
  uri: `at://${SESSION.did}/app.bsky.feed.post/3lbcdefghij2k`,
  cid: 'bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a',
};
const written = json(200, REF);
const record = json(200, { ...REF, value: { $type: 'app.bsky.feed.post', text: 'odds', createdAt: '2026-11-21T09:30:00.000Z' } });

// A server on loopback that fails on the wire as real ones do; the rest is tested on a real one.
let server: Server;
let url: string;
let answers: Record<string, Answer[]> = {};
let platform = createBlueskyPlatform(blueskyRules, createTestOutbound());

beforeAll(async () => {
  server = createServer((request, response) => {
    const method = request.url?.match(/\/xrpc\/com\.atproto\.(?:server|repo)\.(\w+)/)?.[1] ?? '';
    request.resume().on('end', () => (answers[method]?.shift() ?? json(404, { error: 'MethodNotImplemented' }))(response, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// Each test begins without a session.
beforeEach(() => {
  platform = createBlueskyPlatform(blueskyRules, createTestOutbound());
});

const credentials = () => ({ service: url, identifier: SESSION.did, appPassword: 'aaaa-bbbb-cccc-dddd' });

async function publish(given: Record<string, Answer[]>, options: { signal?: AbortSignal; thread?: string[]; media?: PostMedia[] } = {}) {
  answers = given;
  const { payload, intent } = prepare(platform, 'against all odds', options.thread, options.media);
  const onSending = vi.fn(async () => {});
  const hooks = { ...sendHooks(), ...(options.signal && { signal: options.signal }), onSending };
  const outcome = await platform.publish(payload, credentials(), intent, hooks);
  return { outcome, payload, intent, asked: onSending.mock.calls.length };
}

describe('Bluesky, when signing in fails', () => {
  it.each<[string, Answer, object]>([
    ['a refusal', json(401, { error: 'AuthenticationRequired', message: 'Invalid identifier or password' }), { kind: 'unauthorized' }],
    ['a suspended account', json(400, { error: 'AccountTakedown', message: 'Account has been taken down' }), { kind: 'unauthorized' }],
    ['a deactivated account', json(200, { ...SESSION, active: false }), { kind: 'unauthorized' }],
    ['a server error', json(500, { error: 'InternalServerError' }), { kind: 'unavailable' }],
    ['an error page', page, { kind: 'unavailable' }],
    ['a reset', reset, { kind: 'unavailable' }],
    ['an answer without end', flood, { kind: 'unavailable' }],
    ['an answer that makes no sense', json(200, { hello: 'world' }), { kind: 'unavailable' }],
    ['a redirect', (response) => response.writeHead(307, { location: 'https://example.org/' }).end(), { kind: 'unavailable' }],
  ])('%s is distinguished, and permission to send is never requested', async (_, answer, expected) => {
    const { outcome, asked } = await publish({ createSession: [answer] });
    expect(outcome).toMatchObject(expected);
    expect(asked).toBe(0);
  });

  it('a rate limit has a time to retry', async () => {
    const headers = { 'ratelimit-reset': String(Math.floor(Date.now() / 1000) + 90) };
    const { outcome } = await publish({ createSession: [json(429, { error: 'RateLimitExceeded' }, headers)] });
    if (outcome.kind !== 'rate_limited') throw new Error(outcome.kind);
    expect(outcome.retryAfterSeconds).toBeGreaterThan(85);
    expect(outcome.retryAfterSeconds).toBeLessThanOrEqual(90);
  });

  it('an overloaded server is asked again soon, whenever the limits of its calls reset', async () => {
    const headers = { 'ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3_600) };
    const { outcome } = await publish({ createSession: [json(503, { error: 'NotEnoughResources' }, headers)] });
    expect(outcome).toMatchObject({ kind: 'unavailable', retryAfterSeconds: null });
  });

  it('a server that sends us into our own network is not followed', async () => {
    const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'http://10.0.0.1' }];
    const { outcome, asked } = await publish({ createSession: [json(200, { ...SESSION, didDoc: { id: SESSION.did, service } })] });
    expect(outcome).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('must begin with https://') });
    expect(asked).toBe(0);
  });
});

describe('Bluesky, when an upload fails', () => {
  it.each<[string, Answer, object]>([
    ['a file that is too large', json(413, { error: 'PayloadTooLarge', message: 'request entity too large' }), { kind: 'rejected' }],
    ['a file that was taken down', json(400, { error: 'InvalidRequest', message: 'Blob has been takendown' }), { kind: 'rejected' }],
    ['a session that was revoked', json(400, { error: 'InvalidToken', message: 'Token was revoked' }), { kind: 'unauthorized' }],
    ['a server error', json(500, { error: 'InternalServerError' }), { kind: 'unavailable' }],
  ])('%s is distinguished, and permission to send is never requested', async (_, answer, expected) => {
    const { outcome, asked } = await publish({ createSession: [signIn], uploadBlob: [answer] }, { media: [PICTURE] });
    expect(outcome).toMatchObject(expected);
    expect(asked).toBe(0);
  });
});

describe('Bluesky, when sending fails', () => {
  it.each<[string, Answer, object]>([
    ['a refusal of the record', json(400, { error: 'InvalidRequest', message: 'Invalid record' }), { kind: 'rejected' }],
    ['a rate limit', json(429, { error: 'RateLimitExceeded' }, { 'retry-after': '30' }), { kind: 'rate_limited', retryAfterSeconds: 30 }],
    ['a server error', json(500, { error: 'InternalServerError' }), { kind: 'unknown' }],
    ['an overloaded server', json(503, { error: 'NotEnoughResources' }), { kind: 'unknown' }],
    ['an error page', page, { kind: 'unknown' }],
    ['a reset', reset, { kind: 'unknown' }],
    ['an answer that makes no sense', json(200, {}), { kind: 'unknown' }],
    ['an answer without end', flood, { kind: 'unknown' }],
  ])('%s is distinguished', async (_, answer, expected) => {
    const { outcome, asked } = await publish({ createSession: [signIn], putRecord: [answer] });
    expect(outcome).toMatchObject(expected);
    expect(asked).toBe(1);
  });

  it('ends with the signal, with an unknown outcome', async () => {
    const stopping = new AbortController();
    // Only once the server has received it: a request in flight would consume the next test's response.
    const silence: Answer = () => stopping.abort();
    const { outcome } = await publish({ createSession: [signIn], putRecord: [silence] }, { signal: stopping.signal });
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  it('tries the reply of a thread again, since the same key is the same post', async () => {
    const { outcome } = await publish({ createSession: [signIn], putRecord: [written, reset, written] }, { thread: ['and on'] });
    expect(outcome).toMatchObject({ kind: 'published' });
  });

  it('never reports that nothing was published while part of a thread was', async () => {
    const refusal = json(400, { error: 'InvalidRequest', message: 'Invalid record' });
    const { outcome } = await publish({ createSession: [signIn], putRecord: [written, refusal] }, { thread: ['and on'] });
    expect(outcome).toMatchObject({ kind: 'unknown', message: expect.stringContaining('1 of 2 posts of the thread were published') });
  });
});

describe('Bluesky, from one post to the next', () => {
  const ended = json(401, { error: 'InvalidToken', message: 'Token was revoked' });
  const expired = json(400, { error: 'ExpiredToken', message: 'Token has expired' });
  const renewed = json(200, { ...SESSION, accessJwt: 'd.e.f', refreshJwt: 'd.e.f' });

  it('signs in once, also for concurrent posts', async () => {
    const given = { createSession: [signIn], putRecord: [written, written, written, written] };
    const first = await Promise.all([publish(given), publish(given), publish(given)]);
    const last = await publish({ putRecord: [written] });
    expect([...first, last].map(({ outcome }) => outcome.kind)).toEqual(Array.from({ length: 4 }, () => 'published'));
  });

  it('renews the session when its token has ended, without the password', async () => {
    await publish({ createSession: [signIn], putRecord: [written] });
    const { outcome } = await publish({ putRecord: [expired, written], refreshSession: [renewed] });
    expect(outcome).toMatchObject({ kind: 'published' });
  });

  it('signs in again where the session was ended by the server, before it reports a closed account', async () => {
    await publish({ createSession: [signIn], putRecord: [written] });
    const { outcome } = await publish({ putRecord: [ended, written], refreshSession: [ended], createSession: [signIn] });
    expect(outcome).toMatchObject({ kind: 'published' });
    const refused = json(401, { error: 'AuthenticationRequired', message: 'Invalid identifier or password' });
    const shut = await publish({ putRecord: [ended], refreshSession: [ended], createSession: [refused] });
    expect(shut.outcome).toMatchObject({ kind: 'unauthorized' });
  });

  it('signs in again for a first comment and for a removal, where the server ended the session', async () => {
    const { outcome, payload, intent } = await publish({ createSession: [signIn], putRecord: [written] });
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets here' } }) ?? {};
    const own = { ...intent, keys: platform.allocate(comment, { id: 'fcm_1', createdAt: new Date() }) };
    answers = { refreshSession: [ended], getRecord: [ended, record], createSession: [signIn], putRecord: [written] };
    const post = { ...outcome, payload, intent };
    expect(await platform.comments?.send(comment, credentials(), own, post, sendHooks())).toMatchObject({ kind: 'published' });

    answers = { refreshSession: [ended], deleteRecord: [ended, json(200, {})], createSession: [signIn] };
    const { signal } = new AbortController();
    expect(await platform.retract?.(payload, credentials(), intent, outcome, signal)).toEqual({ kind: 'removed' });
  });

  it('signs in again where the session ended between the posts of a thread', async () => {
    const cut = await publish({ createSession: [signIn], putRecord: [written, ended], refreshSession: [ended] }, { thread: ['and on'] });
    expect(cut.outcome).toMatchObject({ kind: 'unknown' });
    const { outcome } = await publish({ createSession: [signIn], putRecord: [written] });
    expect(outcome).toMatchObject({ kind: 'published' });
  });
});
