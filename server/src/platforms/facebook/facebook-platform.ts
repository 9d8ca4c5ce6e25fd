import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { Api } from '../api/create-api.ts';
import { countAt, figuresAt, listAt, readByCursor, requiredText, textAt } from '../api/read-json.ts';
import {
  type Call,
  type CommentCall,
  createConnector,
  type EditCall,
  type FindCall,
  inPathOf,
  type PublishCall,
  type ReadBackCall,
} from '../connector.ts';
import { type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import { GRAPH_MISSING, readBackFromGraph, readGraphRefusal, readInsights } from '../meta/read-graph-refusal.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { bearer, requireScopes } from '../oauth/tokens.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  sinceIntent,
} from '../platform.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { signedVideo, videoOf } from '../videos.ts';
import { publishFacebookVideo, readBackVideo, videoUrl } from './publish-video.ts';

const VERSION = 'v24.0';

/** Facebook's addresses; videos are uploaded to one of their own (developers.facebook.com, Video API, Publishing). */
interface FacebookPlaces {
  graph: string;
  video: string;
  site: string;
}

const PLACES: FacebookPlaces = {
  graph: 'https://graph.facebook.com',
  video: 'https://graph-video.facebook.com',
  site: 'https://www.facebook.com',
};

/** The pages of a person, by Facebook's Pages API (developers.facebook.com). Blind: a post has no key of ours. */
export function createFacebookPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  { graph, video, site } = PLACES,
): Platform {
  const base = `${graph}/${VERSION}`;
  const videoBase = `${video}/${VERSION}`;
  return createConnector({
    network,
    outbound,
    duplicateClass: 'blind',
    idFromLink: (link, { externalId }) => inPathOf(link, 'facebook.com', /^\/(?<id>(?<owner>\d+)_\d+)\/?$/, [externalId]),
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    takesVideo: 'uploaded',
    takesCover: ['uploaded'],
    takesSubtitles: 'application/x-subrip',
    fields: [],
    kept: ['accessToken', 'pageId'],
    oauth: createCodeFlow({
      outbound,
      label: network.label,
      prefix: 'FACEBOOK',
      client,
      authorizeUrl: `${site}/${VERSION}/dialog/oauth`,
      // `business_management` lists the pages that a business portfolio owns (github.com/getopenpost/openpost pull 217).
      scope: 'pages_show_list,pages_read_engagement,pages_manage_posts,pages_manage_engagement,business_management',
      // Facebook Login, Permissions: otherwise a permission that was declined once is not asked for again.
      parameters: { auth_type: 'rerequest' },
      commentsScope: 'pages_manage_engagement',
      metricsScope: 'read_insights',
      readRefusal: readGraphRefusal,
      exchange: (exchange) => exchangeCode(base, exchange),
    }),
    readRefusal: readGraphRefusal,
    identify: (call) => identify(base, call),
    build: buildPost,
    publish: (call) => publish(base, videoBase, call),
    comments: { send: (call) => comment(base, call), find: (call) => findComment(base, call) },
    find: (call) => find(base, call),
    edit: (call) => edit(base, call),
    refusesEdit: (payload) => (videoOf(payload) ? say`The text of a video is edited at Facebook by hand.` : null),
    retract: (call) => retract(base, call),
    readBack: (call) => (videoOf(call.payload) ? readBackVideo(base, call) : readBackFromGraph(base, 'message', call)),
    readMetrics: (call) => (videoOf(call.payload) ? readVideoMetrics(base, call) : readMetrics(base, call, client?.readsMetrics === true)),
  });
}

/** Long-lived tokens: page tokens do not expire if the person's token is long-lived. */
async function exchangeCode(base: string, exchange: { api: Call['api']; client: OauthClient; code: string; redirectUri: string }) {
  const { api, client, code, redirectUri } = exchange;
  const known = { client_id: client.id, client_secret: client.secret };
  const { body: short } = await api.ask({ url: `${base}/oauth/access_token`, form: { ...known, code, redirect_uri: redirectUri } });
  const token = requiredText('Facebook', short, 'access_token');
  const form = { ...known, grant_type: 'fb_exchange_token', fb_exchange_token: token };
  const { body: long } = await api.ask({ url: `${base}/oauth/access_token`, form });
  const headers = bearer({ accessToken: requiredText('Facebook', long, 'access_token') });
  const scopes = await readPermissions(base, api, headers);
  requireScopes('Facebook', NEEDED, scopes);
  const pages = (await listPages(base, api, headers)).flatMap((page) => {
    const pageId = requiredText('Facebook', page, 'id');
    const accessToken = textAt(page, 'access_token');
    const tasks = listAt(page, 'tasks');
    if (!accessToken || (tasks.length > 0 && !tasks.includes('CREATE_CONTENT'))) return [];
    return { handle: textAt(page, 'name') ?? pageId, externalId: pageId, credentials: { accessToken, pageId }, scopes };
  });
  if (pages.length === 0)
    throw new ConnectError(
      say`Facebook lists no page that you may publish on. Start again, choose at least one page there, and allow access to the business portfolio that it is in.`,
    );
  return pages;
}

