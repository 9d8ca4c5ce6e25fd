import { setTimeout as wait } from 'node:timers/promises';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { joined, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type FindCall, inPathOf, type PublishCall, type ReadBackCall } from '../connector.ts';
import { type NetworkRules, serverLimit, withServerLimits } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { bearer } from '../oauth/tokens.ts';
import { notOfferedWords, type OfferedValues } from '../platform/settings.ts';
import type { ConnectedAccount, Figure, Json, JsonObject, LookupResult, Outcome, Platform } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { contentRange, coverMoment, PIECE_BYTES, type SignedVideo, signedVideo, videoOf, videoPieces } from '../videos.ts';
import { tiktokHints, tiktokRules, tiktokSwitches } from './tiktok-rules.ts';

/**
 * Videos through TikTok's Content Posting API, Direct Post (developers.tiktok.com). Askable: the `publish_id` is kept
 * before the first byte. Photos are not sent: TikTok fetches them in the request that makes the post, so a lost
 * response would leave nothing to ask for.
 */
export function createTiktokPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://open.tiktokapis.com',
  site = 'https://www.tiktok.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    idFromLink: (link, { handle }) => inPathOf(link, 'tiktok.com', /^\/(?<owner>@[^/]+)\/(?:video|photo)\/(?<id>\d+)\/?$/, [handle]),
    settlesWithinSeconds: 120,
    provenBy: 'reference stand-in',
    takesVideo: 'uploaded',
    takesCover: ['moment'],
    fields: [],
    kept: ['accessToken', 'refreshToken', 'openId', 'username'],
    ...createTiktokOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyCreator(base, api, account),
    build: buildVideo,
    publish: (call) => publishToTiktok(base, call),
    find: (call) => findOnTiktok(base, call),
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetricsFromTiktok(base, call) }),
  });
}

const OF_THE_ACCOUNT = new Set(['access_token_invalid', 'scope_not_authorized', 'invalid_grant', 'auth_removed']);
/** The app has too many users for one that is not audited, or its credentials are wrong. */
const OF_THE_SERVICE = new Set(['reached_active_user_cap', 'invalid_client']);
/** So many posts a day for each creator, over all apps. */
const TOO_MANY = new Set(['spam_risk_too_many_posts', 'spam_risk_too_many_pending_share']);
const NEXT_TRY_SECONDS = 6 * 3_600;

/** `{"data": {}, "error": {"code": "…", "message": "…"}}`, where "ok" is no error; as in RFC 6749 for tokens. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const code = textAt(body, 'error', 'code') ?? textAt(body, 'error');
  if (code === null || code === 'ok') return null;
  const message = textAt(body, 'error', 'message') ?? textAt(body, 'error_description') ?? code;
  const about = { code, message: message === code ? code : `${message} (${code})`, hint: tiktokHints[code] };
  if (code === 'rate_limit_exceeded' || status === 429) return { ...about, kind: 'rate_limited' };
  const kind = kindOf(code);
  if (kind === 'rate_limited') return { ...about, kind, retryAfterSeconds: NEXT_TRY_SECONDS };
  return kind || status < 500 ? { ...about, kind: kind ?? 'rejected' } : about;
}

/** What a code is about; null for the post itself. */
function kindOf(code: string): 'rate_limited' | 'service_refused' | 'unauthorized' | null {
  if (TOO_MANY.has(code)) return 'rate_limited';
  if (OF_THE_SERVICE.has(code)) return 'service_refused';
  return OF_THE_ACCOUNT.has(code) ? 'unauthorized' : null;
}

/** Asks for the kept `publish_id`. */
async function findOnTiktok(base: string, call: FindCall): Promise<LookupResult> {
  const { publishId } = call.intent.keys;
  // Without an id no byte was ever sent.
  if (typeof publishId !== 'string') return { kind: 'absent' };
  const status = await readStatus(base, call, publishId);
  if (status.kind === 'published')
    return { kind: 'found', providerId: status.postId ?? publishId, url: postUrl(call.account.username, status.postId) };
  const isCutOff = status.kind === 'uploading' && status.received < (videoOf(call.payload)?.byte_size ?? 0);
  if (status.kind === 'failed') return { kind: 'refused', outcome: failed(status.reason) };
  return isCutOff ? { kind: 'absent' } : { kind: 'unsure', message: 'TikTok still works on it.' };
}

/** developers.tiktok.com, Direct Post: `post_info`. */
function buildVideo({ parts: [{ text }] }: PostWords, { media, settings = {} }: PostExtras): JsonObject {
  const isOn = (name: string): boolean => settings[name] === true;
  const { video } = signedVideo(media);
  const moment = video ? coverMoment(video) : null;
  return {
    post_info: {
      title: text,
      privacy_level: settings.privacy_level ?? 'SELF_ONLY',
      disable_comment: !isOn('allow_comments'),
      disable_duet: !isOn('allow_duet'),
      disable_stitch: !isOn('allow_stitch'),
      brand_organic_toggle: isOn('own_brand'),
      brand_content_toggle: isOn('paid_partnership'),
      is_aigc: isOn('ai_generated'),
      ...(moment !== null && { video_cover_timestamp_ms: moment }),
    },
    ...(video && { video }),
  };
}

