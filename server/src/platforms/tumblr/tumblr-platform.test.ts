import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { intentFor, PICTURE, prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeTumblr, TUMBLR_TOKEN } from '../testing/fake-tumblr.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createTumblrPlatform } from './tumblr-platform.ts';
import { tumblrRules } from './tumblr-rules.ts';

// Follows github.com/tumblr/docs: OAuth 2, /user/info, /blog/{id}/posts in the Neue Post Format.
const network = createFakeTumblr();
const client = { id: 'client-1', secret: 'client-secret-1' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(network.textOf);

async function signIn(entered: Credentials, code = 'code-1') {
  if (!platform.oauth) throw new Error('There is no OAuth.');
  const { memory } = await platform.oauth.start(entered, request);
  return platform.oauth.finish(code, request, memory);
}

beforeAll(async () => {
  fake = await startFakeServer(network, TUMBLR_TOKEN);
  platform = createTumblrPlatform(tumblrRules, createTestOutbound(), client, fake.url, fake.url);
  const { url } = (await platform.oauth?.start({}, request)) ?? {};
  network.scopes = new URL(url ?? '').searchParams.get('scope')?.split(' ') ?? [];
  const [connected] = await signIn({});
  credentials = connected?.credentials ?? {};
});
afterAll(() => fake.stop());

describePlatform('Tumblr', async () => ({ platform, entered: credentials, credentials, listTexts }));

describeRenewal('Tumblr', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (registered) => createTumblrPlatform(tumblrRules, createTestOutbound(), registered, fake.url, fake.url),
  client: client,
}));

describeConnector(
  'Tumblr',
  () => ({
    platform,
    credentials,
    fake,
    isPublishing: network.isPublishing,
    secret: TUMBLR_TOKEN,
    listTexts,
    sentContent(body) {
      const { state, ...content } = body as JsonObject;
      return state === 'published' ? content : body;
    },
    approvedContent: (payload) => payload,
  }),
  [
    [
      'that the blog has published as much as it may today, which passes',
      { status: 403, body: { meta: { status: 403, msg: 'Forbidden' }, errors: [{ title: 'Daily post limit reached', code: 8023 }] } },
      { kind: 'rate_limited', retryAfterSeconds: 3_600 },
    ],
    [
      'that the blog has published as many videos as it may today',
      { status: 403, body: { meta: { status: 403, msg: 'Forbidden' }, errors: [{ title: 'No more videos today', code: 8011 }] } },
      { kind: 'rate_limited', retryAfterSeconds: 3_600 },
    ],
    [
      'that another video is still transcoded',
      { status: 403, body: { meta: { status: 403, msg: 'Forbidden' }, errors: [{ title: 'A video is transcoding', code: 8010 }] } },
      { kind: 'rate_limited', retryAfterSeconds: 300 },
    ],
    [
      'that this post may not have a video, which says nothing about the account',
      { status: 403, body: { meta: { status: 403, msg: 'Forbidden' }, errors: [{ title: 'No video in a reblog', code: 8008 }] } },
      { kind: 'rejected' },
    ],
    [
      'when the limit of the app is lifted',
      {
        status: 429,
        body: { meta: { status: 429, msg: 'Limit Exceeded' } },
        headers: { 'x-ratelimit-perhour-remaining': '0', 'x-ratelimit-perhour-reset': '1234' },
      },
      { kind: 'rate_limited', retryAfterSeconds: 1_234 },
    ],
  ],
);

describePictures('Tumblr', () => ({
  platform,
  credentials,
  fake,
  secret: TUMBLR_TOKEN,
  listTexts,
  listPictures: () => network.posts.at(-1)?.pictures ?? [],
}));

describeVideos('Tumblr', () => ({
  platform,
  credentials,
  fake,
  secret: TUMBLR_TOKEN,
  listTexts,
  seenVideo: () => network.posts.at(-1)?.video ?? null,
}));