/** Without pages_manage_engagement only a first comment fails. */
const NEEDED = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];

/** User, Permissions: a person grants all of them, or some. */
async function readPermissions(base: string, api: Api, headers: Record<string, string>): Promise<string[]> {
  const { body } = await api.ask({ url: `${base}/me/permissions`, headers });
  return listAt(body, 'data')
    .filter((one) => textAt(one, 'status') === 'granted')
    .flatMap((one) => textAt(one, 'permission') ?? []);
}

const MOST_LISTS = 10;

/** User, Accounts: with a token of each page, except where the person has no task on it; also by its `tasks`. */
async function listPages(base: string, api: Api, headers: Record<string, string>): Promise<Json[]> {
  const { items } = await readByCursor(MOST_LISTS, async (after) => {
    const query = new URLSearchParams({ fields: 'id,name,access_token,tasks', limit: '100', ...(after && { after }) });
    const { body } = await api.ask({ url: `${base}/me/accounts?${query}`, headers });
    const hasNext = textAt(body, 'paging', 'next') !== null;
    return { items: listAt(body, 'data'), next: hasNext ? textAt(body, 'paging', 'cursors', 'after') : null };
  });
  return items;
}

async function identify(base: string, { account, api }: Call): Promise<ConnectedAccount> {
  const { accessToken = '' } = account;
  const { body } = await api.ask({ url: `${base}/me?fields=id,name`, headers: bearer({ accessToken }) });
  const pageId = requiredText('Facebook', body, 'id');
  return { handle: textAt(body, 'name') ?? pageId, externalId: pageId, credentials: { accessToken, pageId } };
}

