import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { at } from '../api/read-json.ts';
import { serverLimitsOf, withServerLimits } from '../network-rules.ts';
import type { Credentials, Post } from '../platform.ts';
import { REGISTRY } from '../registry.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { PICTURE, prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { createFakePostiz, POSTIZ_KEY } from '../testing/fake-postiz.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createPostizPlatform } from './postiz-platform.ts';
import { postizRules } from './postiz-rules.ts';

const rulesOf = (id: string) => REGISTRY[id]?.rules;
const outbound = createTestOutbound();
const platform = createPostizPlatform(postizRules, outbound, rulesOf);
const network = createFakePostiz();
const { state } = network;
let fake: FakeServer;
let credentials: Credentials;
const entered = () => ({ address: `${fake.url}/api`, apiKey: POSTIZ_KEY, channel: 'harbour' });
const listTexts = async () => state.posts.map(({ text }) => text);

beforeAll(async () => {
  fake = await startFakeServer(network, POSTIZ_KEY);
  ({ credentials } = await platform.connect(entered()));
});
afterAll(() => fake.stop());

describePlatform('Postiz', async () => ({ platform, entered: entered(), credentials, listTexts }));

const setUp = (): ConnectorSetUp => ({
  ...{ platform, credentials, fake, secret: POSTIZ_KEY, listTexts },
  isPublishing: network.isPublishing,
  sentContent(body) {
    return { content: at(body, 'posts', 0, 'value', 0, 'content') ?? null };
  },
  approvedContent: ({ text }) => ({ content: `<p>${text}</p>` }),
});

describeConnector('Postiz', setUp, [
  [
    'that posts of the month are used up',
    { status: 402, body: { statusCode: 402, message: 'You have reached the limit of posts per month' } },
    { kind: 'rejected', message: expect.stringContaining('posts per month') },
  ],
  [
    'that the channel is gone',
    { status: 400, body: { statusCode: 400, message: 'Integration with id cm-x-1 not found' } },
    { kind: 'rejected', message: expect.stringContaining('not found') },
  ],
]);

describePictures('Postiz', () => ({
  ...{ platform, credentials, fake, secret: POSTIZ_KEY, listTexts },
  listPictures: () => network.picturesOf(state.posts.at(-1)),
  isUploading: network.isUploading,
}));

describeVideos('Postiz', () => ({
  ...{ platform, credentials, fake, secret: POSTIZ_KEY, listTexts },
  seenVideo: () => network.picturesOf(state.posts.at(-1))[0]?.sha256 ?? null,
  isUploading: network.isUploading,
}));

describe('a channel', () => {
  it('is chosen by name or id, and has the limits of the network behind it', async () => {
    const byName = await platform.connect(entered());
    expect(byName).toMatchObject({
      handle: expect.stringMatching(/^Harbour on X \(127\.0\.0\.1:\d+\)$/),
      credentials: { channelId: 'x/cm-x-1' },
      limits: expect.arrayContaining([expect.objectContaining({ field: 'text', max: 280, unit: 'weighted' })]),
    });
    expect(await platform.connect({ ...entered(), channel: 'cm-x-1' })).toMatchObject({ externalId: byName.externalId });
    const onX = createPostizPlatform(withServerLimits(postizRules, byName.limits ?? []), outbound, rulesOf);
    const post = { text: 'é'.repeat(281), tags: [], thread: [], link: null };
    expect(onX.validate(post)).toMatchObject([{ code: 'text_too_long', limit: 280 }]);
    expect(platform.validate(post)).toEqual([]);
  });

  it('of Instagram takes no post without a picture', async () => {
    const { limits = [] } = await platform.connect({ ...entered(), channel: 'Harbour pictures' });
    const onInstagram = createPostizPlatform(withServerLimits(postizRules, limits), outbound, rulesOf);
    const post = { text: 'Boats', tags: [], thread: [], link: null };
    expect(onInstagram.validate(post)).toMatchObject([{ code: 'media_missing' }]);
    const picture = { ...PICTURE, file: { ...PICTURE.file, width: 1000, height: 1000 } };
    expect(onInstagram.validate({ ...post, media: [picture] })).toEqual([]);
  });

  it('is checked by the rules of the network behind it: what that reads in a text, its tags and the encodings of its videos', async () => {
    const codesFor = async (channel: string, post: Partial<Post>) => {
      const { limits = [] } = await platform.connect({ ...entered(), channel });
      const on = createPostizPlatform(withServerLimits(postizRules, limits), outbound, rulesOf);
      return on.validate({ text: 'Boats', tags: [], thread: [], link: null, ...post }).map(({ code }) => code);
    };
    expect(await codesFor('cm-vk-1', { text: 'See [id1|the harbour]' })).toEqual(['character_refused']);
    expect(await codesFor('cm-x-1', { text: 'See [id1|the harbour]' })).toEqual([]);
    const media = [{ ...PICTURE, file: { ...PICTURE.file, width: 1000, height: 1000 } }];
    const text = 'abcdefghijklmnopqrstuvwxyzäöüéè'.replaceAll(/./gu, '#$&$& ');
    expect(await codesFor('cm-insta-1', { text, media })).toEqual(['too_many_tags']);
    expect(await codesFor('cm-x-1', { media: [{ ...VIDEO, tracks: { codec: 'hevc', soundCodec: 'aac', rate: 30 } }] })).toEqual([
      'video_codec',
    ]);
  });

  it.each([
    [{ channel: 'Ebb' }, /It has these: Harbour \(x, cm-x-1\), Harbour pictures \(instagram, cm-insta-1\)/],
    [{ channel: 'Twin' }, 'several channels of that name'],
    [{ channel: 'r/harbour' }, 'Posts for reddit need settings'],
    [{ apiKey: 'another-key' }, 'Postiz does not accept what was entered'],
    [{ address: 'https://a.example/?x=1' }, 'must be the address of a server'],
  ])('is not connected with %o', async (wrong, message) => {
    await expect(platform.connect({ ...entered(), ...wrong })).rejects.toThrow(message);
  });

  it('that is disabled at Postiz has to be connected again', async () => {
    state.isDisabled = true;
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'revoked' });
    state.isDisabled = false;
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
  });
});

