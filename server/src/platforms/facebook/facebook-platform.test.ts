import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { intentFor, learningHooks, prepare } from '../testing/contract-posts.ts';
import { createFakeFacebook, FACEBOOK_CLIENT, FACEBOOK_TOKEN } from '../testing/fake-facebook.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos, filmHooks, withExtras } from '../testing/videos-contract.ts';
import { createFacebookPlatform } from './facebook-platform.ts';
import { facebookRules } from './facebook-rules.ts';

// Follows developers.facebook.com: Pages API (Posts, Photos, me/accounts), Graph API (Handle Errors), Access Tokens.
const network = createFakeFacebook();
const entered = { accessToken: FACEBOOK_TOKEN };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let places: { graph: string; video: string; site: string };
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(({ message }) => String(message));

beforeAll(async () => {
  fake = await startFakeServer(network, FACEBOOK_TOKEN);
  places = { graph: fake.url, video: `${fake.url}/graph-video`, site: fake.url };
  platform = createFacebookPlatform(facebookRules, createTestOutbound(), FACEBOOK_CLIENT, places);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Facebook', async () => ({ platform, entered, credentials, listTexts }));

describeComments('Facebook', () => ({
  ...{ platform, credentials, fake, secret: FACEBOOK_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
}));

describeConnector('Facebook', () => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: FACEBOOK_TOKEN,
  listTexts,
  sentContent: (body) => body,
  approvedContent: (payload) => payload,
}));

describePictures('Facebook', () => ({
  platform,
  credentials,
  fake,
  secret: FACEBOOK_TOKEN,
  listTexts,
  listPictures() {
    const attached = (network.posts.at(-1)?.attached_media ?? []) as { media_fbid: string }[];
    return attached.flatMap(({ media_fbid: id }) => network.photos.get(id) ?? []);
  },
  isUploading: ({ path }) => path.endsWith('/photos'),
}));

describeVideos('Facebook', () => ({
  platform,
  credentials,
  fake,
  secret: FACEBOOK_TOKEN,
  listTexts,
  seenVideo: () => network.videos.get(String(network.posts.at(-1)?.video))?.parts.sha256 ?? null,
  isUploading: ({ path, body }) => path.endsWith('/videos') && (body as JsonObject).upload_phase !== 'finish',
  resumes: true,
}));

describe('Facebook', () => {
  it('reads a video back with its words, and says so where it refused the subtitles after the video was public', async () => {
    const signed = { text: 'A film of boats', subtitles: 'true' };
    for (const takesCaptions of [true, false]) {
      network.takesCaptions = takesCaptions;
      const { payload, intent } = prepare(platform, 'A film of boats', [], [withExtras(platform)]);
      const outcome = await platform.publish(payload, credentials, intent, filmHooks());
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      network.takesCaptions = true;
      const back = await platform.readBack?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
      expect(back).toMatchObject({ kind: 'found', signed, published: { ...signed, subtitles: String(takesCaptions) } });
    }
  });

  it('says that a video is gone which Facebook could not process after it had taken it', async () => {
    const { payload, intent } = prepare(platform, 'A film that breaks', [], [withExtras(platform)]);
    const outcome = await platform.publish(payload, credentials, intent, filmHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const read = () => platform.readBack?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
    network.videoStatus = 'processing';
    expect(await read()).toMatchObject({ kind: 'found' });
    network.videoStatus = 'error';
    expect(await read()).toEqual({ kind: 'gone', seenBy: 'account' });
    network.videoStatus = 'ready';
  });

  it('finds a video by its own id, which reads, counts and captions it, and not by that of its post', async () => {
    const { payload, intent } = prepare(platform, 'A film that is looked for', [], [withExtras(platform)]);
    const keep = async (learned?: JsonObject) => void Object.assign(intent.keys, learned);
    const outcome = await platform.publish(payload, credentials, intent, { ...filmHooks(), onSending: keep, onUploaded: keep });
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const { providerId, url } = outcome;
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'found', providerId, url });
  });

  it('takes no post for removed that it may no longer read', async () => {
    const { payload, intent } = prepare(platform, 'without the permission');
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    Object.assign(network, { mayDelete: false, mayRead: false });
    const { signal } = new AbortController();
    expect(await platform.retract?.(payload, credentials, intent, outcome, signal)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('pages_read_engagement'),
    });
    Object.assign(network, { mayDelete: true, mayRead: true });
  });

  it('takes no post with the same words and another link for its own, and is not sure', async () => {
    const [first, second] = ['tides', 'boats'].map((name) =>
      platform.build({ text: 'The words of each week', tags: [], thread: [], link: `https://example.org/${name}` }),
    );
    if (!first || !second) throw new Error('There is no post.');
    const outcome = await platform.publish(first, credentials, intentFor(platform, first), learningHooks(intentFor(platform, first)));
    expect(await platform.find(first, credentials, intentFor(platform, first))).toEqual({ ...outcome, kind: 'found' });
    expect(await platform.find(second, credentials, intentFor(platform, second))).toMatchObject({ kind: 'unsure' });
    network.posts.pop();
  });

  it('takes no post of a visitor for its own', async () => {
    const { payload, intent } = prepare(platform, 'words of a visitor');
    network.visitorPosts.push({ id: '55_9', message: 'words of a visitor', permalink_url: 'https://www.facebook.com/55_9' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: outcome.providerId });
  });

  it('counts of a video what its node has: likes, comments and views', async () => {
    const { payload, intent } = prepare(platform, 'A film that is counted', [], [withExtras(platform)]);
    const outcome = await platform.publish(payload, credentials, intent, filmHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const reading = await platform.readMetrics?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
    expect(reading).toMatchObject({
      figures: [
        { metric: 'likes', value: 3 },
        { metric: 'replies', value: 2 },
        { metric: 'views', value: 41 },
      ],
    });
  });

  it('connects every page that the person picked, with a token of its own', async () => {
    network.pages.push({ id: '56', name: 'Lighthouse', access_token: 'EAAG-other' });
    const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_manage_engagement', 'business_management'];
    expect(await platform.oauth?.finish('code-1', request, {})).toEqual([
      { handle: 'Harbour', externalId: '55', credentials: { accessToken: FACEBOOK_TOKEN, pageId: '55' }, scopes },
      { handle: 'Lighthouse', externalId: '56', credentials: { accessToken: 'EAAG-other', pageId: '56' }, scopes },
    ]);
  });

  it('lists the pages of a portfolio, whatever their number, without those that the person may not publish on', async () => {
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    const asked = new URL(url ?? '').searchParams;
    network.scopes = asked.get('scope')?.split(',') ?? [];
    expect(asked.get('auth_type')).toBe('rerequest');
    network.pages.push(
      { id: '57', name: 'No token' },
      { id: '58', name: 'Analyst', access_token: 'EAAG-analyst', tasks: ['ANALYZE'] },
      { id: '59', name: 'Portfolio', access_token: 'EAAG-portfolio', tasks: ['CREATE_CONTENT', 'ANALYZE'], portfolio: 'Pier Ltd' },
    );
    const accounts = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    const handles = accounts.map(({ handle }) => handle);
    expect(handles).toEqual(expect.arrayContaining(['Harbour', 'Portfolio']));
    expect(handles).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(No token|Analyst)$/)]));
  });

  it('names the permission that the person left out, where publishing needs it', async () => {
    const all = network.scopes;
    network.scopes = all.filter((scope) => scope !== 'pages_manage_posts');
    await expect(platform.oauth?.finish('code-1', request, {})).rejects.toThrow('needs: pages_manage_posts. Start again');
    network.scopes = all.filter((scope) => scope !== 'pages_manage_engagement');
    expect(await platform.oauth?.finish('code-1', request, {})).toContainEqual(
      expect.objectContaining({ handle: 'Harbour', scopes: network.scopes }),
    );
    expect(platform.oauth?.sideScopes).toEqual({ first_comments: 'pages_manage_engagement' });
    network.scopes = all;
  });

  it('does not blame the account where the secret of the service itself is wrong', async () => {
    const client = { ...FACEBOOK_CLIENT, secret: 'mistyped' };
    const mistyped = createFacebookPlatform(facebookRules, createTestOutbound(), client, places);
    await expect(mistyped.oauth?.finish('code-1', request, {})).rejects.toMatchObject({ isServiceRefused: true });
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toMatchObject({ isServiceRefused: false });
  });

  it('reports if the person selected none, or the code was used', async () => {
    network.pages.length = 0;
    await expect(platform.oauth?.finish('code-1', request, {})).rejects.toThrow('choose at least one page there');
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('has been used');
  });
});

it('calls no post removed that the page still has, though Graph answers alike where it may not be deleted', async () => {
  const { payload, intent } = prepare(platform, 'may not be deleted');
  const post = await platform.publish(payload, credentials, intent, learningHooks(intent));
  if (post.kind !== 'published') throw new Error(JSON.stringify(post));
  const remove = () => platform.retract?.(payload, credentials, intent, post, new AbortController().signal);
  network.mayDelete = false;
  expect(await remove()).toMatchObject({ kind: 'refused', message: expect.stringContaining('missing permissions') });
  network.mayDelete = true;
  expect(await remove()).toEqual({ kind: 'removed' });
  expect(await remove()).toEqual({ kind: 'removed' });
});
