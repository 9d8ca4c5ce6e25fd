import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { faultWith } from '../api/api-fault.ts';
import type { Api } from '../api/create-api.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type CommentCall, createConnector, type PublishCall, type ReadBackCall } from '../connector.ts';
import { signedImages } from '../images.ts';
import { type ContainerApi, findContainer } from '../meta/containers.ts';
import { publishContainer } from '../meta/publish-container.ts';
import { readBackFromGraph, readGraphRefusal, readInsights } from '../meta/read-graph-refusal.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { endOf, requireScopes, scopesAt } from '../oauth/tokens.ts';
import type { ConnectedAccount, Figure, JsonObject, LookupResult, Outcome, Platform, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';

const VERSION = 'v24.0';

const PLACES: InstagramPlaces = {
  graph: 'https://graph.instagram.com',
  api: 'https://api.instagram.com',
  site: 'https://www.instagram.com',
};

/**
 * Professional accounts through the Instagram API with Instagram Login (developers.facebook.com). Askable: a
 * container's status is available for a day. It fetches pictures, only JPEG, and videos from an address.
 */
export function createInstagramPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  places = PLACES,
): Platform {
  const base = `${places.graph}/${VERSION}`;
  const containers: ContainerApi = {
    label: network.label,
    base,
    createEdge: 'media',
    publishEdge: 'media_publish',
    listEdge: 'media',
    textField: 'caption',
    statusField: 'status_code',
    reasonField: 'status',
  };
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    provenBy: 'reference stand-in',
    takesImages: 'fetched',
    takesAltTextOf: ['image'],
    takesVideo: 'fetched',
    imageTypes: ['image/jpeg'],
    takesCover: ['fetched', 'moment'],
    coverTypes: ['image/jpeg'],
    fields: [],
    kept: ['accessToken', 'userId'],
    // Of 60 days; what has expired cannot be renewed.
    renewsAheadDays: 30,
    oauth: createInstagramOauth(outbound, client, places, (api, account) => identify(base, api, account)),
    readRefusal: readGraphRefusal,
    identify: ({ account, api }) => identify(base, api, account),
    build: buildPost,
    publish: (call) => publishToInstagram(containers, call),
    comments: { send: (call) => comment(base, call), find: (call) => findComment(base, call) },
    find: (call) => findContainer(containers, call),
    readBack: (call) => readBackFromGraph(base, 'caption', call),
    readMetrics: (call) => readMetrics(base, call, client?.readsMetrics === true),
    refresh: ({ account, api }) => refreshOnInstagram(places, api, account),
  });
}

function buildPost({ parts: [{ text }] }: PostWords, { media }: PostExtras): JsonObject {
  const { images = [] } = signedImages(media);
  const { video } = signedVideo(media);
  if (video) return { media_type: 'REELS', caption: text, video };
  return { ...(images.length > 1 && { media_type: 'CAROUSEL' }), caption: text, ...(images.length > 0 && { images }) };
}

/** The window slides, and the response does not say when: a post may be possible again in an hour. */
const ASK_AGAIN_SECONDS = 3_600;

/** Queries first how many posts the account has left: other programs publish there too, and accounts differ. */
async function publishToInstagram(containers: ContainerApi, call: PublishCall): Promise<Outcome> {
  await mindLimit(containers, call);
  return publishContainer(containers, call);
}

/** developers.facebook.com, IG User Content Publishing Limit. */
async function mindLimit({ base }: ContainerApi, { account, api }: PublishCall): Promise<void> {
  const query = new URLSearchParams({ fields: 'quota_usage,config', access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${base}/${account.userId}/content_publishing_limit?${query}` });
  const total = Number(textAt(body, 'data', 0, 'config', 'quota_total') ?? Number.NaN);
  const used = Number(textAt(body, 'data', 0, 'quota_usage') ?? Number.NaN);
  if (!(used >= total)) return;
  const words = say`Instagram allows ${total} posts per account in 24 hours, and ${used} were published.`;
  throw faultWith('rate_limited', words, ASK_AGAIN_SECONDS);
}

/** IG Media, Comments: with instagram_business_manage_comments. A comment has no address of its own. */
async function comment(base: string, { payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const form = { message: String(payload.text), access_token: account.accessToken ?? '' };
  const { body } = await api.send({ url: `${base}/${post.providerId}/comments`, form });
  return { kind: 'published', providerId: requiredText('Instagram', body, 'id'), url: post.url };
}

/** The account's own comment with this text, by its username: `from.id` is not the id that the account has elsewhere. */
async function findComment(base: string, { payload, account, post, api }: Omit<CommentCall, 'onSending'>): Promise<LookupResult> {
  const query = new URLSearchParams({ fields: 'id,text,from', limit: '50', access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${base}/${post.providerId}/comments?${query}` });
  const same = listAt(body, 'data').filter((each) => textAt(each, 'text')?.trim() === String(payload.text).trim());
  const { username } = await readAccountName(base, api, account);
  const found = same.find((each) => textAt(each, 'from', 'username') === username);
  if (found) return { kind: 'found', providerId: requiredText('Instagram', found, 'id'), url: post.url };
  if (same.some((each) => textAt(each, 'from', 'username') === null))
    return { kind: 'unsure', message: 'Instagram does not say who wrote a comment with these words.' };
  if (at(body, 'paging', 'next') !== undefined) return { kind: 'unsure', message: 'The post has too many comments to tell.' };
  return { kind: 'absent' };
}

