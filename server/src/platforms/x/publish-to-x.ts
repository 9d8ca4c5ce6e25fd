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
import { type SignedVideo, uploadOnce, videoOf, videoPieces } from '../videos.ts';
import { lastOnX, postUrl } from './find-on-x.ts';

/** docs.x.com, POST /2/tweets; each further post replies to the preceding one. */
export async function publishToX(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const posts = postsOf(payload);
  const video = videoOf(payload);
  const mediaIds = video
    ? [await uploadVideoToX(base, call, video)]
    : await uploadImages(call, (image) =>
        image.mimeType === 'image/gif' ? uploadAnimation(base, call, image) : uploadToX(base, call, image),
      );
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
async function uploadToX(base: string, call: PublishCall, { bytes, mimeType, fileName, altText }: OpenImage): Promise<string> {
  const { account, api } = call;
  const headers = bearer(account);
  const parts = [
    { name: 'media', bytes, mimeType, fileName },
    { name: 'media_category', value: 'tweet_image' },
    { name: 'media_type', value: mimeType },
  ];
  const { body } = await api.ask({ url: `${base}/2/media/upload`, headers, parts });
  const id = requiredText('X', body, 'data', 'id');
  await describe(base, call, id, altText);
  return id;
}

async function describe(base: string, { account, api }: PublishCall, id: string, altText: string): Promise<void> {
  const headers = bearer(account);
  if (altText) await api.ask({ url: `${base}/2/media/metadata`, headers, json: { id, metadata: { alt_text: { text: altText } } } });
}

/** "Each segment must be at most 5 MB" (docs.x.com, Chunked media upload). */
const SEGMENT_BYTES = 4 * 1_048_576;

/** A video is processed before a post may name it, of a large one for longer than one attempt lasts. */
async function uploadVideoToX(base: string, call: PublishCall, video: SignedVideo): Promise<string> {
  const statusOf = (id: string) => readStatus(base, call, id);
  const id = await uploadOnce(call, {
    isUsable: async (kept) => stateAt(await statusOf(kept)) !== 'failed',
    upload: () => sendInSegments(base, call, { ...video, category: 'tweet_video' }),
  });
  await untilProcessed(call, () => statusOf(id));
  return id;
}

/** An animated picture is uploaded and processed as videos are (docs.x.com, Media best practices). */
async function uploadAnimation(base: string, call: PublishCall, { sha256, bytes, mimeType, altText }: OpenImage): Promise<string> {
  const file = { sha256, mime_type: mimeType, byte_size: bytes.length, category: 'tweet_gif' };
  const id = await sendInSegments(base, call, file);
  await untilProcessed(call, () => readStatus(base, call, id));
  await describe(base, call, id, altText);
  return id;
}

/** Null if X does not know it. */
function readStatus(base: string, { account, api }: PublishCall, id: string): Promise<ApiAnswer | null> {
  const query = new URLSearchParams({ command: 'STATUS', media_id: id });
  return api.look({ url: `${base}/2/media/upload?${query}`, headers: bearer(account) });
}

async function untilProcessed({ signal }: PublishCall, statusOf: () => Promise<ApiAnswer | null>): Promise<void> {
  await awaitReady('X', signal, async () => {
    const answer = await statusOf();
    const state = stateAt(answer);
    if (state !== 'failed') return state === 'succeeded';
    const reason = textAt(answer?.body, 'data', 'processing_info', 'error', 'message') ?? state;
    throw new ApiFault({ kind: 'rejected', ...keepWords(say`X cannot use the video: ${reason}.`) });
  });
}

/** A file that X does not know is as good as one that failed; without the field there is nothing to process. */
function stateAt(answer: ApiAnswer | null): string {
  return answer ? (textAt(answer.body, 'data', 'processing_info', 'state') ?? 'succeeded') : 'failed';
}

/** docs.x.com, POST /2/media/upload/initialize, append and finalize. */
async function sendInSegments(base: string, call: PublishCall, video: SignedVideo & { category: string }): Promise<string> {
  const { account, api } = call;
  const headers = bearer(account);
  const begun = { media_type: video.mime_type, total_bytes: video.byte_size, media_category: video.category };
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
  await api.ask({ method: 'POST', url: `${base}/2/media/upload/${id}/finalize`, headers });
  return id;
}
