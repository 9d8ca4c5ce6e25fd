import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type CommentCall, createConnector, type FindCall, inPathOf, type ReadBackCall } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { bearer, clientForm } from '../oauth/tokens.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type Figure,
  type LookupResult,
  type Outcome,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { videoOf } from '../videos.ts';
import { editOnYoutube, publishToYoutube, retractFromYoutube, videoUrl } from './publish-to-youtube.ts';
import { askSession, buildUpload, GOOGLE, type YoutubeHosts } from './upload-session.ts';

/**
 * One channel through the YouTube Data API v3 (developers.google.com/youtube/v3). Askable: the address of an upload is
 * kept before its first byte, and tells how much of it arrived and which video it became.
 */
export function createYoutubePlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  hosts = GOOGLE,
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    idFromLink,
    settlesWithinSeconds: 120,
    provenBy: 'reference stand-in',
    takesVideo: 'uploaded',
    takesCover: ['uploaded'],
    takesSubtitles: 'application/x-subrip',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'channelId', 'uploadsId'],
    ...createYoutubeOauth(outbound, client, hosts),
    readRefusal,
    identify: ({ account, api }) => identifyChannel(hosts, api, account),
    build: buildUpload,
    publish: (call) => publishToYoutube(hosts, call),
    comments: { send: (call) => commentOnYoutube(hosts, call), find: (call) => findCommentOnYoutube(hosts, call) },
    find: (call) => findOnYoutube(hosts, call),
    readBack: (call) => readBackFromYoutube(hosts, call),
    edit: (call) => editOnYoutube(hosts, call),
    retract: (call) => retractFromYoutube(hosts, call),
    readMetrics: (call) => readMetricsFromYoutube(hosts, call),
  });
}

/** developers.google.com/youtube/v3/docs/errors: the project’s quota is renewed at midnight, Pacific time. */
const LIMITS = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'uploadLimitExceeded']);
const OF_THE_SERVICE = new Set(['accessNotConfigured', 'forbiddenClient']);
const OF_THE_ACCOUNT = new Set(['authError', 'youtubeSignupRequired', 'insufficientPermissions', 'accountSuspended', 'channelClosed']);
const NEXT_LOOK_SECONDS = 3_600;

