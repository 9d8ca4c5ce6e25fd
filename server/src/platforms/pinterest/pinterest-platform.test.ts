import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, learningHooks, PICTURE, prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakePinterest, PINTEREST_CLIENT, PINTEREST_TOKEN } from '../testing/fakes/fake-pinterest.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createPinterestPlatform } from './pinterest-platform.ts';
import { pinterestRules } from './pinterest-rules.ts';

// Follows developers.pinterest.com, API v5: POST /pins, GET /boards, GET /boards/{id}, GET /boards/{id}/pins, POST /oauth/token.
const network = createFakePinterest();
const entered = { accessToken: PINTEREST_TOKEN, refreshToken: 'pinr_refresh-token-1', boardId: '1001' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.pins.map(({ description }) => String(description));

beforeAll(async () => {
  fake = await startFakeServer(network, PINTEREST_TOKEN);
  platform = createPinterestPlatform(pinterestRules, createTestOutbound(), PINTEREST_CLIENT, fake.url, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Pinterest', async () => ({ platform, entered, credentials, listTexts, hasLinks: false }));

describeRenewal('Pinterest', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createPinterestPlatform(pinterestRules, createTestOutbound(), client, fake.url, fake.url),
  client: PINTEREST_CLIENT,
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: PINTEREST_TOKEN,
  listTexts,
  sentContent(body) {
    const { board_id: _, media_source: __, ...content } = body as JsonObject;
    return content;
  },
  approvedContent({ images: _, ...content }) {
    return content;
  },
});

describeConnector('Pinterest', setUp, [
  [
    'that an app on trial may publish no pins, which only the operator can change',
    { status: 403, body: { code: 29, message: 'Apps with Trial access may not create Pins in production' } },
    { kind: 'service_refused', message: expect.stringContaining('Trial access') },
  ],
  [
    'that the board is gone, so that it is connected again',
    { status: 404, body: { code: 40, message: 'Board not found.' } },
    { kind: 'unauthorized', message: expect.stringContaining('Board not found') },
  ],
]);

describePictures('Pinterest', () => ({
  platform,
  credentials,
  fake,
  secret: PINTEREST_TOKEN,
  listTexts,
  listPictures: () => network.picturesOf(network.pins.at(-1)),
}));

describeVideos('Pinterest', () => ({
  platform,
  credentials,
  fake,
  secret: PINTEREST_TOKEN,
  listTexts,
  seenVideo: () => network.videos.get(String((network.pins.at(-1)?.media_source as JsonObject | undefined)?.media_id))?.sha256 ?? null,
  isUploading: ({ path, method }) => path === '/video-storage' || (path === '/media' && method === 'POST'),
  keepsUpload: true,
}));

it('waits for a video of an earlier attempt that Pinterest still prepares, and uploads it once', async () => {
  const { payload, intent } = prepare(platform, 'a film that takes long', [], [VIDEO]);
  const before = network.videos.size;
  const handle = network.handle.bind(network);
  network.handle = async (call) => {
    const reply = await handle(call);
    for (const video of network.videos.values())
      if (call.path === '/video-storage' && video.status === 'succeeded') video.status = 'processing';
    return reply;
  };
  const signal = fake.abortAt(({ method, path }) => method === 'GET' && path.includes('/media/'));
  const first = await platform.publish(payload, credentials, intent, { ...learningHooks(intent), signal });
  network.handle = handle;
  expect(first).toMatchObject({ kind: 'unavailable' });
  expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
  for (const video of network.videos.values()) video.status = 'succeeded';
  expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
  expect(network.videos.size).toBe(before + 1);
});

it('uploads a video again that Pinterest no longer knows, and keeps the connection', async () => {
  const { payload, intent } = prepare(platform, 'a film that was kept too long', [], [VIDEO]);
  const hooks = { ...learningHooks(intent), onSending: () => Promise.reject(new Error('lease lost')) };
  await expect(platform.publish(payload, credentials, intent, hooks)).rejects.toThrow('lease lost');
  network.videos.delete(String(intent.keys.mediaId));
  expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
});

/** Signs in as a person who entered the name of a board. */
async function signIn(board: string, code = 'code-1') {
  const { url, memory } = (await platform.oauth?.start({ board }, request)) ?? {};
  if (!url || !memory) throw new Error('Pinterest has no sign-in.');
  return { url: new URL(url), finish: async () => platform.oauth?.finish(code, request, memory) };
}

describe('Pinterest', () => {
  it('signs a person in for the board with the name that they entered, whatever its page', async () => {
    const { url, finish } = await signIn('harbour NEWS');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: PINTEREST_CLIENT.id,
      redirect_uri: request.redirectUri,
      scope: 'boards:read,boards:write,pins:read,pins:write',
    });
    const [account] = (await finish()) ?? [];
    expect(account).toMatchObject({ handle: '@harbour: Harbour news', externalId: '1001' });
    expect(Date.parse(account?.expiresAt ?? '') - Date.now()).toBeGreaterThan(2_500_000_000);
  });

  it('lists the boards where none has that name, and asks for an id where several have it', async () => {
    await expect((await signIn('Ships')).finish()).rejects.toThrow('There is: Harbour news, Boats, boats.');
    await expect((await signIn('Boats')).finish()).rejects.toThrow('Enter one of their ids instead: 1002, 1003.');
    expect(await (await signIn('1003')).finish()).toMatchObject([{ externalId: '1003' }]);
    await expect(signIn('')).rejects.toThrow('"board"');
  });

  it('uses each refresh token once, and tells a refused registration from a refused code', async () => {
    const [account] = (await (await signIn('Harbour news')).finish()) ?? [];
    if (!account || !platform.refresh) throw new Error('The sign-in failed.');
    const renewed = await platform.refresh(account.credentials, AbortSignal.timeout(60_000));
    expect(renewed.credentials.accessToken).not.toBe(account.credentials.accessToken);
    expect(renewed.credentials).toMatchObject({ boardId: '1001', refreshToken: expect.stringContaining('pinr_') });
    await expect(platform.refresh(account.credentials, AbortSignal.timeout(60_000))).rejects.toThrow('grant is invalid');
    await expect((await signIn('Harbour news', 'code-2')).finish()).rejects.toMatchObject({ isServiceRefused: false });
    const stranger = createPinterestPlatform(pinterestRules, createTestOutbound(), { id: 'a', secret: 'b' }, fake.url, fake.url);
    const { memory } = (await stranger.oauth?.start({ board: 'Boats' }, request)) ?? {};
    await expect(stranger.oauth?.finish('code-1', request, memory ?? {})).rejects.toMatchObject({ isServiceRefused: true });
  });

  it('sends the title, the link and one description for all pictures', async () => {
    const media = [
      { ...PICTURE, altText: 'Three boats.' },
      { ...PICTURE, altText: 'The pier.' },
    ];
    const payload = platform.build({
      text: 'Open again\n\nFrom 8 to 18.',
      tags: [],
      thread: [],
      link: 'https://example.org/saturday',
      media,
    });
    expect(await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks())).toMatchObject({ kind: 'published' });
    expect(network.pins.at(-1)).toMatchObject({
      board_id: '1001',
      title: 'Open again',
      description: 'From 8 to 18.',
      link: 'https://example.org/saturday',
      alt_text: 'Three boats.\nThe pier.',
      media_source: { source_type: 'multiple_image_base64' },
    });
  });

  it('refuses descriptions that are too long together, which would be cut', () => {
    const faults = (...lengths: number[]) =>
      platform
        .validate({
          text: 'Boats',
          tags: [],
          thread: [],
          link: null,
          media: lengths.map((length) => ({ ...PICTURE, altText: 'a'.repeat(length) })),
        })
        .map(({ code, field, count, limit }) => [code, field, count, limit]);
    expect(faults(250, 249)).toEqual([]);
    expect(faults(250, 250)).toEqual([['alt_text_too_long', 'media', 501, 500]]);
    expect(faults(501)).toEqual([['alt_text_too_long', 'media/0/alt_text', 501, 500]]);
  });

  it('is unsure about two pins with the same words, and about another pin with the same link', async () => {
    const { payload, intent } = prepare(platform, 'pinned twice');
    await platform.publish(payload, credentials, intent, sendHooks());
    await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure', message: expect.stringContaining('2 pins') });
    const link = 'https://example.org/once';
    const first = platform.build({ text: 'One wording', tags: [], thread: [], link, media: [PICTURE] });
    await platform.publish(first, credentials, intentFor(platform, first), sendHooks());
    const second = platform.build({ text: 'Another wording', tags: [], thread: [], link, media: [PICTURE] });
    expect(await platform.find(second, credentials, intentFor(platform, second))).toMatchObject({ kind: 'unsure' });
  });

  it('is not sure of a pin without words, which another of the board may be', async () => {
    const payload = platform.build({ text: '', tags: [], thread: [], link: null, media: [PICTURE] });
    const intent = intentFor(platform, payload);
    await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    network.pins.pop();
  });

  it('takes no pin for removed or gone whose board the account has lost', async () => {
    const { payload, intent } = prepare(platform, 'on a lost board');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const signal = new AbortController().signal;
    network.hasLostBoards = true;
    expect(await platform.retract?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'refused' });
    expect(await platform.readBack?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'unreadable' });
    expect(await platform.readMetrics?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'refused' });
    network.hasLostBoards = false;
  });

  it('finds a pin on a board whose pins are longer than one response may be', async () => {
    const { payload, intent } = prepare(platform, 'pinned last');
    const others = Array.from({ length: 250 }, (_, index) => ({
      id: String(20_000 + index),
      board_id: '1001',
      description: `Another pin ${index} ${'🌊'.repeat(790)}`,
      alt_text: '🌊'.repeat(500),
      created_at: new Date().toISOString().slice(0, 19),
    }));
    const before = network.pins.length;
    network.pins.push(...others);
    await platform.publish(payload, credentials, intent, sendHooks());
    network.mostPins = 250;
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    network.mostPins = 10;
    network.pins.splice(before);
  });

  it('names the settings that the operator has to set', () => {
    const { oauth } = createPinterestPlatform(pinterestRules, createTestOutbound(), undefined);
    expect(String(oauth?.missing)).toContain('PINTEREST_CLIENT_ID and PINTEREST_CLIENT_SECRET');
  });
});
