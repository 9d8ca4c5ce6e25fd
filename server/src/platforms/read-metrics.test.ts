import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPlatforms, testPorts } from '../testing/platforms.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { createBlueskyPlatform } from './bluesky/bluesky-platform.ts';
import { createDevtoPlatform } from './devto/devto-platform.ts';
import { createDiscordPlatform } from './discord/discord-platform.ts';
import { createFacebookPlatform } from './facebook/facebook-platform.ts';
import { createHashnodePlatform } from './hashnode/hashnode-platform.ts';
import { createInstagramPlatform } from './instagram/instagram-platform.ts';
import { createLemmyPlatform } from './lemmy/lemmy-platform.ts';
import { createLinkedinPlatform } from './linkedin/linkedin-platform.ts';
import { createLinkedinPagePlatform } from './linkedin-page/linkedin-page-platform.ts';
import { createMastodonPlatform } from './mastodon/mastodon-platform.ts';
import { createPinterestPlatform } from './pinterest/pinterest-platform.ts';
import type { Credentials, Json, Metric, Platform } from './platform.ts';
import { createRedditPlatform } from './reddit/reddit-platform.ts';
import { connectorOf, NETWORKS } from './registry.ts';
import { createSlackPlatform } from './slack/slack-platform.ts';
import { prepare } from './testing/contract-posts.ts';
import { type FakeServer, type Reply, startFakeServer } from './testing/fake-server.ts';
import { createThreadsPlatform } from './threads/threads-platform.ts';
import { createTiktokPlatform } from './tiktok/tiktok-platform.ts';
import { createTumblrPlatform } from './tumblr/tumblr-platform.ts';
import { createVkPlatform } from './vk/vk-platform.ts';
import { createXPlatform } from './x/x-platform.ts';
import { createYoutubePlatform } from './youtube/youtube-platform.ts';

const outbound = createTestOutbound();
const client = { id: 'app', secret: 'hidden', readsMetrics: true as const };
const rulesOf = (id: string) => {
  const found = NETWORKS.find((network) => network.id === id);
  if (!found) throw new Error(`There is no network ${id}.`);
  return found;
};

/** What a network answers, by the beginning of the path; the longest one counts. */
type Answers = Record<string, Json | Reply>;

interface Contract {
  create(url: string): Platform;
  credentials(url: string): Credentials;
  postId: string;
  /** As documented by the network, with figures. */
  counted: Answers;
  figures: Partial<Record<Metric, number | null>>;
  /** The same post where the network reports fewer figures. */
  missing: { answers: Answers; figures: Partial<Record<Metric, number | null>> };
  gone: Answers;
  refused: Reply;
  limited: Reply;
}

const shown = { publication: { post: { id: 'h1' } } };
const graphError = (code: number, subcode?: number): Reply => ({
  status: 400,
  body: { error: { message: 'No.', code, ...(subcode && { error_subcode: subcode }) } },
});
const insights = (values: Record<string, number>): Json => ({
  data: Object.entries(values).map(([name, value]) => ({ name, period: 'lifetime', values: [{ value }] })),
});

