import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call, PublishCall, ReadBackCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Figure, Json, JsonObject, Outcome } from '../platform.ts';
import { contentRange, PIECE_BYTES, type SignedVideo, videoOf, videoPieces } from '../videos.ts';

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
export async function publishToTiktok(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, onSending, intent } = call;
  const video = videoOf(payload);
  if (!video) throw faultWith('rejected', say`TikTok takes no post without a video.`);
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
  const choices = listAt(await readCreator(base, call), 'privacy_level_options');
  if (choices.length > 0 && !choices.includes(postInfo.privacy_level ?? null)) {
    throw faultWith('rejected', say`TikTok does not offer this account what was chosen for who can watch.`);
  }
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

/** `fail_reason` of developers.tiktok.com, Get Post Status: nothing was published. */
function failed(reason: string): Outcome {
  const words = toStoredMessage(say`TikTok made no post of the video: ${reason}.`);
  return reason === 'auth_removed' ? { kind: 'unauthorized', ...words } : { kind: 'rejected', ...words };
}

/** POST /v2/post/publish/creator_info/query/, which has to be asked before every post. */
export async function readCreator(base: string, { api, account }: Pick<Call, 'api' | 'account'>): Promise<Json | undefined> {
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
export async function readStatus(base: string, { api, account }: Pick<Call, 'api' | 'account'>, publishId: string): Promise<PostStatus> {
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
export function postUrl(username: string | undefined, postId: string | null): string | null {
  return username && postId ? `https://www.tiktok.com/@${username}/video/${postId}` : null;
}

const COUNTS = { view_count: 'views', like_count: 'likes', comment_count: 'replies', share_count: 'reposts' } as const;

/** POST /v2/video/query/. The id of a video is only known once TikTok has moderated it. */
export async function readMetricsFromTiktok(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
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