/** `{"error": {"code": 403, "message": "…", "errors": [{"reason": "quotaExceeded"}]}}`, and as in RFC 6749 for tokens. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const message = textAt(body, 'error', 'message') ?? textAt(body, 'error_description') ?? textAt(body, 'error');
  if (message === null) return null;
  const code = textAt(body, 'error', 'errors', 0, 'reason') ?? textAt(body, 'error') ?? undefined;
  const about = { message, ...(code && { code }) };
  if (status === 429) return about;
  if (code && LIMITS.has(code)) return { ...about, kind: 'rate_limited', retryAfterSeconds: NEXT_LOOK_SECONDS };
  if (code && OF_THE_SERVICE.has(code)) return { ...about, kind: 'service_refused' };
  if (status === 401 || (code && OF_THE_ACCOUNT.has(code))) return { ...about, kind: 'unauthorized' };
  return status === 403 ? { ...about, kind: 'rejected' } : about;
}

/** GET /youtube/v3/videos as the channel sees it: an unaudited project's videos are private, whatever was signed. */
async function readBackFromYoutube({ api: base }: YoutubeHosts, { payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const query = new URLSearchParams({ part: 'snippet,status,contentDetails', id: post.providerId });
  const { body } = await api.ask({ url: `${base}/youtube/v3/videos?${query}`, headers: bearer(account) });
  const video = at(body, 'items', 0);
  if (!video) return { kind: 'gone', seenBy: 'account' };
  const fieldsOf = (resource: typeof video) => ({
    title: textAt(resource, 'snippet', 'title') ?? '',
    text: textAt(resource, 'snippet', 'description') ?? '',
    privacy: textAt(resource, 'status', 'privacyStatus') ?? '',
  });
  // Both follow the upload; one that YouTube did not take is missing here.
  const { cover, subtitles } = videoOf(payload) ?? {};
  const extras = {
    ...(cover && { cover: String(at(video, 'contentDetails', 'hasCustomThumbnail') === true) }),
    ...(subtitles && { subtitles: String(textAt(video, 'contentDetails', 'caption') === 'true') }),
  };
  const wanted = { ...(cover && { cover: 'true' }), ...(subtitles && { subtitles: 'true' }) };
  return {
    ...{ kind: 'found', seenBy: 'account' },
    signed: { ...fieldsOf(payload), ...wanted },
    published: { ...fieldsOf(video), ...extras },
  };
}

const STATISTICS = { viewCount: 'views', likeCount: 'likes', commentCount: 'replies', favoriteCount: null } as const;

/** GET /youtube/v3/videos, part statistics: one unit of the quota. A channel that hides its likes reports none. */
async function readMetricsFromYoutube(
  { api: base }: YoutubeHosts,
  { account, post, api }: ReadBackCall,
): Promise<readonly Figure[] | null> {
  const query = new URLSearchParams({ part: 'statistics', id: post.providerId });
  const { body } = await api.ask({ url: `${base}/youtube/v3/videos?${query}`, headers: bearer(account) });
  const video = at(body, 'items', 0);
  return video ? figuresAt(at(video, 'statistics'), STATISTICS) : null;
}

/** Asks the kept upload what became of it; one that YouTube no longer knows is looked for among the channel's uploads. */
async function findOnYoutube(hosts: YoutubeHosts, call: FindCall): Promise<LookupResult> {
  const { sessionUrl } = call.intent.keys;
  // Without an address no byte was ever sent.
  if (typeof sessionUrl !== 'string') return { kind: 'absent' };
  const state = await askSession(call, sessionUrl, videoOf(call.payload)?.byte_size ?? 0);
  if (state.kind === 'open') return { kind: 'absent' };
  if (state.kind === 'complete') return { kind: 'found', providerId: state.videoId, url: videoUrl(state.videoId) };
  const videoId = await findUpload(hosts, call);
  return videoId
    ? { kind: 'found', providerId: videoId, url: videoUrl(videoId) }
    : { kind: 'unsure', message: 'YouTube no longer knows the upload, and lists no such video.' };
}

/** GET /youtube/v3/playlistItems of the channel's uploads, the newest first. */
async function findUpload({ api: base }: YoutubeHosts, { account, api, payload, intent }: FindCall): Promise<string | null> {
  const query = new URLSearchParams({ part: 'snippet', playlistId: account.uploadsId ?? '', maxResults: '50' });
  const { body } = await api.ask({ url: `${base}/youtube/v3/playlistItems?${query}`, headers: bearer(account) });
  const matching = listAt(body, 'items').filter(
    (item) =>
      textAt(item, 'snippet', 'title') === textAt(payload, 'snippet', 'title') &&
      (textAt(item, 'snippet', 'description') ?? '') === (textAt(payload, 'snippet', 'description') ?? '') &&
      Date.parse(textAt(item, 'snippet', 'publishedAt') ?? '') >= sinceIntent(intent),
  );
  const [only, ...more] = matching;
  return only && more.length === 0 ? textAt(at(only, 'snippet', 'resourceId'), 'videoId') : null;
}

/** Sufficient for every call (discovery document of youtube/v3). With more than one, a person ticks each by itself, or not. */
const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';

/** developers.google.com/identity/protocols/oauth2/web-server; `offline` and `consent` bring a refresh token every time. */
function createYoutubeOauth(outbound: Outbound, client: OauthClient | undefined, hosts: YoutubeHosts) {
  return createRenewableFlow({
    outbound,
    label: 'YouTube',
    prefix: 'YOUTUBE',
    client,
    authorizeUrl: `${hosts.site}/o/oauth2/v2/auth`,
    scope: SCOPE,
    needs: [SCOPE],
    hasPkce: true,
    parameters: { access_type: 'offline', prompt: 'consent' },
    readRefusal,
    tokenUrl: `${hosts.tokens}/token`,
    // Set where the person gives access for a time only.
    refreshTokenLifetime: 'refresh_token_expires_in',
    request: clientForm,
    identify: ({ api, account }) => identifyChannel(hosts, api, account),
  });
}

/** GET /youtube/v3/channels: the channel that was chosen at the sign-in. */
async function identifyChannel({ api: base }: YoutubeHosts, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const query = new URLSearchParams({ part: 'snippet,contentDetails', mine: 'true' });
  const { body } = await api.ask({ url: `${base}/youtube/v3/channels?${query}`, headers: bearer(account) });
  const channel = at(body, 'items', 0);
  if (!channel) throw new ConnectError(say`This Google account has no YouTube channel. Create one, or choose another account.`);
  const channelId = requiredText('YouTube', channel, 'id');
  const uploadsId = requiredText('YouTube', channel, 'contentDetails', 'relatedPlaylists', 'uploads');
  const handle = textAt(channel, 'snippet', 'customUrl') ?? textAt(channel, 'snippet', 'title') ?? channelId;
  return { handle, externalId: channelId, credentials: { ...account, channelId, uploadsId } };
}

/** developers.google.com/youtube/v3, commentThreads.insert, with youtube.force-ssl. Refused under videos for kids. */
async function commentOnYoutube({ api: base }: YoutubeHosts, { payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const topLevelComment = { snippet: { textOriginal: String(payload.text) } };
  const json = { snippet: { channelId: account.channelId ?? '', videoId: post.providerId, topLevelComment } };
  const { body } = await api.send({ url: `${base}/youtube/v3/commentThreads?part=snippet`, headers: bearer(account), json });
  const id = requiredText('YouTube', body, 'id');
  return { kind: 'published', providerId: id, url: commentUrl(post.providerId, id) };
}

const PAGE = 100;

/** commentThreads.list, the newest first: the channel's own comment with this text. */
async function findCommentOnYoutube(
  { api: base }: YoutubeHosts,
  { payload, account, post, api }: Omit<CommentCall, 'onSending'>,
): Promise<LookupResult> {
  const query = new URLSearchParams({ part: 'snippet', videoId: post.providerId, order: 'time', maxResults: String(PAGE) });
  const { body } = await api.ask({ url: `${base}/youtube/v3/commentThreads?${query}`, headers: bearer(account) });
  const threads = listAt(body, 'items');
  const found = threads.find(
    (thread) =>
      textAt(thread, 'snippet', 'topLevelComment', 'snippet', 'authorChannelId', 'value') === account.channelId &&
      textAt(thread, 'snippet', 'topLevelComment', 'snippet', 'textOriginal')?.trim() === String(payload.text).trim(),
  );
  if (found) {
    const id = requiredText('YouTube', found, 'id');
    return { kind: 'found', providerId: id, url: commentUrl(post.providerId, id) };
  }
  // A page may be shorter than what was asked for.
  return textAt(body, 'nextPageToken') === null
    ? { kind: 'absent' }
    : { kind: 'unsure', message: 'The video has too many comments to tell.' };
}

const commentUrl = (videoId: string, id: string): string => `${videoUrl(videoId)}&lc=${encodeURIComponent(id)}`;

function idFromLink(link: URL): string | null {
  const watched = inPathOf(link, 'youtube.com', /^\/(?<id>watch)$/) && link.searchParams.get('v');
  return watched || inPathOf(link, 'youtube.com', /^\/shorts\/(?<id>[\w-]+)$/) || inPathOf(link, 'youtu.be', /^\/(?<id>[\w-]+)$/);
}
