import { say } from '../../languages/sentence.ts';
import { faultWith } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import { at, textAt } from '../api/read-json.ts';
import type { EditCall, PublishCall, ReadBackCall } from '../connector.ts';
import type { OpenImage } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import {
  afterPublishing,
  contentRange,
  type OpenSubtitles,
  openCover,
  openSubtitles,
  type SignedVideo,
  videoOf,
  videoPieces,
} from '../videos.ts';
import { askSession, resourceOf, type SessionState, stateOf, type YoutubeHosts } from './upload-session.ts';

/**
 * A resumable upload. Its address is kept before the first byte, so a later attempt goes on where this one ended, and
 * one upload becomes one video at most.
 */
export async function publishToYoutube(hosts: YoutubeHosts, call: PublishCall): Promise<Outcome> {
  const { intent, payload, onSending } = call;
  const video = videoOf(payload);
  if (!video) throw faultWith('rejected', say`YouTube requires a video in every post.`);
  const kept = typeof intent.keys.sessionUrl === 'string' ? intent.keys.sessionUrl : null;
  const state: SessionState = kept ? await askSession(call, kept, video.byte_size) : { kind: 'open', received: 0 };
  if (state.kind === 'gone') {
    // It may have become a video before it was forgotten: no outcome may say that nothing was published.
    await onSending();
    throw faultWith('unknown', say`YouTube no longer knows this upload.`);
  }
  const [cover, subtitles] = [await openCover(call, video), await openSubtitles(call, video)];
  const sessionUrl = kept ?? (await openSession(hosts, call, video));
  await onSending({ sessionUrl });
  const videoId = state.kind === 'complete' ? state.videoId : await sendPieces(call, video, sessionUrl, state.received);
  if (cover) await afterPublishing(() => setCover(hosts, call, videoId, cover));
  if (subtitles) await afterPublishing(() => addSubtitles(hosts, call, videoId, subtitles));
  return { kind: 'published', providerId: videoId, url: videoUrl(videoId) };
}

/** POST /upload/youtube/v3/thumbnails/set: only for channels with a confirmed phone number. */
async function setCover({ api: base }: YoutubeHosts, { account, api }: PublishCall, videoId: string, cover: OpenImage): Promise<void> {
  const url = `${base}/upload/youtube/v3/thumbnails/set?${new URLSearchParams({ videoId, uploadType: 'media' })}`;
  await api.send({ method: 'POST', url, headers: bearer(account), file: cover });
}

/** POST /upload/youtube/v3/captions: a track in one language. */
async function addSubtitles(
  { api: base }: YoutubeHosts,
  { account, api }: PublishCall,
  videoId: string,
  { bytes, mimeType, language, name }: OpenSubtitles,
): Promise<void> {
  const snippet = { snippet: { videoId, language, name, isDraft: false } };
  const parts = [
    { name: 'snippet', bytes: Buffer.from(JSON.stringify(snippet)), mimeType: 'application/json', fileName: 'snippet.json' },
    { name: 'media', bytes, mimeType, fileName: 'subtitles.srt' },
  ];
  await api.send({ url: `${base}/upload/youtube/v3/captions?part=snippet&uploadType=multipart`, headers: bearer(account), parts });
}

/** POST /upload/youtube/v3/videos: creates no video before all of its bytes arrived. */
async function openSession({ api: base }: YoutubeHosts, { payload, account, api }: PublishCall, video: SignedVideo): Promise<string> {
  const notifySubscribers = String(payload.notify_subscribers ?? true);
  const query = new URLSearchParams({ uploadType: 'resumable', part: 'snippet,status', notifySubscribers });
  const headers = {
    ...bearer(account),
    'x-upload-content-length': String(video.byte_size),
    'x-upload-content-type': video.mime_type,
  };
  const url = `${base}/upload/youtube/v3/videos?${query}`;
  const answer = await api.ask({ url, headers, json: resourceOf(payload), mayBeEmpty: true });
  const location = answer.headers.get('location');
  if (!location) throw faultWith('unavailable', say`YouTube sent no address for the upload.`);
  return location;
}

/** The response to the last piece is the video. */
async function sendPieces({ readMedia, account, api }: PublishCall, video: SignedVideo, url: string, start: number): Promise<string> {
  for await (const { bytes, ...piece } of videoPieces({ readMedia }, video, { start })) {
    const state = stateOf(
      await api.send({
        method: 'PUT',
        url,
        headers: { ...bearer(account), 'content-range': contentRange(piece, video.byte_size) },
        file: { bytes, mimeType: video.mime_type },
        mayBeEmpty: true,
        alsoSucceeds: [308],
      }),
    );
    if (state.kind === 'complete') return state.videoId;
  }
  throw faultWith('unknown', say`YouTube has the video, but did not say which one it is.`);
}

/** Of a snippet, what no edit changes: it may have been chosen at YouTube since. */
const KEPT = ['categoryId', 'defaultLanguage', 'defaultAudioLanguage'];

/** PUT /youtube/v3/videos: title, description and tags. The request replaces the snippet, and deletes what it leaves out. */
export async function editOnYoutube({ api: base }: YoutubeHosts, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  const query = new URLSearchParams({ part: 'snippet', id: post.providerId });
  const { body } = await api.ask({ url: `${base}/youtube/v3/videos?${query}`, headers: bearer(account) });
  const published = at(body, 'items', 0, 'snippet');
  if (!published) throw hiddenPost();
  const kept = Object.fromEntries(KEPT.map((name) => [name, textAt(published, name)]).filter(([, value]) => value !== null));
  await onSending();
  const json = { id: post.providerId, snippet: { ...(payload.snippet as JsonObject), ...kept } };
  await api.send({ method: 'PUT', url: `${base}/youtube/v3/videos?part=snippet`, headers: bearer(account), json });
}

/** DELETE /youtube/v3/videos, with youtube.force-ssl; 204. */
export async function retractFromYoutube({ api: base }: YoutubeHosts, { account, post, api }: ReadBackCall): Promise<void> {
  const url = `${base}/youtube/v3/videos?${new URLSearchParams({ id: post.providerId })}`;
  await api.look({ method: 'DELETE', url, headers: bearer(account), mayBeEmpty: true });
}

/** The public address of a video. */
export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}
