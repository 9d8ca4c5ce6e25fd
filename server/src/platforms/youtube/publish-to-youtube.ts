import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { EditCall, PublishCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Outcome } from '../platform.ts';
import { contentRange, type SignedVideo, videoOf, videoPieces } from '../videos.ts';
import { askSession, resourceOf, type SessionState, stateOf, type YoutubeHosts } from './upload-session.ts';

/**
 * A resumable upload. Its address is kept before the first byte, so a later attempt goes on where this one ended, and
 * one upload becomes one video at most.
 */
export async function publishToYoutube(hosts: YoutubeHosts, call: PublishCall): Promise<Outcome> {
  const { intent, payload, onSending } = call;
  const video = videoOf(payload);
  if (!video) throw new ApiFault({ kind: 'rejected', ...keepWords(say`YouTube takes no post without a video.`) });
  const kept = typeof intent.keys.sessionUrl === 'string' ? intent.keys.sessionUrl : null;
  const state: SessionState = kept ? await askSession(call, kept, video.byte_size) : { kind: 'open', received: 0 };
  if (state.kind === 'gone') {
    // It may have become a video before it was forgotten: no outcome may say that nothing was published.
    await onSending();
    throw new ApiFault({ kind: 'unknown', ...keepWords(say`YouTube no longer knows this upload.`) });
  }
  const sessionUrl = kept ?? (await openSession(hosts, call, video));
  await onSending({ sessionUrl });
  const videoId = state.kind === 'complete' ? state.videoId : await sendPieces(call, video, sessionUrl, state.received);
  return { kind: 'published', providerId: videoId, url: videoUrl(videoId) };
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
  if (!location)
    throw new ApiFault({ kind: 'unavailable', ...keepWords(say`YouTube gave no address for the upload.`), retryAfterSeconds: null });
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
  throw new ApiFault({ kind: 'unknown', ...keepWords(say`YouTube has the video, but did not say which one it is.`) });
}

/** PUT /youtube/v3/videos: title, description, tags and category, which the request replaces together. */
export async function editOnYoutube({ api: base }: YoutubeHosts, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const json = { id: post.providerId, snippet: payload.snippet ?? {} };
  await api.send({ method: 'PUT', url: `${base}/youtube/v3/videos?part=snippet`, headers: bearer(account), json });
}

/** The public address of a video. */
export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}