const SCOPE = 'user.info.basic,video.publish';

/**
 * developers.tiktok.com, Login Kit for Web. It takes no PKCE: that is for its mobile and desktop apps, whose challenge
 * is not that of RFC 7636.
 */
function createTiktokOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string) {
  return createRenewableFlow({
    outbound,
    label: 'TikTok',
    prefix: 'TIKTOK',
    client,
    authorizeUrl: `${site}/v2/auth/authorize/`,
    scope: SCOPE,
    needs: ['video.publish'],
    metricsScope: 'video.list',
    ...(client && { parameters: { client_key: client.id } }),
    readRefusal,
    tokenUrl: `${base}/v2/oauth/token/`,
    // User Access Token Management: to be called when a person disconnects.
    revocation: { url: `${base}/v2/oauth/revoke/`, token: 'accessToken' },
    request: ({ id, secret }) => ({ form: { client_key: id, client_secret: secret } }),
    identify: ({ api, account, body }) => identifyCreator(base, api, { ...account, openId: requiredText('TikTok', body, 'open_id') }),
  });
}

/** The creator as TikTok wants them shown with a post, and how long their videos may be, which differs by account. */
async function identifyCreator(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const creator = await readCreator(base, { api, account });
  const username = textAt(creator, 'creator_username') ?? textAt(creator, 'creator_nickname') ?? 'TikTok';
  const longest = serverLimit(at(creator, 'max_video_post_duration_sec'), {
    ...{ field: 'video_length', unit: 'seconds', source: 'TikTok says so of the account (creator_info/query)' },
  });
  const limits = [...longest, ...offeredTo(creator)];
  return { handle: `@${username}`, externalId: account.openId ?? username, credentials: { ...account, username }, limits };
}

/** What the account's own privacy settings leave to choose. */
function offeredTo(creator: Json | undefined): OfferedValues[] {
  const levels = listAt(creator, 'privacy_level_options').filter((level) => typeof level === 'string');
  const off = Object.entries(tiktokSwitches).filter(([field]) => at(creator, field) === true);
  return [
    ...(levels.length > 0 ? [{ setting: 'privacy_level', values: levels }] : []),
    ...off.map(([, setting]) => ({ setting, values: [false] })),
  ];
}

/** A video below this is one piece, above it pieces of it (developers.tiktok.com, Media Transfer Guide: 5 to 64 MB). */
const pieceSize = (size: number): number => Math.min(size, PIECE_BYTES);
/** In all some ten seconds; later the post is asked for. */
const PAUSES_MS = [200, 1_000, 2_000, 3_000, 4_000];

interface Upload {
  publishId: string;
  uploadUrl: string;
  received: number;
}

/** Direct Post: the id of the post is kept before the first byte, and the post is made once all of them arrived. */
async function publishToTiktok(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, onSending, intent } = call;
  const video = videoOf(payload);
  if (!video) throw faultWith('rejected', say`TikTok requires a video in every post.`);
  const { publishId, uploadUrl } = intent.keys;
  const status = typeof publishId === 'string' ? await readStatus(base, call, publishId) : null;
  if (status && status.kind !== 'failed' && !(status.kind === 'uploading' && status.received < video.byte_size)) {
    await onSending();
    return await outcomeOf(base, call, String(publishId), status);
  }
  const isOpen = status?.kind === 'uploading' && typeof uploadUrl === 'string';
  const upload = isOpen ? { publishId: String(publishId), uploadUrl, received: status.received } : await initUpload(base, call, video);
  await onSending({ publishId: upload.publishId, uploadUrl: upload.uploadUrl });
  await sendPieces(call, video, upload);
  return await outcomeOf(base, call, upload.publishId, { kind: 'working' });
}

/** POST /v2/post/publish/video/init/. */
async function initUpload(base: string, call: PublishCall, video: SignedVideo): Promise<Upload> {
  const { payload, account, api } = call;
  const postInfo = payload.post_info as JsonObject;
  // They may have changed since the account was last checked.
  const { settings = [] } = withServerLimits(tiktokRules, offeredTo(await readCreator(base, call)));
  const [privacy] = settings.filter(({ name }) => name === 'privacy_level');
  const refused = privacy && notOfferedWords('TikTok', privacy, String(postInfo.privacy_level));
  if (refused) throw faultWith('rejected', joined([refused.message, refused.remedy]));
  const size = pieceSize(video.byte_size);
  const source = {
    source: 'FILE_UPLOAD',
    video_size: video.byte_size,
    chunk_size: size,
    total_chunk_count: Math.floor(video.byte_size / size),
  };
  const json = { post_info: postInfo, source_info: source };
  const { body } = await api.ask({ url: `${base}/v2/post/publish/video/init/`, headers: bearer(account), json });
  const data = at(body, 'data');
  return { publishId: requiredText('TikTok', data, 'publish_id'), uploadUrl: requiredText('TikTok', data, 'upload_url'), received: 0 };
}