const CONTRACTS: Record<string, Contract> = {
  bluesky: {
    create: (url) => createBlueskyPlatform(rulesOf('bluesky'), outbound, url),
    credentials: (service) => ({ service, identifier: 'harbour.test', appPassword: 'secret' }),
    postId: 'at://did:plc:harbour/app.bsky.feed.post/3k',
    counted: {
      '/xrpc/app.bsky.feed.getPosts': { posts: [{ likeCount: 7, replyCount: 2, repostCount: 0, quoteCount: 1, bookmarkCount: 3 }] },
    },
    figures: { likes: 7, replies: 2, reposts: 0, quotes: 1, saves: 3, views: null },
    missing: { answers: { '/xrpc/app.bsky.feed.getPosts': { posts: [{ likeCount: 7 }] } }, figures: { likes: 7, quotes: null } },
    gone: {
      '/xrpc/app.bsky.feed.getPosts': { posts: [] },
      '/xrpc/com.atproto.repo': { status: 400, body: { error: 'RecordNotFound', message: 'No.' } },
    },
    refused: { status: 403, body: { error: 'Forbidden' } },
    limited: { status: 429, body: { error: 'RateLimitExceeded' }, headers: { 'retry-after': '40' } },
  },
  mastodon: {
    create: () => createMastodonPlatform(rulesOf('mastodon'), outbound, 'https://posts.example'),
    credentials: (server) => ({ server, accessToken: 'token', accountId: '1' }),
    postId: '42',
    counted: { '/api/v1/statuses/42': { favourites_count: 4, replies_count: 1, reblogs_count: 2, quotes_count: 0 } },
    figures: { likes: 4, replies: 1, reposts: 2, quotes: 0, views: null },
    missing: {
      answers: { '/api/v1/statuses/42': { favourites_count: 4, replies_count: 0, reblogs_count: 0 } },
      figures: { replies: 0, quotes: null },
    },
    gone: { '/api/v1/statuses/42': { status: 404, body: { error: 'Record not found' } } },
    refused: { status: 401, body: { error: 'The access token is invalid' } },
    limited: { status: 429, body: { error: 'Too many requests' }, headers: { 'retry-after': '40' } },
  },
  facebook: {
    create: (url) => createFacebookPlatform(rulesOf('facebook'), outbound, client, { graph: url, video: url, site: url }),
    credentials: () => ({ accessToken: 'token', pageId: '1' }),
    postId: '1_2',
    counted: {
      '/v24.0/1_2': { reactions: { summary: { total_count: 9 } }, comments: { summary: { total_count: 3 } }, shares: { count: 2 } },
      '/v24.0/1_2/insights': insights({ post_media_view: 340, post_total_media_view_unique: 300, post_clicks: 12 }),
    },
    figures: { likes: 9, replies: 3, reposts: 2, views: 340, reach: 300, clicks: 12, saves: null },
    missing: {
      answers: { '/v24.0/1_2': { reactions: { summary: { total_count: 9 } } }, '/v24.0/1_2/insights': graphError(200) },
      figures: { likes: 9, replies: null, reposts: 0, views: null },
    },
    gone: { '/v24.0/1_2': { status: 404, body: { error: { message: 'Gone.', code: 803 } } } },
    refused: graphError(190),
    limited: graphError(4),
  },
  instagram: {
    create: (url) => createInstagramPlatform(rulesOf('instagram'), outbound, client, { graph: url, api: url, site: url }),
    credentials: () => ({ accessToken: 'token', userId: '1' }),
    postId: '17',
    counted: {
      '/v24.0/17': { like_count: 5, comments_count: 1 },
      '/v24.0/17/insights': insights({ views: 90, reach: 80, saved: 2, shares: 4 }),
    },
    figures: { likes: 5, replies: 1, views: 90, reach: 80, saves: 2, reposts: 4 },
    missing: {
      answers: { '/v24.0/17': { comments_count: 1 }, '/v24.0/17/insights': graphError(10) },
      figures: { likes: null, replies: 1, views: null },
    },
    gone: { '/v24.0/17': { status: 404, body: { error: { message: 'Gone.', code: 803 } } } },
    refused: graphError(190),
    limited: graphError(4),
  },
  threads: {
    create: (url) => createThreadsPlatform(rulesOf('threads'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', userId: '1' }),
    postId: '18',
    counted: {
      '/v1.0/18': { id: '18' },
      '/v1.0/18/insights': insights({ views: 60, likes: 4, replies: 0, reposts: 1, quotes: 2, shares: 3 }),
    },
    figures: { views: 60, likes: 4, replies: 0, reposts: 1, quotes: 2 },
    missing: { answers: { '/v1.0/18': { id: '18' }, '/v1.0/18/insights': insights({ likes: 4 }) }, figures: { likes: 4, views: null } },
    gone: { '/v1.0/18': { status: 404, body: { error: { message: 'Gone.', code: 803 } } } },
    refused: graphError(190),
    limited: graphError(4),
  },
  linkedin: {
    create: (url) => createLinkedinPlatform(rulesOf('linkedin'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', personId: 'abc' }),
    postId: 'urn:li:share:7',
    counted: { '/rest/memberCreatorPostAnalytics': { elements: [{ count: 8 }] } },
    figures: { views: 8, reach: 8, likes: 8, replies: 8, reposts: 8, clicks: null },
    missing: { answers: { '/rest/memberCreatorPostAnalytics': { elements: [] } }, figures: { views: null, likes: null } },
    gone: { '/rest/memberCreatorPostAnalytics': { status: 404, body: { status: 404, message: 'Not found' } } },
    refused: { status: 403, body: { status: 403, message: 'Not enough permissions' } },
    limited: { status: 429, body: { status: 429, message: 'Throttled' }, headers: { 'retry-after': '40' } },
  },
  linkedin_page: {
    create: (url) => createLinkedinPagePlatform(rulesOf('linkedin_page'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', organizationId: '77' }),
    postId: 'urn:li:share:7',
    counted: {
      '/rest/posts': { id: 'urn:li:share:7' },
      '/rest/organizationalEntityShareStatistics': { elements: [{ totalShareStatistics: { impressionCount: 9, clickCount: 4 } }] },
    },
    figures: { views: 9, clicks: 4, likes: null },
    missing: { answers: { '/rest/posts': {}, '/rest/organizationalEntityShareStatistics': {} }, figures: { views: null, likes: null } },
    gone: { '/rest/posts': { status: 404, body: { status: 404, message: 'Not found' } } },
    refused: { status: 403, body: { status: 403, message: 'Not enough permissions' } },
    limited: { status: 429, body: { status: 429, message: 'Throttled' }, headers: { 'retry-after': '40' } },
  },
  youtube: {
    create: (url) => createYoutubePlatform(rulesOf('youtube'), outbound, client, { api: url, tokens: url, site: url }),
    credentials: () => ({ accessToken: 'token', refreshToken: 'more', channelId: 'c', uploadsId: 'u' }),
    postId: 'v1',
    counted: {
      '/youtube/v3/videos': { items: [{ statistics: { viewCount: '340', likeCount: '12', favoriteCount: '0', commentCount: '4' } }] },
    },
    figures: { views: 340, likes: 12, replies: 4 },
    missing: { answers: { '/youtube/v3/videos': { items: [{ statistics: { viewCount: '0' } }] } }, figures: { views: 0, likes: null } },
    gone: { '/youtube/v3/videos': { items: [] } },
    refused: { status: 401, body: { error: { code: 401, message: 'No.', errors: [{ reason: 'authError' }] } } },
    limited: { status: 403, body: { error: { code: 403, message: 'No.', errors: [{ reason: 'quotaExceeded' }] } } },
  },
  pinterest: {
    create: (url) => createPinterestPlatform(rulesOf('pinterest'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', refreshToken: 'more', boardId: '1' }),
    postId: '9',
    counted: {
      '/pins/9': { pin_metrics: { lifetime_metrics: { impression: 50, reaction: 4, comment: 1, save: 3, clickthrough: 2, pin_click: 6 } } },
    },
    figures: { views: 50, likes: 4, replies: 1, saves: 3, clicks: 2 },
    missing: { answers: { '/pins/9': { id: '9', pin_metrics: { '90d': { impression: 2 } } } }, figures: { views: 2, likes: null } },
    gone: { '/pins/9': { status: 404, body: { code: 50, message: 'Pin not found.' } } },
    refused: { status: 401, body: { code: 2, message: 'Authentication failed.' } },
    limited: { status: 429, body: { code: 8, message: 'Too many.' }, headers: { 'x-ratelimit-reset': '40' } },
  },
  reddit: {
    create: (url) => createRedditPlatform(rulesOf('reddit'), outbound, 'https://posts.example', client, url, url),
    credentials: () => ({ accessToken: 'token', refreshToken: 'more', username: 'harbour', subreddit: 'boats' }),
    postId: 't3_a',
    counted: {
      '/api/info': { data: { children: [{ data: { ups: 20, score: 18, num_comments: 5, num_crossposts: 1, view_count: null } }] } },
    },
    figures: { likes: 20, replies: 5, reposts: 1, views: null },
    missing: { answers: { '/api/info': { data: { children: [{ data: { ups: 1 } }] } } }, figures: { likes: 1, replies: null } },
    gone: { '/api/info': { data: { children: [] } } },
    refused: { status: 403, body: { message: 'Forbidden', error: 403 } },
    limited: { status: 429, body: { message: 'Too many', error: 429 }, headers: { 'x-ratelimit-reset': '40' } },
  },
  tumblr: {
    create: (url) => createTumblrPlatform(rulesOf('tumblr'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', refreshToken: 'more', blogId: 't:1', blogName: 'harbour' }),
    postId: '77',
    counted: { '/v2/blog/t:1/notes': { response: { total_notes: 9, total_likes: 6, total_reblogs: 3 } } },
    figures: { likes: 6, reposts: 3, replies: null },
    missing: { answers: { '/v2/blog/t:1/notes': { response: { total_notes: 9 } } }, figures: { likes: null } },
    gone: {
      '/v2/blog/t:1/notes': { status: 404, body: { meta: { msg: 'No' } } },
      '/v2/user/info': { response: { user: { blogs: [{ uuid: 't:1' }] } } },
    },
    refused: { status: 401, body: { meta: { status: 401, msg: 'Unauthorized' } } },
    limited: { status: 429, body: { meta: { status: 429, msg: 'Limit' } }, headers: { 'retry-after': '40' } },
  },
  devto: {
    create: (url) => createDevtoPlatform(rulesOf('devto'), outbound, url),
    credentials: () => ({ apiKey: 'key', userId: '1', username: 'harbour' }),
    postId: '5',
    counted: { '/api/articles/me/published': [{ id: 5, page_views_count: 340, public_reactions_count: 7, comments_count: 2 }] },
    figures: { views: 340, likes: 7, replies: 2 },
    missing: {
      answers: { '/api/articles/me/published': [], '/api/articles/5': { id: 5, public_reactions_count: 7, comments_count: 0 } },
      figures: { views: null, likes: 7, replies: 0 },
    },
    gone: { '/api/articles/me/published': [], '/api/articles/5': { status: 404, body: { error: 'not found', status: 404 } } },
    refused: { status: 401, body: { error: 'unauthorized', status: 401 } },
    limited: { status: 429, body: { error: 'Rate limit reached', status: 429 }, headers: { 'retry-after': '40' } },
  },
  hashnode: {
    create: (url) => createHashnodePlatform(rulesOf('hashnode'), outbound, url),
    credentials: () => ({ token: 'token', publication: 'harbour.example', publicationId: 'p' }),
    postId: 'h1',
    counted: { '/': { data: { post: { id: 'h1', views: 70, reactionCount: 3, responseCount: 0 }, ...shown } } },
    figures: { views: 70, likes: 3, replies: 0 },
    missing: { answers: { '/': { data: { post: { id: 'h1', views: null }, ...shown } } }, figures: { views: null, likes: null } },
    gone: { '/': { data: { post: null } } },
    refused: { status: 200, body: { errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] } },
    limited: { status: 429, body: { errors: [{ message: 'Too many.' }] }, headers: { 'retry-after': '40' } },
  },
  lemmy: {
    create: () => createLemmyPlatform(rulesOf('lemmy'), outbound),
    credentials: (server) => ({ server, username: 'harbour', community: 'boats', api: 'v3', jwt: 'jwt', personId: '1', communityId: '2' }),
    postId: '8',
    counted: { '/api/v3/post': { post_view: { post: { id: 8 }, counts: { upvotes: 6, downvotes: 2, score: 4, comments: 1 } } } },
    figures: { likes: 6, replies: 1, views: null },
    missing: { answers: { '/api/v3/post': { post_view: { post: { id: 8 }, counts: { score: -1 } } } }, figures: { likes: null } },
    gone: { '/api/v3/post': { post_view: { post: { id: 8, deleted: true }, counts: { upvotes: 6 } } } },
    refused: { status: 401, body: { error: 'not_logged_in' } },
    limited: { status: 429, body: { error: 'rate_limit_error' }, headers: { 'retry-after': '40' } },
  },
  vk: {
    create: (url) => createVkPlatform(rulesOf('vk'), outbound, { api: url }),
    credentials: () => ({ accessToken: 'token', ownerId: '-1' }),
    postId: '-1_3',
    counted: {
      '/wall.getById': {
        response: { items: [{ likes: { count: 4 }, comments: { count: 0 }, reposts: { count: 1 }, views: { count: 99 } }] },
      },
    },
    figures: { likes: 4, replies: 0, reposts: 1, views: 99 },
    missing: { answers: { '/wall.getById': { response: { items: [{ likes: { count: 4 } }] } } }, figures: { likes: 4, views: null } },
    gone: { '/wall.getById': { response: { items: [] } } },
    refused: { status: 200, body: { error: { error_code: 15, error_msg: 'Access denied' } } },
    limited: { status: 200, body: { error: { error_code: 6, error_msg: 'Too many' } } },
  },
  tiktok: {
    create: (url) => createTiktokPlatform(rulesOf('tiktok'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', refreshToken: 'more', openId: 'o', username: 'harbour' }),
    postId: '7000',
    counted: {
      '/v2/video/query/': {
        data: { videos: [{ id: '7000', view_count: 340, like_count: 20, comment_count: 3, share_count: 1 }] },
        error: { code: 'ok' },
      },
    },
    figures: { views: 340, likes: 20, replies: 3, reposts: 1 },
    missing: {
      answers: { '/v2/video/query/': { data: { videos: [{ id: '7000', like_count: 0 }] }, error: { code: 'ok' } } },
      figures: { likes: 0, views: null },
    },
    gone: { '/v2/video/query/': { data: { videos: [] }, error: { code: 'ok' } } },
    refused: { status: 401, body: { error: { code: 'scope_not_authorized', message: 'No.' } } },
    limited: { status: 429, body: { error: { code: 'rate_limit_exceeded', message: 'No.' } } },
  },
  x: {
    create: (url) => createXPlatform(rulesOf('x'), outbound, client, url, url),
    credentials: () => ({ accessToken: 'token', refreshToken: 'more', userId: '1', username: 'harbour' }),
    postId: '55',
    counted: {
      '/2/tweets/55': {
        data: {
          id: '55',
          public_metrics: { impression_count: 340, like_count: 9, reply_count: 1, retweet_count: 2, quote_count: 0, bookmark_count: 3 },
        },
      },
    },
    figures: { views: 340, likes: 9, replies: 1, reposts: 2, quotes: 0, saves: 3 },
    missing: { answers: { '/2/tweets/55': { data: { id: '55', public_metrics: { like_count: 9 } } } }, figures: { likes: 9, views: null } },
    gone: { '/2/tweets/55': { errors: [{ title: 'Not Found Error', detail: 'No.' }] } },
    refused: { status: 401, body: { title: 'Unauthorized', detail: 'Unauthorized', status: 401 } },
    limited: { status: 429, body: { title: 'Too Many Requests', detail: 'Too many', status: 429 }, headers: { 'retry-after': '40' } },
  },
  discord: {
    create: (url) => createDiscordPlatform(rulesOf('discord'), outbound, 'https://posts.example', url),
    credentials: () => ({ botToken: 'token', channelId: '1', botId: '2', guildId: '3' }),
    postId: '4',
    counted: { '/channels/1/messages/4': { id: '4', reactions: [{ count: 2 }, { count: 3 }] } },
    figures: { likes: 5, views: null },
    missing: { answers: { '/channels/1/messages/4': { id: '4' } }, figures: { likes: 0, replies: null } },
    gone: { '/channels/1/messages/4': { status: 404, body: { code: 10008, message: 'Unknown Message' } } },
    refused: { status: 403, body: { code: 50001, message: 'Missing Access' } },
    limited: { status: 429, body: { message: 'Limited', retry_after: 40 } },
  },
  slack: {
    create: (url) => createSlackPlatform(rulesOf('slack'), outbound, client, url),
    credentials: () => ({ botToken: 'token', channel: 'C012345', teamUrl: 'https://t.slack.com/' }),
    postId: 'C012345/17.1',
    counted: { '/api/reactions.get': { ok: true, message: { reactions: [{ count: 2 }, { count: 1 }] } } },
    figures: { likes: 3, views: null },
    missing: { answers: { '/api/reactions.get': { ok: true, message: {} } }, figures: { likes: 0, replies: null } },
    gone: { '/api/reactions.get': { ok: false, error: 'message_not_found' } },
    refused: { status: 200, body: { ok: false, error: 'missing_scope', needed: 'reactions:read' } },
    limited: { status: 429, body: { ok: false, error: 'ratelimited' }, headers: { 'retry-after': '40' } },
  },
};

let fake: FakeServer;
let answers: Answers = {};

beforeAll(async () => {
  const never = (): Reply => ({ status: 500, body: {} });
  fake = await startFakeServer(
    {
      handle({ path }) {
        const [found] = Object.keys(answers)
          .filter((beginning) => path.startsWith(beginning))
          .toSorted((one, other) => other.length - one.length);
        const answer = found === undefined ? undefined : answers[found];
        return answer && isReply(answer) ? answer : { status: 200, body: answer ?? {} };
      },
      isPublishing: () => false,
      refusals: { limited: never, revoked: never, refused: never, unknownCall: never },
    },
    'secret',
  );
});
afterAll(() => fake.stop());

const isReply = (answer: Json | Reply): answer is Reply =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'body' in answer;

async function read({ create, credentials, postId }: Contract, given: Answers) {
  answers = given;
  const platform = create(fake.url);
  if (!platform.readMetrics) throw new Error(`${platform.id} reads no figures.`);
  const { payload, intent } = prepare(platform, 'The harbour opens.');
  const post = { providerId: postId, url: null };
  return platform.readMetrics(payload, credentials(fake.url), intent, post, AbortSignal.timeout(60_000));
}

async function commonFigures(contract: Contract, given: Answers) {
  const reading = await read(contract, given);
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  const names = reading.figures.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  return Object.fromEntries(reading.figures.flatMap(({ metric, value }) => (metric ? [[metric, value]] : [])));
}

const all = (reply: Reply): Answers => ({ '/': reply });
const without = (figures: Contract['figures']) => Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));

describe.each(Object.entries(CONTRACTS))('%s', (_id, contract) => {
  it('reports what it counts under common names, and says nothing of the rest', async () => {
    const found = await commonFigures(contract, contract.counted);
    expect(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null))).toEqual(without(contract.figures));
  });

  it('keeps a figure that was not reported apart from 0', async () => {
    const found = await commonFigures(contract, contract.missing.answers);
    for (const [metric, value] of Object.entries(contract.missing.figures))
      expect([metric, found[metric] ?? null]).toEqual([metric, value]);
  });

  it('says that a post is gone', async () => {
    expect(await read(contract, contract.gone)).toEqual({ kind: 'gone' });
  });

  it('says that it refuses', async () => {
    expect(await read(contract, all(contract.refused))).toMatchObject({ kind: 'refused', message: expect.stringMatching(/./) });
  });

  it('says when it limits the rate, and for how long', async () => {
    const reading = await read(contract, all(contract.limited));
    expect(reading).toMatchObject({ kind: 'unavailable', retryAfterSeconds: expect.any(Number) });
  });

  it('is to be asked again where it has a fault of its own', async () => {
    expect(await read(contract, all({ status: 503, body: {} }))).toMatchObject({ kind: 'unavailable', retryAfterSeconds: null });
  });
});

it('every network that reports figures is in the contract, and those that cost or need more are off by default', () => {
  const byDefault = testPlatforms().filter(({ readMetrics }) => readMetrics !== undefined);
  const chosen = ['x', 'threads', 'linkedin', 'tiktok', 'slack'];
  expect(byDefault.map(({ id }) => id).filter((id) => chosen.includes(id))).toEqual([]);
  expect([...byDefault.map(({ id }) => id), ...chosen].toSorted()).toEqual(['sandbox', ...Object.keys(CONTRACTS)].toSorted());
});

it('asks for the further permission at the sign-in once the operator has switched the figures on', () => {
  const scopesOf = (id: 'facebook' | 'tiktok', readsMetrics?: true) =>
    connectorOf(rulesOf(id), { ...testPorts(), clients: { [id]: { id: 'app', secret: 'hidden', ...(readsMetrics && { readsMetrics }) } } })
      .oauth?.scopes;
  expect([scopesOf('facebook'), scopesOf('tiktok')].flat()).not.toContain('read_insights');
  expect(scopesOf('facebook', true)).toContain('read_insights');
  expect(scopesOf('tiktok', true)).toEqual(['user.info.basic', 'video.publish', 'video.list']);
});
