import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { learningHooks, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeInstagram, INSTAGRAM_CLIENT, INSTAGRAM_TOKEN } from '../testing/fake-instagram.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createInstagramPlatform } from './instagram-platform.ts';
import { instagramRules } from './instagram-rules.ts';

// Follows developers.facebook.com: Instagram API with Instagram Login, Content Publishing, IG User Media,
// IG User Content Publishing Limit, Business Login for Instagram.
const network = createFakeInstagram();
const entered = { accessToken: INSTAGRAM_TOKEN };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const posted = () => network.containers.filter(({ postId }) => postId !== null);
const listTexts = async () => posted().map(({ text }) => text);
const latest = () =>
  posted()
    .toSorted((a, b) => Number(a.postId) - Number(b.postId))
    .at(-1);

beforeAll(async () => {
  fake = await startFakeServer(network, INSTAGRAM_TOKEN);
  const places = { graph: fake.url, api: fake.url, site: fake.url };
  platform = createInstagramPlatform(instagramRules, createTestOutbound(), INSTAGRAM_CLIENT, places);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Instagram', async () => ({ platform, entered, credentials, listTexts, hasLinks: false }));

describeComments('Instagram', () => ({
  ...{ platform, credentials, fake, secret: INSTAGRAM_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
}));

describeConnector('Instagram', () => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: INSTAGRAM_TOKEN,
  listTexts,
  // The approved content is in the container; the request that creates the post only names it.
  sentContent: (body) => network.containers.find(({ id }) => id === (body as JsonObject).creation_id)?.text ?? null,
  approvedContent: ({ caption }) => caption ?? null,
}));

describePictures('Instagram', () => ({
  platform,
  credentials,
  fake,
  secret: INSTAGRAM_TOKEN,
  listTexts,
  listPictures: () => latest()?.pictures ?? [],
  isUploading: ({ method, path }) => method === 'POST' && path.endsWith('/media'),
}));

describeVideos('Instagram', () => ({
  platform,
  credentials,
  fake,
  secret: INSTAGRAM_TOKEN,
  listTexts,
  seenVideo: () => latest()?.video?.sha256 ?? null,
  isUploading: ({ method, path }) => method === 'POST' && path.endsWith('/media'),
  keepsUpload: true,
}));

describe('Instagram', () => {
  it('sends nothing of a container that it could not make, and publishes one of an earlier try', async () => {
    const { payload, intent } = prepare(platform, 'one container');
    fake.fail('limits the rate');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    fake.fail(null);
    const made = network.containers.length;
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({
      kind: 'published',
      url: expect.stringContaining('instagram.com/p/'),
    });
    expect(network.containers).toHaveLength(made);

    const broken = prepare(platform, 'broken');
    fake.fail('resets the connection');
    await platform.publish(broken.payload, credentials, broken.intent, learningHooks(broken.intent));
    fake.fail(null);
    Object.assign(network.containers.at(-1) ?? {}, { status: 'ERROR' });
    expect(await platform.find(broken.payload, credentials, broken.intent)).toEqual({ kind: 'absent' });
    network.faults.push('Error: Media upload has failed with error code 2207082');
    expect(await platform.publish(broken.payload, credentials, broken.intent, learningHooks(broken.intent))).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('Media upload has failed with error code 2207082'),
    });
    expect(await platform.publish(broken.payload, credentials, broken.intent, learningHooks(broken.intent))).toMatchObject({
      kind: 'published',
    });
  });

  it('tries a picture again that Instagram could not fetch or prepare for the moment', async () => {
    const { payload, intent } = prepare(platform, 'prepared at the second try');
    network.faults.push('Error: Media upload has failed with error code 2207053');
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('2207053'),
      retryAfterSeconds: 60,
    });
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
  });

  it('is not sure of a published post that is not listed yet, and takes no other id for the post’s', async () => {
    const { payload, intent } = prepare(platform, 'published, not listed');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    const container = network.containers.at(-1);
    Object.assign(container ?? {}, { isUnlisted: true });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    Object.assign(container ?? {}, { isUnlisted: false });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: container?.postId });
  });

  it('checks the account’s remaining posts, and waits while there are none', async () => {
    const { payload, intent } = prepare(platform, 'one too many');
    network.quota.used = network.quota.total;
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({
      kind: 'rate_limited',
      message: 'Instagram allows 100 posts per account in 24 hours, and 100 were published.',
      retryAfterSeconds: 3_600,
    });
    network.quota.used = 0;
    expect(await listTexts()).not.toContain('one too many');
  });

  it('takes no post without a picture, none of another shape, and no eleventh', () => {
    const faultsOf = (media: (typeof PICTURE)[]) => platform.validate({ text: 'a boat', tags: [], thread: [], link: null, media });
    const codesOf = (media: (typeof PICTURE)[]) => faultsOf(media).map(({ code }) => code);
    const messagesOf = (media: (typeof PICTURE)[]) => faultsOf(media).map(({ message }) => message);
    const shaped = (width: number, height: number) => ({ ...PICTURE, file: { ...PICTURE.file, width, height } });
    expect(codesOf([])).toEqual(['media_missing']);
    expect(codesOf(Array(11).fill(PICTURE))).toEqual(['too_many_media']);
    expect(codesOf([shaped(1_080, 1_350)])).toEqual([]);
    expect(codesOf([shaped(1_910, 1_000)])).toEqual([]);
    expect(codesOf([shaped(1_080, 1_920)])).toEqual(['image_shape']);
    expect(messagesOf([shaped(1_080, 1_920)])).toEqual([
      'The picture is too tall for Instagram: it is 9:16, and Instagram allows at most 4:5.',
    ]);
    expect(messagesOf([shaped(2_000, 1_000)])).toEqual([
      'The picture is too wide for Instagram: it is 2:1, and Instagram allows at most 1.91:1.',
    ]);
    expect(codesOf([shaped(2_000, 1_000)])).toEqual(['image_shape']);
    // A pixel beyond the limit is beyond it: nothing is rounded.
    expect(messagesOf([shaped(1_080, 1_351), shaped(1_911, 1_000)])).toEqual([
      'The picture is too tall for Instagram: it is 0.799:1, and Instagram allows at most 4:5.',
      'The picture is too wide for Instagram: it is 1.911:1, and Instagram allows at most 1.91:1.',
    ]);
    expect(codesOf([shaped(1_915, 1_000)])).toEqual(['image_shape']);
  });

  it('signs a person in, trades the token of an hour for one of 60 days, and renews that', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({
      client_id: INSTAGRAM_CLIENT.id,
      scope: 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments',
      state: 'state-1',
    });
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    expect(account).toMatchObject({ handle: '@harbour', externalId: '178', credentials: { accessToken: INSTAGRAM_TOKEN } });
    expect(await platform.refresh?.(account?.credentials ?? {}, AbortSignal.timeout(60_000))).toMatchObject({
      expiresAt: expect.any(String),
    });
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('Invalid authorization code');
  });

  it('names the permission that the person left out, where publishing needs it', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const all = network.scopes;
    network.scopes = ['instagram_business_basic', 'instagram_business_manage_comments'];
    await expect(platform.oauth?.finish('code-1', request, {})).rejects.toThrow('needs: instagram_business_content_publish.');
    network.scopes = ['instagram_business_basic', 'instagram_business_content_publish'];
    expect(await platform.oauth?.finish('code-1', request, {})).toHaveLength(1);
    network.scopes = all;
  });

  it('keeps the other figures where Instagram has one of them not for a picture', async () => {
    const places = { graph: fake.url, api: fake.url, site: fake.url };
    const counting = createInstagramPlatform(instagramRules, createTestOutbound(), { ...INSTAGRAM_CLIENT, readsMetrics: true }, places);
    const { payload, intent } = prepare(platform, 'a picture that is counted');
    const post = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (post.kind !== 'published') throw new Error(JSON.stringify(post));
    expect(await counting.readMetrics?.(payload, credentials, intent, post, AbortSignal.timeout(60_000))).toMatchObject({
      figures: expect.arrayContaining([
        { name: 'views', metric: 'views', value: 12 },
        { name: 'reach', metric: 'reach', value: 12 },
        { name: 'saved', metric: 'saves', value: 12 },
        { name: 'shares', metric: 'reposts', value: null },
      ]),
    });
  });

  it('counts no comment of a follower as its own, though its words are the same', async () => {
    const { payload, intent } = prepare(platform, 'a post that is cheered');
    const post = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (post.kind !== 'published' || !platform.comments?.find) throw new Error(JSON.stringify(post));
    network.comments.push({ text: '👏', under: post.providerId, by: 'a_follower' });
    const comment = { text: '👏' };
    const commented = { ...post, payload, intent };
    expect(await platform.comments.find(comment, credentials, intent, commented)).toEqual({ kind: 'absent' });
    await platform.comments.send(comment, credentials, intent, commented, sendHooks());
    expect(await platform.comments.find(comment, credentials, intent, commented)).toMatchObject({ kind: 'found' });
  });
});
