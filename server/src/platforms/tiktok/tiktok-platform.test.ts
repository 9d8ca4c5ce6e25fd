import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { withServerLimits } from '../network-rules.ts';
import { validatePost } from '../network-words.ts';
import type { Credentials, Platform, PostMedia, SendHooks, Settings } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, learningHooks, prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeTiktok, error, TIKTOK_CLIENT, TIKTOK_TOKEN, videoId } from '../testing/fakes/fake-tiktok.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { PIECE_BYTES } from '../videos.ts';
import { createTiktokPlatform } from './tiktok-platform.ts';
import { tiktokRules } from './tiktok-rules.ts';

// Follows developers.tiktok.com, Content Posting API: Direct Post with FILE_UPLOAD, Media Transfer Guide, Get Post Status.
const network = createFakeTiktok();
const entered = { accessToken: TIKTOK_TOKEN, refreshToken: 'rft.refresh-token-1', openId: 'open-71' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.filter(network.isWhole).map(({ info }) => String(info.title));

beforeAll(async () => {
  fake = await startFakeServer(network, TIKTOK_TOKEN);
  platform = createTiktokPlatform(tiktokRules, createTestOutbound(), TIKTOK_CLIENT, fake.url, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('TikTok', async () => ({ platform, entered, credentials, listTexts, hasLinks: false }));

describeRenewal('TikTok', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createTiktokPlatform(tiktokRules, createTestOutbound(), client, fake.url, fake.url),
  client: TIKTOK_CLIENT,
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: TIKTOK_TOKEN,
  listTexts,
  // The bytes publish; the words came with the beginning of the upload.
  sentContent: () => network.posts.at(-1)?.info ?? null,
  approvedContent: ({ post_info: info }) => info ?? null,
});

describeConnector('TikTok', setUp);

describe('TikTok', () => {
  const film = randomBytes(2 * PIECE_BYTES + 1_000);
  const sha256 = createHash('sha256').update(film).digest('hex');
  const FILM: PostMedia = { ...VIDEO, bytes: film.length, file: { ...VIDEO.file, sha256 } };
  const readMedia: SendHooks['readMedia'] = async (_sha256, from, to) => film.subarray(from, to);
  const hashOf = (from: number, to?: number): string => createHash('sha256').update(film.subarray(from, to)).digest('hex');

  it('sends a video in pieces of which the last takes the rest, byte for byte, with the signed settings', async () => {
    const settings = { privacy_level: 'PUBLIC_TO_EVERYONE', allow_comments: true, own_brand: true, ai_generated: true };
    const payload = platform.build({ text: 'Boats #dawn', tags: [], thread: [], link: null, media: [FILM], settings });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, { ...learningHooks(intent), readMedia });
    const post = network.posts.at(-1);
    expect(outcome).toEqual({
      kind: 'published',
      providerId: videoId(network.posts.length - 1),
      url: `https://www.tiktok.com/@harbour/video/${videoId(network.posts.length - 1)}`,
    });
    expect(post?.hashes).toEqual([hashOf(0, PIECE_BYTES), hashOf(PIECE_BYTES)]);
    expect(post?.info).toEqual({
      title: 'Boats #dawn',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      ...{ disable_comment: false, disable_duet: true, disable_stitch: true },
      ...{ brand_organic_toggle: true, brand_content_toggle: false, is_aigc: true },
    });
  });

  it('reads the figures of the very video whose id is no number of JavaScript', async () => {
    const counting = createTiktokPlatform(tiktokRules, createTestOutbound(), { ...TIKTOK_CLIENT, readsMetrics: true }, fake.url, fake.url);
    const { payload, intent } = prepare(counting, 'counted');
    const outcome = await counting.publish(payload, credentials, intent, learningHooks(intent));
    const id = videoId(network.posts.length - 1);
    const url = `https://www.tiktok.com/@harbour/video/${id}`;
    expect(outcome).toEqual({ kind: 'published', providerId: id, url });
    expect(await counting.find(payload, credentials, intent)).toEqual({ kind: 'found', providerId: id, url });
    for (const providerId of [id, String(intent.keys.publishId)])
      expect(await counting.readMetrics?.(payload, credentials, intent, { providerId, url }, AbortSignal.timeout(60_000))).toMatchObject({
        kind: 'read',
        figures: expect.arrayContaining([{ name: 'view_count', metric: 'views', value: 340 }]),
      });
  });

  it('goes on with the upload of a worker that was killed, where it ended, and makes one post', async () => {
    const { payload, intent } = prepare(platform, 'cut off', [], [FILM]);
    const cut = {
      ...learningHooks(intent),
      readMedia: async (hash: string, from: number, to: number) => {
        if (from > 0) throw new Error('The worker was killed.');
        return readMedia(hash, from, to);
      },
    };
    expect(await platform.publish(payload, credentials, intent, cut)).toMatchObject({ kind: 'unavailable' });
    const post = network.posts.at(-1);
    expect(post?.received).toBe(PIECE_BYTES);
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
    const posts = network.posts.length;
    expect(await platform.publish(payload, credentials, intent, { ...learningHooks(intent), readMedia })).toMatchObject({
      kind: 'published',
    });
    expect(network.posts).toHaveLength(posts);
    expect((await listTexts()).filter((text) => text === 'cut off')).toHaveLength(1);
  });

  it('makes no second post of one whose response was lost', async () => {
    const { payload, intent } = prepare(platform, 'posted once');
    const first = await platform.publish(payload, credentials, intent, learningHooks(intent));
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toEqual(first);
    expect((await listTexts()).filter((text) => text === 'posted once')).toHaveLength(1);
  });

  it('waits for a post that TikTok still works on, and passes on why it made none', async () => {
    const { payload, intent } = prepare(platform, 'still working');
    network.status = { status: 'PROCESSING_DOWNLOAD' };
    const signal = fake.abortAt(({ path }) => path.includes('/status/fetch'));
    const hooks = { ...learningHooks(intent), signal };
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'pending' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    network.status = { status: 'FAILED', fail_reason: 'frame_rate_check_failed' };
    const refused = { kind: 'rejected', message: expect.stringContaining('frame_rate_check_failed') };
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'refused', outcome: refused });
    const again = prepare(platform, 'wrong frames');
    expect(await platform.publish(again.payload, credentials, again.intent, learningHooks(again.intent))).toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/frame_rate_check_failed\. Export the video as TikTok accepts it/),
    });
    network.status = null;
  });

  it.each([
    ['internal', { kind: 'unavailable', retryAfterSeconds: null }],
    ['spam_risk_too_many_posts', { kind: 'rate_limited', retryAfterSeconds: 21_600 }],
    ['auth_removed', { kind: 'unauthorized' }],
    ['spam_risk_user_banned_from_posting', { kind: 'rejected' }],
  ])('reads a post that failed with %s as not published, and makes one at the next try', async (reason, failure) => {
    const text = `failed: ${reason}`;
    const { payload, intent } = prepare(platform, text);
    network.status = { status: 'FAILED', fail_reason: reason };
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({
      ...failure,
      message: expect.stringContaining(reason),
    });
    network.status = null;
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'refused', outcome: failure });
    expect(await listTexts()).not.toContain(text);
    const again = await platform.publish(payload, credentials, intent, learningHooks(intent));
    expect(again).toMatchObject({ kind: 'published' });
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toEqual(again);
    expect((await listTexts()).filter((each) => each === text)).toHaveLength(1);
  });

  it('refuses a video before it is signed that is longer than TikTok takes of the account', async () => {
    const { limits = [] } = await platform.connect(entered);
    const rules = withServerLimits(tiktokRules, limits);
    const post = { text: 'A film', tags: [], thread: [], link: null, settings: { privacy_level: 'SELF_ONLY' } };
    const codes = (seconds: number) => validatePost(rules, { ...post, media: [{ ...VIDEO, seconds }] }).map(({ code }) => code);
    expect([codes(300), codes(301)]).toEqual([[], ['video_too_long']]);
  });

  it('sends nothing for who can watch that TikTok does not offer the account', async () => {
    const settings = { privacy_level: 'FOLLOWER_OF_CREATOR' };
    const payload = platform.build({ text: 'for followers', tags: [], thread: [], link: null, media: [VIDEO], settings });
    expect(await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks())).toMatchObject({
      kind: 'rejected',
      message:
        'Who can watch: TikTok does not offer “Followers” to this account, only Everyone, Friends and Only the account itself. ' +
        'Choose one of these, or change the account’s privacy settings on TikTok and connect the account again.',
    });
  });

  it('refuses before a post is signed what the privacy settings of the account do not offer', async () => {
    const { limits = [] } = await platform.connect(entered);
    const rules = withServerLimits(tiktokRules, limits);
    const faults = (settings: Settings) =>
      validatePost(rules, { text: 'A film', tags: [], thread: [], link: null, media: [VIDEO], settings }).map((each) => [
        each.field,
        each.remedy,
      ]);
    const remedy = 'Choose one of these, or change the account’s privacy settings on TikTok and connect the account again.';
    expect(faults({ privacy_level: 'MUTUAL_FOLLOW_FRIENDS', allow_comments: true })).toEqual([]);
    expect(faults({ privacy_level: 'FOLLOWER_OF_CREATOR', allow_duet: true })).toEqual([
      ['settings/privacy_level', remedy],
      ['settings/allow_duet', remedy],
    ]);
    expect(faults({ privacy_level: 'SELF_ONLY', allow_duet: false })).toEqual([]);
  });

  it.each([
    ['unaudited_client_can_only_post_to_private_accounts', 'rejected'],
    ['reached_active_user_cap', 'service_refused'],
    ['spam_risk_too_many_posts', 'rate_limited'],
    ['spam_risk_user_banned_from_posting', 'rejected'],
    ['scope_not_authorized', 'unauthorized'],
  ])('reads the refusal %s as %s, before a byte is sent', async (code, kind) => {
    const { payload, intent } = prepare(platform, `refused: ${code}`);
    const isInit = ({ path }: { path: string }) => path.endsWith('/video/init/');
    const refused = network.refusals.refused;
    network.refusals.refused = () => error(403, code, 'Refused.');
    fake.fail('refuses the post', isInit);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    fake.fail(null);
    network.refusals.refused = refused;
    expect(outcome).toMatchObject({ kind, message: expect.stringContaining(code) });
    expect(intent.keys).toEqual({});
  });

  it.each([
    ['spam_risk_user_banned_from_posting', 'TikTok has restricted the account. Sign in there'],
    ['unaudited_client_can_only_post_to_private_accounts', 'Publish it by hand, or ask the operator for the review.'],
  ])('says before a byte is sent, too, what to do about %s', async (code, hint) => {
    const { payload, intent } = prepare(platform, `refused with a hint: ${code}`);
    const refused = network.refusals.refused;
    network.refusals.refused = () => error(403, code, 'Refused.');
    fake.fail('refuses the post', ({ path }) => path.endsWith('/video/init/'));
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    fake.fail(null);
    network.refusals.refused = refused;
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining(hint) });
  });

  it('revokes the access token of an account that is disconnected', async () => {
    await platform.revoke?.(credentials, AbortSignal.timeout(60_000));
    expect(network.revoked).toEqual([TIKTOK_TOKEN]);
  });

  it('names the permission that the person left out', async () => {
    const all = network.scopes;
    network.scopes = ['user.info.basic'];
    await expect(platform.oauth?.finish('code-1', request, {})).rejects.toThrow('did not grant what publishing needs: video.publish.');
    network.scopes = all;
  });

  it('signs a person in, and uses each refresh token once', async () => {
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({
      client_key: TIKTOK_CLIENT.id,
      scope: 'user.info.basic,video.publish',
      state: 'state-1',
    });
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    if (!account || !platform.refresh) throw new Error('The sign-in failed.');
    expect(account).toMatchObject({ handle: '@harbour', externalId: 'open-71' });
    const renewed = await platform.refresh(account.credentials, AbortSignal.timeout(60_000));
    expect(renewed.credentials.accessToken).not.toBe(account.credentials.accessToken);
    await expect(platform.refresh(account.credentials, AbortSignal.timeout(60_000))).rejects.toThrow('expired');
  });

  it('names the settings that the operator has to set', () => {
    const { oauth } = createTiktokPlatform(tiktokRules, createTestOutbound(), undefined);
    expect(String(oauth?.missing)).toContain('TIKTOK_CLIENT_ID and TIKTOK_CLIENT_SECRET');
  });
});