async function send(text: string, signal = new AbortController().signal) {
  const { payload, intent } = prepare(platform, text);
  const outcome = await platform.publish(payload, credentials, intent, { ...sendHooks(), signal });
  return { payload, intent, outcome };
}

describe('what Postiz reports', () => {
  it('of a queued post is waited for, and the post is not sent again', async () => {
    state.next = 'QUEUE';
    const { payload, intent, outcome } = await send(
      'Queued at the relay',
      fake.abortAt(({ method }) => method === 'GET'),
    );
    state.next = 'PUBLISHED';
    expect(outcome).toMatchObject({ kind: 'pending', message: 'Postiz still prepares the post.' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    Object.assign(state.posts.at(-1) ?? {}, { state: 'PUBLISHED' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({
      kind: 'found',
      url: expect.stringContaining('https://x.example'),
    });
  });

  it('of a failed post is not taken for nothing', async () => {
    state.next = 'ERROR';
    const { payload, intent, outcome } = await send('Failed behind the relay');
    state.next = 'PUBLISHED';
    expect(outcome).toMatchObject({ kind: 'unknown', message: expect.stringContaining('Postiz reports that the post failed') });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });

  it('tells two posts of the same words apart, also where Postiz has stripped a link', async () => {
    const first = await send('The same words https://example.org/');
    state.stripsLinks = true;
    const second = await send('The same words https://example.org/');
    state.stripsLinks = false;
    const third = prepare(platform, 'The same words https://example.org/');
    const found = await Promise.all([first, second, third].map(({ payload, intent }) => platform.find(payload, credentials, intent)));
    expect(found.map((each) => ('providerId' in each ? each.providerId : each.kind))).toEqual([
      state.posts.at(-2)?.id,
      state.posts.at(-1)?.id,
      'absent',
    ]);
  });

  it('of a version that lists no settings is compared by its words, and absence is not certain', async () => {
    state.listsSettings = false;
    const { payload, intent } = await send('By its words alone');
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    const other = prepare(platform, 'Other words');
    expect(await platform.find(other.payload, credentials, other.intent)).toMatchObject({ kind: 'unsure' });
    state.listsSettings = true;
  });
});

it('what Postiz would publish otherwise than it is written is refused before approval, and for X more than that', async () => {
  const { limits = [] } = await platform.connect(entered());
  const onX = createPostizPlatform(withServerLimits(postizRules, limits), outbound, rulesOf);
  const found = (on: typeof platform, text: string) =>
    on.validate({ text, tags: [], thread: [], link: null }).map(({ code, span }) => [code, text.slice(span?.start, span?.end)]);
  expect(found(platform, 'a &lt; b')).toEqual([['character_refused', '&lt;']]);
  for (const [text, part] of [
    ['Write <word> here', '<word>'],
    ['See https://a.example/?a=1&copy=2', '&copy'],
    ['See https://a.example/?a=1&region=2', '&reg'],
    ['See &#x41; there', '&#x41;'],
  ] as const) {
    expect(found(onX, text)).toEqual([['character_refused', part]]);
    expect(found(platform, text)).toEqual([]);
    await send(text);
    expect((await listTexts()).at(-1)).not.toBe(text);
  }
  const kept = 'Tide & time, 3 < 5, see https://a.example/?a=1&b=2&lang=en';
  expect(found(onX, kept)).toEqual([]);
  await send(kept);
  expect((await listTexts()).at(-1)).toBe(kept);
});

it('a file is as large as Postiz takes it, whatever the network behind it takes', async () => {
  const { limits = [] } = await platform.connect({ ...entered(), channel: 'cm-twin-2' });
  expect(serverLimitsOf(limits).find(({ field }) => field === 'image_size')).toMatchObject({ max: 10 });
  const onMastodon = createPostizPlatform(withServerLimits(postizRules, limits), outbound, rulesOf);
  const media = [{ ...PICTURE, bytes: 14_000_000 }];
  expect(onMastodon.validate({ text: 'Boats', tags: [], thread: [], link: null, media })).toMatchObject([
    { code: 'media_too_large', limit: 10 },
  ]);
});

it('the text arrives as it was signed: lines, marks of HTML, and plain spaces', async () => {
  const text = 'Tide & time < high\n\n“5 > 3”\u00a0: café';
  const { payload } = await send(text);
  expect(payload.text).toBe('Tide & time < high\n\n“5 > 3” : café');
  expect((await listTexts()).at(-1)).toBe(payload.text);
  expect((await send('What Postiz would decode: &lt;')).outcome).toMatchObject({ kind: 'rejected' });
});