/** IG User; a person may change the username at any time. */
async function readAccountName(base: string, api: Api, { accessToken = '' }: AccountValues) {
  const query = new URLSearchParams({ fields: 'user_id,username', access_token: accessToken });
  const { body } = await api.ask({ url: `${base}/me?${query}` });
  return { userId: requiredText('Instagram', body, 'user_id'), username: textAt(body, 'username') };
}

async function identify(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const accessToken = account.accessToken ?? '';
  const { userId, username } = await readAccountName(base, api, account);
  return { handle: `@${username ?? userId}`, externalId: userId, credentials: { accessToken, userId } };
}

/** Instagram's addresses; sign-in has two of its own. */
interface InstagramPlaces {
  graph: string;
  api: string;
  site: string;
}

/** What a person may leave out, one by one. Without that of comments only a first comment fails. */
const NEEDED = ['instagram_business_basic', 'instagram_business_content_publish'];

/** developers.facebook.com, Business Login for Instagram: the code becomes a token for an hour, and that one for 60 days. */
function createInstagramOauth(
  outbound: Outbound,
  client: OauthClient | undefined,
  { site, api: tokens, graph }: InstagramPlaces,
  identify: (api: Api, account: AccountValues) => Promise<ConnectedAccount>,
): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Instagram',
    prefix: 'INSTAGRAM',
    client,
    authorizeUrl: `${site}/oauth/authorize`,
    scope: 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments',
    commentsScope: 'instagram_business_manage_comments',
    metricsScope: 'instagram_business_manage_insights',
    readRefusal: readGraphRefusal,
    async exchange({ api, client: { id, secret }, code, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: id, client_secret: secret };
      const { body: short } = await api.ask({ url: `${tokens}/oauth/access_token`, form });
      // The documentation shows the response both bare and in a list.
      const token = textAt(short, 'access_token') ?? requiredText('Instagram', short, 'data', 0, 'access_token');
      const scopes = scopesAt(short, 'permissions') ?? scopesAt(short, 'data', 0, 'permissions');
      requireScopes('Instagram', NEEDED, scopes);
      const query = new URLSearchParams({ grant_type: 'ig_exchange_token', client_secret: secret, access_token: token });
      const { body } = await api.ask({ url: `${graph}/access_token?${query}` });
      const connected = await identify(api, { accessToken: requiredText('Instagram', body, 'access_token') });
      return [{ ...connected, ...endOf(textAt(body, 'expires_in')), ...(scopes && { scopes }) }];
    },
  });
}

/** Long-lived tokens are renewed before they end; afterwards only the person can. */
async function refreshOnInstagram({ graph }: InstagramPlaces, api: Api, account: AccountValues) {
  const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${graph}/refresh_access_token?${query}` });
  const accessToken = requiredText('Instagram', body, 'access_token');
  return { credentials: { ...account, accessToken }, ...endOf(textAt(body, 'expires_in')) };
}

/** IG Media: likes and comments come with the basic permission; Insights where the operator has chosen that. */
async function readMetrics(base: string, call: ReadBackCall, hasInsights: boolean): Promise<readonly Figure[] | null> {
  const { account, post, api } = call;
  const query = new URLSearchParams({ fields: 'like_count,comments_count', access_token: account.accessToken ?? '' });
  const answer = await api.look({ url: `${base}/${post.providerId}?${query}` });
  if (!answer) return null;
  const insights = { views: 'views', reach: 'reach', saved: 'saves', shares: 'reposts' } as const;
  const counted = figuresAt(answer.body, { like_count: 'likes', comments_count: 'replies' });
  return [...counted, ...(hasInsights ? await readInsights(base, insights, call) : [])];
}