describe('Tumblr', () => {
  it('knows a post with a video by the id that it has once the video is transcoded', async () => {
    const { payload, intent } = prepare(platform, 'A film to be transcoded', [], [VIDEO]);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(outcome.providerId).toBe(network.posts.at(-1)?.id);
    expect(await platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal)).toMatchObject({ kind: 'found' });
  });

  it('is not sure of a video that Tumblr may still transcode', async () => {
    const { payload, intent } = prepare(platform, 'Never listed', [], [VIDEO]);
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
    const recent = { ...intent, createdAt: new Date().toISOString() };
    expect(await platform.find(payload, credentials, recent)).toMatchObject({ kind: 'unsure' });
  });

  it('connects the blog of the given name, or the primary one, and names the blogs where there is none of it', async () => {
    const address = new URL((await platform.oauth?.start({}, request))?.url ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ client_id: 'client-1', scope: 'basic write offline_access' });
    expect(await signIn({})).toMatchObject([{ handle: 'harbour.tumblr.com', expiresAt: expect.any(String) }]);
    expect(await signIn({ blog: 'Tides' })).toMatchObject([{ handle: 'tides.tumblr.com', externalId: 't:WX5xItRbCiJH_GJDsIdhAQ' }]);
    await expect(signIn({ blog: 'ebb' })).rejects.toThrow('There is: harbour, tides.');
    await expect(signIn({}, 'code-2')).rejects.toThrow('The grant is invalid');
  });

  it('renews its tokens, and says when that is refused', async () => {
    const signal = AbortSignal.timeout(60_000);
    expect(await platform.refresh?.(credentials, signal)).toMatchObject({ credentials, expiresAt: expect.any(String) });
    await expect(platform.refresh?.({ ...credentials, refreshToken: 'refresh-0' }, signal)).rejects.toThrow('The grant is invalid');
    expect(await platform.check({ ...credentials, blogId: 't:gone' }, signal)).toMatchObject({ kind: 'revoked' });
  });

  it('takes an article of many paragraphs, and names one that is too long', () => {
    const post = (text: string) => ({ text, tags: [], thread: [], link: null });
    const paragraph = 'a'.repeat(4_096);
    expect(platform.validate(post(`${paragraph}\n\n${paragraph}`))).toEqual([]);
    expect(platform.validate(post(`Short\n \n${paragraph}b`))).toMatchObject([
      { code: 'paragraph_too_long', limit: 4_096, span: { start: 4_104, end: 4_105 } },
    ]);
  });

  it('removes nothing without the scope of posting, and counts a post that someone deleted there as removed', async () => {
    const { payload, intent } = prepare(platform, 'Removed there');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const remove = () => platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal);
    const { scopes } = network;
    network.scopes = ['basic'];
    expect(await remove()).toMatchObject({ kind: 'refused', message: 'Tumblr responded: Forbidden' });
    network.scopes = scopes;
    network.posts.pop();
    expect(await remove()).toEqual({ kind: 'removed' });
  });

  it('takes no post for removed or gone whose blog the account has lost', async () => {
    const { payload, intent } = prepare(platform, 'On a lost blog');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const signal = new AbortController().signal;
    network.isLost = true;
    expect(await platform.retract?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'refused' });
    expect(await platform.readBack?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'unreadable' });
    expect(await platform.readMetrics?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'refused' });
    network.isLost = false;
  });

  it('takes no reblog and no post with other files for its own, and is not sure of one without words', async () => {
    const { payload, intent } = prepare(platform, '', [], [PICTURE]);
    await platform.publish(payload, credentials, intent, sendHooks());
    const post = network.posts.at(-1);
    if (!post) throw new Error('There is no post.');
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    Object.assign(post, { content: [], trail: [{ content: [{ type: 'image' }] }] });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'absent' });
    const words = prepare(platform, 'Words with a boat', [], [PICTURE]);
    await platform.publish(words.payload, credentials, words.intent, sendHooks());
    const other = prepare(platform, 'Words with a boat');
    expect(await platform.find(words.payload, credentials, words.intent)).toMatchObject({ kind: 'found' });
    expect(await platform.find(other.payload, credentials, other.intent)).toMatchObject({ kind: 'absent' });
    network.posts.splice(-2);
  });

  it.each(['draft', 'private'] as const)('does not publish a post again that someone made %s there', async (state) => {
    const { payload, intent } = prepare(platform, 'Set back');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const post = network.posts.at(-1);
    if (outcome.kind !== 'published' || !post) throw new Error(JSON.stringify(outcome));
    post.state = state;
    const { payload: words } = prepare(platform, 'With other words');
    expect(await platform.edits?.send(words, credentials, intent, outcome, sendHooks())).toMatchObject({ kind: 'rejected' });
    expect(post.state).toBe(state);
    expect(await platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal)).toMatchObject({ kind: 'gone' });
  });

  it('compares the link of a card with the address that Tumblr shows for its redirect', async () => {
    const payload = platform.build({ text: 'A new article', tags: [], thread: [], link: 'https://example.org/tides' });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const post = network.posts.at(-1);
    if (outcome.kind !== 'published' || !post || !platform.readBack) throw new Error(JSON.stringify(outcome));
    const read = () => platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal);
    const links = { signed: { links: 'https://example.org/tides' }, published: { links: 'https://example.org/tides' } };
    expect(await read()).toMatchObject({ kind: 'found', ...links });
    post.content = post.content.map((block) => (block.type === 'link' ? { ...block, url: 'https://example.com/' } : block));
    expect(await read()).toMatchObject({ ...links, published: { links: 'https://example.com/' } });
    network.posts.pop();
  });

  it('takes no post with the same words and another link for its own, and is not sure', async () => {
    const [first, second] = ['tides', 'boats'].map((name) =>
      platform.build({ text: 'Another new article', tags: [], thread: [], link: `https://example.org/${name}` }),
    );
    if (!first || !second) throw new Error('There is no post.');
    const outcome = await platform.publish(first, credentials, intentFor(platform, first), sendHooks());
    expect(await platform.find(first, credentials, intentFor(platform, first))).toEqual({ ...outcome, kind: 'found' });
    expect(await platform.find(second, credentials, intentFor(platform, second))).toMatchObject({ kind: 'unsure' });
    network.posts.pop();
  });

  it('leaves in an edit who may reblog the post', async () => {
    const { payload, intent } = prepare(platform, 'Not to be reblogged');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const post = network.posts.at(-1);
    if (outcome.kind !== 'published' || !post) throw new Error(JSON.stringify(outcome));
    post.reblogs = 'noone';
    const { payload: words } = prepare(platform, 'Not to be reblogged, still');
    expect(await platform.edits?.send(words, credentials, intent, outcome, sendHooks())).toMatchObject({ kind: 'published' });
    expect(post).toMatchObject({ reblogs: 'noone' });
    expect(network.textOf(post)).toBe('Not to be reblogged, still');
  });

  it('sends a text block for each paragraph, with links counted in code points, and the link as a card', () => {
    const text = '🌊 See https://example.org/a now,\nand then.\n\nSecond paragraph 👍 https://example.org/b';
    expect(platform.build({ text, tags: ['harbour', 'open data'], thread: [], link: 'https://example.org/a' })).toEqual({
      content: [
        {
          type: 'text',
          text: '🌊 See https://example.org/a now,\nand then.',
          formatting: [{ type: 'link', start: 6, end: 27, url: 'https://example.org/a' }],
        },
        {
          type: 'text',
          text: 'Second paragraph 👍 https://example.org/b',
          formatting: [{ type: 'link', start: 19, end: 40, url: 'https://example.org/b' }],
        },
        { type: 'link', url: 'https://example.org/a' },
      ],
      tags: 'harbour,open data',
    });
  });

  it('keeps every digit of a post’s id, and finds the post behind a pinned one and among later ones', async () => {
    const { payload, intent } = prepare(platform, 'Found behind others');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    for (let count = 1; count <= 21; count += 1) {
      const later = prepare(platform, `Later post ${count}`);
      await platform.publish(later.payload, credentials, later.intent, sendHooks());
    }
    expect(outcome).toMatchObject({ kind: 'published', providerId: expect.stringMatching(/^\d{19}$/) });
    expect(await platform.find(payload, credentials, intent)).toEqual({ ...outcome, kind: 'found' });
    await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks());
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });
});
