import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { serverLimitsOf } from '../network-rules.ts';
import { compareFields } from '../platform/read-back.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, PICTURE, prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeVk, refusal, VK_COMMUNITY_TOKEN, VK_TOKEN } from '../testing/fakes/fake-vk.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import type { VkHosts } from './vk-account.ts';
import { createVkPlatform } from './vk-platform.ts';
import { vkRules } from './vk-rules.ts';

// Follows dev.vk.com (wall, photos, groups, users), github.com/VKCOM/vk-api-schema (errors.json).
const network = createFakeVk();
const entered = { accessToken: VK_TOKEN, community: 'harbour café' };
const ALL = ['wall', 'photos', 'video', 'groups'];
let fake: FakeServer;
let hosts: VkHosts;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(({ text }) => text);

beforeAll(async () => {
  fake = await startFakeServer(network, VK_TOKEN);
  hosts = { api: `${fake.url}/method` };
  platform = createVkPlatform(vkRules, createTestOutbound(), hosts);
  network.scopes = ALL;
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('VK', async () => ({ platform, entered, credentials, listTexts }));

describeComments('VK', () => ({
  ...{ platform, credentials, fake, secret: VK_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ path }) => path === '/method/wall.createComment',
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: VK_TOKEN,
  listTexts,
  sentContent(body) {
    const { owner_id: _, from_group: __, guid: ___, access_token: ____, v: _____, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
});

describeConnector('VK', setUp, [
  ['that its server failed, which rules nothing out', { ...refusal(9_999, 'Something new'), status: 500 }, { kind: 'unknown' }],
  [
    'that the wall has had its posts of the day',
    refusal(214, 'Access to adding post denied: you can only add 50 posts a day'),
    { kind: 'rate_limited', retryAfterSeconds: 86_400 },
  ],
  ['that the person may not post there any more', refusal(214, 'Access to adding post denied'), { kind: 'unauthorized' }],
  [
    'that VK asks for a captcha, which only time takes away',
    refusal(14, 'Captcha needed'),
    { kind: 'rate_limited', retryAfterSeconds: 3_600 },
  ],
  [
    'that the app may not post, which only the operator can change',
    refusal(20, 'Permission to perform this action is denied for non-standalone applications'),
    { kind: 'service_refused' },
  ],
  [
    'that links are forbidden in the community',
    refusal(222, 'Hyperlinks are forbidden'),
    { kind: 'rejected', message: expect.stringContaining('forbidden') },
  ],
  [
    'that it has no access to videos, so that the account is connected again',
    refusal(204, 'Access denied'),
    { kind: 'unauthorized', message: expect.stringContaining('Access denied') },
  ],
  ['that a section is off for the moment', refusal(43, 'This section is temporary unavailable'), { kind: 'unavailable' }],
  ['that the day has had its actions', refusal(601, 'You have requested too many actions this day. Try later.'), { kind: 'rate_limited' }],
  ['that the person is banned', refusal(37, 'User was banned'), { kind: 'unauthorized' }],
  [
    'that the app is of a kind that may not post',
    { status: 200, body: { error: { error_code: 15, error_subcode: 1134, error_msg: 'Access denied' } } },
    { kind: 'service_refused' },
  ],
  ['an internal error, after which the post may exist', refusal(10, 'Internal server error'), { kind: 'unknown' }],
]);

describePictures('VK', () => ({
  platform,
  credentials,
  fake,
  secret: VK_TOKEN,
  listTexts,
  listPictures: () => network.posts.at(-1)?.pictures ?? [],
  isUploading: ({ path }) => path === '/upload' || path.startsWith('/method/photos.'),
}));

describeVideos('VK', () => ({
  ...{ platform, credentials, fake, secret: VK_TOKEN, listTexts },
  seenVideo: () => network.posts.at(-1)?.video ?? null,
  isUploading: ({ path }) => path === '/video-upload' || path === '/method/video.save',
  keepsUpload: true,
}));

describe('VK', () => {
  it('connects a person’s own wall or a community, by its name, short name or address', async () => {
    expect(await platform.connect({ accessToken: VK_TOKEN })).toMatchObject({ handle: 'Ada Harbour', externalId: '42' });
    for (const community of ['harbour café', 'harbour_cafe', 'https://vk.com/harbour_cafe', '77'])
      expect(await platform.connect({ accessToken: VK_TOKEN, community })).toMatchObject({ handle: 'Harbour Café', externalId: '-77' });
    await expect(platform.connect({ accessToken: VK_TOKEN, community: 'Pier' })).rejects.toThrow('There is: Harbour Café, Boats.');
  });

  it('names the right that a token lacks, before a post does', async () => {
    network.scopes = ['wall', 'video'];
    await expect(platform.connect({ accessToken: VK_TOKEN })).rejects.toThrow('did not grant what publishing needs: photos.');
    network.scopes = ['photos'];
    await expect(platform.connect({ accessToken: VK_COMMUNITY_TOKEN })).rejects.toThrow('did not grant what publishing needs: wall.');
    network.scopes = ALL;
  });

  it('publishes texts with a community’s token, and refuses pictures and videos before they are approved', async () => {
    const { credentials: ofCommunity, externalId, limits } = await platform.connect({ accessToken: VK_COMMUNITY_TOKEN });
    expect([externalId, serverLimitsOf(limits ?? []).map(({ field, max }) => [field, max])]).toEqual([
      '-77',
      [
        ['media', 0],
        ['videos', 0],
      ],
    ]);
    expect(await platform.check(ofCommunity, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    const words = prepare(platform, 'said by the community');
    expect(await platform.publish(words.payload, ofCommunity, words.intent, sendHooks())).toMatchObject({ kind: 'published' });
    // A wall is not read with such a token, so what became of a post stays open.
    expect(await platform.find(words.payload, ofCommunity, words.intent)).toMatchObject({ kind: 'unsure' });
    const post = { providerId: `-77_${network.posts.at(-1)?.id}`, url: null };
    const edited = await platform.edits?.send(words.payload, ofCommunity, words.intent, post, sendHooks());
    expect(edited).toMatchObject({ kind: 'rejected', message: expect.stringContaining('with a person’s token') });
    const pictured = prepare(platform, 'with a picture', [], [PICTURE]);
    expect(await platform.publish(pictured.payload, ofCommunity, pictured.intent, sendHooks())).toMatchObject({ kind: 'rejected' });
  });

  it('says of a token of VK ID that nothing is published with it, also of one from before', async () => {
    const ofVkId = 'vk2.a.access-token-of-vk-id';
    await expect(platform.connect({ accessToken: ofVkId })).rejects.toThrow('VK publishes nothing with a sign-in of VK ID.');
    const before = { accessToken: ofVkId, refreshToken: 'vk-refresh-token-1', deviceId: 'device-1', ownerId: '-77' };
    expect(await platform.check(before, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'revoked' });
  });

  it('finds a long comment again', async () => {
    const { payload, intent } = prepare(platform, 'A post with a long comment');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets. '.repeat(20).trim() } }) ?? {};
    const post = { ...outcome, payload, intent };
    const own = { ...intent, id: 'fcm_1', keys: platform.allocate(comment, { id: 'fcm_1', createdAt: new Date() }) };
    await platform.comments?.send(comment, credentials, own, post, sendHooks());
    expect(await platform.comments?.find?.(comment, credentials, own, post)).toMatchObject({ kind: 'found' });
  });

  it('finds a post among many long ones, which no single response could hold', async () => {
    const { payload, intent } = prepare(platform, 'Before many long posts');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const own = network.posts.at(-1);
    if (outcome.kind !== 'published' || !own) throw new Error(JSON.stringify(outcome));
    const long = Array.from({ length: 120 }, (_, index) => ({ ...own, id: own.id + 1 + index, text: 'прилив '.repeat(2_000) }));
    network.posts.push(...long);
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: outcome.providerId });
    network.posts.splice(-long.length);
  });

  it('is not sure of a comment that may be on the next page, although a page is not full', async () => {
    const { payload, intent } = prepare(platform, 'A post with many comments');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets below many' } });
    if (outcome.kind !== 'published' || !comment) throw new Error(JSON.stringify(outcome));
    const made = (text: string) => ({ text, under: outcome.providerId, guid: text });
    const find = () => platform.comments?.find?.(comment, credentials, intent, { ...outcome, payload, intent });
    expect(await find()).toEqual({ kind: 'absent' });
    network.comments.push(made('Tickets below many'));
    network.comments.push(...Array.from({ length: 99 }, (_, index) => made(`Later ${index}`)), { ...made('Deleted'), isDeleted: true });
    expect(await find()).toMatchObject({ kind: 'unsure' });
  });

  it('is one post if the same intent is sent twice, since its guid is the same', async () => {
    const { payload, intent } = prepare(platform, 'sent again');
    expect(intent.keys.guid).toMatch(/^[0-9a-f]{32}$/);
    const first = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toEqual(first);
    expect((await listTexts()).filter((text) => text === 'sent again')).toHaveLength(1);
  });

  it.each(['-77', '42'])(
    'removes nothing from wall %s without its scope, and counts what someone deleted there as removed',
    async (ownerId) => {
      const { payload, intent } = prepare(platform, 'removed there');
      const account = { ...credentials, ownerId };
      const outcome = await platform.publish(payload, account, intent, sendHooks());
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      const remove = () => platform.retract?.(payload, account, intent, outcome, new AbortController().signal);
      const { scopes } = network;
      network.scopes = ['groups'];
      expect(await remove()).toMatchObject({ kind: 'refused', message: expect.stringContaining('current scopes') });
      network.scopes = scopes;
      network.isClosed = true;
      expect(await remove()).toMatchObject({ kind: 'refused', message: expect.stringContaining('Access denied') });
      network.isClosed = false;
      network.posts.pop();
      expect(await remove()).toEqual({ kind: 'removed' });
    },
  );

  it('keeps the pictures and the video in an edit, and changes the link', async () => {
    const hooks = sendHooks();
    for (const media of [[PICTURE, PICTURE], [VIDEO]]) {
      const words = (text: string, link: string | null) => platform.build({ text, tags: [], thread: [], link, media });
      const payload = words('Open again', 'https://example.org/saturday');
      const intent = intentFor(platform, payload);
      const outcome = await platform.publish(payload, credentials, intent, hooks);
      if (outcome.kind !== 'published' || !platform.edits || !platform.readBack) throw new Error(JSON.stringify(outcome));
      const edited = words('Open on Sunday', 'https://example.org/sunday');
      expect(await platform.edits.send(edited, credentials, intent, outcome, hooks)).toEqual(outcome);
      const read = await platform.readBack(edited, credentials, intent, outcome, new AbortController().signal);
      if (read.kind !== 'found') throw new Error(JSON.stringify(read));
      expect(compareFields(read.signed, read.published)).toEqual([]);
      expect(read.published).toEqual({ text: 'Open on Sunday', links: 'https://example.org/sunday', pictures: String(media.length) });
    }
  });

  it('attaches the link after the pictures, and finds the post by words, link and pictures', async () => {
    const link = 'https://example.org/saturday';
    const post = { text: 'Open again', tags: [], thread: [], link, media: [PICTURE] };
    const payload = platform.build(post);
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(fake.requests.findLast(network.isPublishing)?.body).toMatchObject({
      attachments: expect.stringMatching(/^photo-77_\d+,https:\/\/example/),
    });
    expect(await platform.find(payload, credentials, intent)).toEqual({ ...outcome, kind: 'found' });
    const plain = platform.build({ ...post, media: [] });
    // VK may show other attachments than it was given.
    expect(await platform.find(plain, credentials, intentFor(platform, plain))).toMatchObject({ kind: 'unsure' });
    expect(platform.build({ ...post, media: Array(10).fill(PICTURE) })).not.toHaveProperty('link');
  });

  it('is not sure of a post without words, which another of the wall may be', async () => {
    const other = prepare(platform, '', [], [PICTURE]);
    await platform.publish(other.payload, credentials, other.intent, sendHooks());
    const lost = prepare(platform, '', [], [PICTURE]);
    expect(await platform.find(lost.payload, credentials, lost.intent)).toMatchObject({ kind: 'unsure' });
  });

  it('says that a link is missing that VK dropped, unless it is in the text', async () => {
    const link = 'https://example.org/no-picture';
    for (const [text, missing] of [
      ['Read on', ['links']],
      [`Read on at ${link}`, []],
    ] as const) {
      const payload = platform.build({ text, tags: [], thread: [], link });
      const intent = intentFor(platform, payload);
      const outcome = await platform.publish(payload, credentials, intent, sendHooks());
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      // Of a page without a picture.
      Object.assign(network.posts.at(-1) ?? {}, { attachments: [] });
      const read = await platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal);
      expect(read?.kind === 'found' && compareFields(read.signed, read.published).map(({ field }) => field)).toEqual(missing);
    }
  });

  it('attaches a link with a comma as one link', async () => {
    const link = 'https://example.org/map/59.9,10.7';
    const payload = platform.build({ text: 'Where we are', tags: [], thread: [], link });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(network.posts.at(-1)?.attachments).toEqual([{ type: 'link', link: { url: 'https://example.org/map/59.9%2C10.7' } }]);
    expect(await platform.find(payload, credentials, intent)).toEqual({ ...outcome, kind: 'found' });
  });

  it('lifts the limits of a community’s token where the account gets that of a person', async () => {
    expect(await platform.connect(entered)).toMatchObject({ limits: [] });
    expect(await platform.connect({ accessToken: VK_TOKEN })).toMatchObject({ limits: [] });
  });
});
