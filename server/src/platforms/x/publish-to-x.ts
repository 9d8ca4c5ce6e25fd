import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, type Standing, sendThread } from '../send-thread.ts';
import { type SignedVideo, videoOf, videoPieces } from '../videos.ts';
import { lastOnX, postUrl } from './find-on-x.ts';

/** docs.x.com, POST /2/tweets; each further post replies to the preceding one. */
export async function publishToX(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const posts = postsOf(payload);
  const video = videoOf(payload);
  const mediaIds = video ? [await uploadVideoToX(base, call, video)] : await uploadImages(call, (image) => uploadToX(base, call, image));
  const replyTo = call.replyTo && { id: await lastOnX(base, call, call.replyTo), url: null };
  await onSending();
  const send = async (post: JsonObject, parent: Standing | undefined, index: number): Promise<Standing> => {
    const json: JsonObject = {
      ...post,
      ...(index === 0 && mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...(parent && { reply: { in_reply_to_tweet_id: parent.id } }),
    };
    const { body } = await api.send({ url: `${base}/2/tweets`, headers: bearer(account), json });
    const id = requiredText('X', body, 'data', 'id');
    return { id, url: postUrl(account.username, id) };
  };
  return sendThread(posts, send, replyTo);
}

/** docs.x.com, POST /2/media/upload in one request, and POST /2/media/metadata; unused media are deleted after a day. */
async function uploadToX(base: string, { account, api }: PublishCall, { bytes, mimeType, fileName, altText }: OpenImage): Promise<string> {
  const headers = bearer(account);
  const parts = [
    { name: 'media', bytes, mimeType, fileName },
    { name: 'media_category', value: 'tweet_image' },
    { name: 'media_type', value: mimeType },
  ];
  const { body } = await api.ask({ url: `${base}/2/media/upload`, headers, parts });
  const id = requiredText('X', body, 'data', 'id');
  if (altText) await api.ask({ url: `${base}/2/media/metadata`, headers, json: { id, metadata: { alt_text: { text: altText } } } });
  return id;
}

/** "Each segment must be at most 5 MB" (docs.x.com, Chunked media upload). */
const SEGMENT_BYTES = 4 * 1_048_576;

/** docs.x.com, POST /2/media/upload/initialize, append and finalize; a video is processed before a post may name it. */
async function uploadVideoToX(base: string, call: PublishCall, video: SignedVideo): Promise<string> {
  const { account, api } = call;
  const headers = bearer(account);
  const begun = { media_type: video.mime_type, total_bytes: video.byte_size, media_category: 'tweet_video' };
  const { body } = await api.ask({ url: `${base}/2/media/upload/initialize`, headers, json: begun });
  const id = requiredText('X', body, 'data', 'id');
  let segment = 0;
  for await (const { bytes } of videoPieces(call, video, { pieceBytes: SEGMENT_BYTES })) {
    const parts = [
      { name: 'segment_index', value: String(segment) },
      { name: 'media', bytes, mimeType: video.mime_type, fileName: 'segment' },
    ];
    await api.ask({ url: `${base}/2/media/upload/${id}/append`, headers, parts, mayBeEmpty: true });
    segment += 1;
  }
  let answer = await api.ask({ method: 'POST', url: `${base}/2/media/upload/${id}/finalize`, headers });
  await awaitReady('X', call.signal, async () => {
    if (isReady(answer)) return true;
    answer = await api.ask({ url: `${base}/2/media/upload?${new URLSearchParams({ command: 'STATUS', media_id: id })}`, headers });
    return isReady(answer);
  });
  return id;
}

function isReady({ body }: ApiAnswer): boolean {
  const state = textAt(body, 'data', 'processing_info', 'state');
  if (state !== 'failed') return state === null || state === 'succeeded';
  const reason = textAt(body, 'data', 'processing_info', 'error', 'message') ?? state;
  throw new ApiFault({ kind: 'rejected', ...keepWords(say`X cannot use the video: ${reason}.`) });
}