/** PUT of each piece, in order; the rest of the video is part of the last one. */
async function sendPieces({ readMedia, api }: PublishCall, video: SignedVideo, { uploadUrl, received }: Upload): Promise<void> {
  const pieces = { start: received, pieceBytes: pieceSize(video.byte_size), joinsRest: true };
  for await (const { bytes, ...piece } of videoPieces({ readMedia }, video, pieces)) {
    await api.send({
      method: 'PUT',
      url: uploadUrl,
      headers: { 'content-range': contentRange(piece, video.byte_size) },
      file: { bytes, mimeType: video.mime_type },
      mayBeEmpty: true,
    });
  }
}

async function outcomeOf(base: string, call: PublishCall, publishId: string, known: PostStatus): Promise<Outcome> {
  let status = known;
  for (const pause of PAUSES_MS) {
    if (status.kind === 'published' || status.kind === 'failed' || call.signal.aborted) break;
    status = await readStatus(base, call, publishId).catch((error: unknown): PostStatus => {
      // All of the video arrived: from here on no outcome may say that nothing was published.
      if (error instanceof ApiFault) return { kind: 'working' };
      throw error;
    });
    if (status.kind === 'working' || status.kind === 'uploading') await wait(pause, undefined, { signal: call.signal }).catch(() => {});
  }
  if (status.kind === 'failed') return failed(status.reason);
  if (status.kind !== 'published') return { kind: 'pending', ...toStoredMessage(say`TikTok still prepares the post.`) };
  return { kind: 'published', providerId: status.postId ?? publishId, url: postUrl(call.account.username, status.postId) };
}

/** `fail_reason` of developers.tiktok.com, Get Post Status: nothing was published. `internal` is a fault of TikTok. */
function failed(reason: string): ApiFault['outcome'] {
  const refusal = say`TikTok made no post of the video: ${reason}.`;
  const hint = tiktokHints[reason];
  const words = hint ? joined([refusal, hint]) : refusal;
  if (reason === 'internal') return faultWith('unavailable', words).outcome;
  return faultWith(kindOf(reason) ?? 'rejected', words, NEXT_TRY_SECONDS).outcome;
}

/** POST /v2/post/publish/creator_info/query/, which must be asked before every post. */
async function readCreator(base: string, { api, account }: Pick<Call, 'api' | 'account'>): Promise<Json | undefined> {
  const { body } = await api.ask({ url: `${base}/v2/post/publish/creator_info/query/`, headers: bearer(account), json: {} });
  return at(body, 'data');
}

/** What became of a `publish_id`. */
type PostStatus =
  /** Not all of the video arrived; it becomes no post unless the rest does. */
  | { kind: 'uploading'; received: number }
  | { kind: 'working' }
  /** `postId` is null until TikTok has moderated a public post. */
  | { kind: 'published'; postId: string | null }
  | { kind: 'failed'; reason: string };

/** POST /v2/post/publish/status/fetch/. */
async function readStatus(base: string, { api, account }: Pick<Call, 'api' | 'account'>, publishId: string): Promise<PostStatus> {
  const json = { publish_id: publishId };
  const { body } = await api.ask({ url: `${base}/v2/post/publish/status/fetch/`, headers: bearer(account), json });
  const data = at(body, 'data');
  const status = textAt(data, 'status');
  if (status === 'FAILED') return { kind: 'failed', reason: textAt(data, 'fail_reason') ?? 'unknown' };
  if (status === 'PROCESSING_UPLOAD') return { kind: 'uploading', received: Number(textAt(data, 'uploaded_bytes') ?? 0) };
  if (status !== 'PUBLISH_COMPLETE') return { kind: 'working' };
  // TikTok's own spelling.
  return { kind: 'published', postId: textAt(data, 'publicaly_available_post_id', 0) };
}

/** The address of a post; null for one that is not public, or not yet. */
function postUrl(username: string | undefined, postId: string | null): string | null {
  return username && postId ? `https://www.tiktok.com/@${username}/video/${postId}` : null;
}

const COUNTS = { view_count: 'views', like_count: 'likes', comment_count: 'replies', share_count: 'reposts' } as const;

/** POST /v2/video/query/. The id of a video is only known once TikTok has moderated it. */
async function readMetricsFromTiktok(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const videoId = /^\d+$/.test(post.providerId) ? post.providerId : await videoIdOf(base, { account, api }, post.providerId);
  const fields = ['id', ...Object.keys(COUNTS)].join(',');
  const json = { filters: { video_ids: [videoId] } };
  const { body } = await api.ask({ url: `${base}/v2/video/query/?fields=${fields}`, headers: bearer(account), json });
  const video = at(body, 'data', 'videos', 0);
  return video ? figuresAt(video, COUNTS) : null;
}

async function videoIdOf(base: string, call: Pick<Call, 'api' | 'account'>, publishId: string): Promise<string> {
  const status = await readStatus(base, call, publishId);
  if (status.kind === 'published' && status.postId) return status.postId;
  throw faultWith('unavailable', say`TikTok has not named the video yet.`);
}