/** A post has a video, images, or the card of a link. */
function buildPost({ parts: [{ text }] }: PostWords, { link, media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const { video } = signedVideo(media);
  if (video) return { message: text, video };
  return { message: text, ...(images ? { images } : link !== null && { link: storableText(link) }) };
}

/** Page, Feed, Publishing; images are uploaded as photos of the page, invisible until a post refers to them. */
async function publish(base: string, videoBase: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const video = videoOf(payload);
  if (video) return publishFacebookVideo({ base, videoBase }, call, video);
  const photoIds = await uploadImages(call, (image) => uploadPhoto(base, call, image));
  await onSending();
  const json = {
    ...withoutImages(payload),
    ...(photoIds.length > 0 && { attached_media: photoIds.map((id) => ({ media_fbid: id })) }),
  };
  const { body } = await api.send({ url: `${base}/${account.pageId}/feed`, headers: bearer(account), json });
  const id = requiredText('Facebook', body, 'id');
  return { kind: 'published', providerId: id, url: `https://www.facebook.com/${id}` };
}

/** Page, Photos: uploads the file itself, so Facebook fetches nothing from here. */
async function uploadPhoto(base: string, { account, api }: PublishCall, image: OpenImage): Promise<string> {
  const { bytes, mimeType, fileName, altText } = image;
  const parts = [
    { name: 'source', bytes, mimeType, fileName },
    { name: 'published', value: 'false' },
    ...(altText ? [{ name: 'alt_text_custom', value: altText }] : []),
  ];
  const { body } = await api.ask({ url: `${base}/${account.pageId}/photos`, headers: bearer(account), parts });
  return requiredText('Facebook', body, 'id');
}

/**
 * A post of the page with this text since the intent is ours; absence proves nothing, since pages hold posts back. Of a
 * video the result is its own id, which the intent has, and not that of the post.
 */
async function find(base: string, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = String(Math.floor(sinceIntent(intent) / 1000));
  const query = new URLSearchParams({ fields: 'id,message,permalink_url,attachments{unshimmed_url}', since, limit: '50' });
  const { body } = await api.ask({ url: `${base}/${account.pageId}/posts?${query}`, headers: bearer(account) });
  const matching = listAt(body, 'data').filter((post) => textAt(post, 'message')?.trim() === String(payload.message).trim());
  const [only] = matching;
  if (!only || matching.length > 1) return { kind: 'unsure', message: `The page shows ${matching.length} posts with these words.` };
  if (leadsElsewhere(only, payload.link)) return { kind: 'unsure', message: 'The page shows a post with these words and another link.' };
  if (!videoOf(payload)) return { kind: 'found', providerId: requiredText('Facebook', only, 'id'), url: textAt(only, 'permalink_url') };
  const videoId = textAt(intent.keys, 'videoId');
  if (!videoId) return { kind: 'unsure', message: 'The page shows a post with these words, but which video it has is unknown.' };
  return { kind: 'found', providerId: videoId, url: videoUrl(account, videoId) };
}

/** Whether the card of a post has another address, as far as Facebook shows it: without its own redirect, by host and path. */
function leadsElsewhere(post: Json, link: Json | undefined): boolean {
  const [own, wanted] = [textAt(post, 'attachments', 'data', 0, 'unshimmed_url'), link].map((each) => URL.parse(String(each ?? '')));
  return Boolean(own && wanted) && `${own?.host}${own?.pathname}` !== `${wanted?.host}${wanted?.pathname}`;
}

/** Object Comments, Creating: as the page, with pages_manage_engagement. */
async function comment(base: string, { payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const headers = bearer(account);
  const { body } = await api.send({ url: `${base}/${post.providerId}/comments`, headers, json: { message: String(payload.text) } });
  const id = requiredText('Facebook', body, 'id');
  return { kind: 'published', providerId: id, url: `https://www.facebook.com/${id}` };
}

/** The page's own comment with this text; absence proves nothing, since comments are held back, too. */
async function findComment(base: string, { payload, account, post, api }: Omit<CommentCall, 'onSending'>): Promise<LookupResult> {
  const query = new URLSearchParams({ fields: 'id,message,permalink_url,from', order: 'chronological', limit: '100' });
  const { body } = await api.ask({ url: `${base}/${post.providerId}/comments?${query}`, headers: bearer(account) });
  const found = listAt(body, 'data').find(
    (each) => textAt(each, 'from', 'id') === account.pageId && textAt(each, 'message')?.trim() === String(payload.text).trim(),
  );
  if (!found) return { kind: 'unsure', message: 'Facebook lists no such comment of the page.' };
  return { kind: 'found', providerId: requiredText('Facebook', found, 'id'), url: textAt(found, 'permalink_url') };
}

/** Page Post, Updating: the message of a post that this app has made. */
async function edit(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  await api.send({ url: `${base}/${post.providerId}`, headers: bearer(account), json: { message: String(payload.message) } });
}

/**
 * Page Post, Deleting. Graph answers a missing post like one that may not be deleted or read: only what cannot be read is gone,
 * and only where the other posts of the page can.
 */
async function retract(base: string, { account, post, api }: ReadBackCall): Promise<void> {
  const call = { url: `${base}/${post.providerId}`, headers: bearer(account) };
  await api.look({ ...call, method: 'DELETE' }).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    const isThere = await api.look({ ...call, url: `${call.url}?fields=id` }).catch((unread: unknown) => {
      if (isMissing(unread)) return null;
      throw unread;
    });
    if (isThere) throw error;
    await api.ask({ ...call, url: `${base}/${account.pageId}/posts?fields=id&limit=1` });
  });
}

const isMissing = (error: unknown): boolean => error instanceof ApiFault && error.code === GRAPH_MISSING;

const REACTIONS = 'reactions.summary.total_count';
const LIKES = 'likes.summary.total_count';
const COMMENTS = 'comments.summary.total_count';

/** Page Post: counts that come with the permissions of publishing; Insights in addition where the operator has chosen that. */
async function readMetrics(base: string, call: ReadBackCall, hasInsights: boolean): Promise<readonly Figure[] | null> {
  const { account, post, api } = call;
  const fields = 'reactions.limit(0).summary(total_count),comments.limit(0).summary(total_count),shares';
  const answer = await api.look({ url: `${base}/${post.providerId}?${new URLSearchParams({ fields })}`, headers: bearer(account) });
  if (!answer) return null;
  const figures = figuresAt(answer.body, { [REACTIONS]: 'likes', [COMMENTS]: 'replies' });
  // The field is left out until the post was shared once.
  const shared: Figure = { name: 'shares.count', metric: 'reposts', value: countAt(answer.body, 'shares', 'count') ?? 0 };
  const insights = { post_media_view: 'views', post_total_media_view_unique: 'reach', post_clicks: 'clicks' } as const;
  return [...figures, shared, ...(hasInsights ? await readInsights(base, insights, call, { period: 'lifetime' }) : [])];
}

/** Video: a node of its own, without the shares and insights of a post; asked for one of those, Facebook refuses all. */
async function readVideoMetrics(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const fields = 'likes.limit(0).summary(total_count),comments.limit(0).summary(total_count),views';
  const answer = await api.look({ url: `${base}/${post.providerId}?${new URLSearchParams({ fields })}`, headers: bearer(account) });
  return answer && figuresAt(answer.body, { [LIKES]: 'likes', [COMMENTS]: 'replies', views: 'views' });
}
