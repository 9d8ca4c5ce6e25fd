import { say } from '../../languages/sentence.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, type Standing, sendThread } from '../send-thread.ts';
import { type OpenSubtitles, openSubtitles, type SignedVideo, twoLetterCode, uploadOnce, videoOf, videoPieces } from '../videos.ts';
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
  const subtitles = await openSubtitles(call, video);
  let answer: ApiAnswer | null = null;
  const id = await uploadOnce(call, {
    isUsable: async (kept) => {
      answer = await ifKnown(() => readStatus(base, call, kept));
      return answer !== null && stateAt(answer) !== 'failed';
    },
    upload: async () => {
      const file = { type: video.mime_type, category: 'tweet_video', byteSize: video.byte_size };
      const pieces = (start: number) => videoPieces(call, video, { start, pieceBytes: SEGMENT_BYTES });
      const uploaded = await sendInSegments(base, call, { ...file, pieces, isKept: true });
      answer = uploaded.answer;
      return uploaded.id;
    },
  });
  await untilProcessed(base, call, { id, answer });
  if (subtitles) await addSubtitles(base, call, id, subtitles);
  return id;
}

/** docs.x.com, POST /2/media/subtitles: a file of its own, named by its language; the same one again changes nothing. */
async function addSubtitles(base: string, call: PublishCall, videoId: string, { bytes, language, name }: OpenSubtitles): Promise<void> {
  const { id } = await sendInSegments(base, call, { type: 'text/srt', category: 'subtitles', ...asPieces(bytes) });
  const subtitles = { id, language_code: (twoLetterCode(language) ?? language).toUpperCase(), display_name: name };
  const json = { id: videoId, media_category: 'TweetVideo', subtitles };
  await call.api.ask({ url: `${base}/2/media/subtitles`, headers: bearer(call.account), json });
}

/** An animated picture is uploaded and processed as videos are (docs.x.com, Media best practices). */
async function uploadAnimation(base: string, call: PublishCall, { bytes, mimeType, altText }: OpenImage): Promise<string> {
  const uploaded = await sendInSegments(base, call, { type: mimeType, category: 'tweet_gif', ...asPieces(bytes) });
  await untilProcessed(base, call, uploaded);
  await describe(base, call, uploaded.id, altText);
  return uploaded.id;
}

function readStatus(base: string, { account, api }: PublishCall, id: string): Promise<ApiAnswer> {
  const query = new URLSearchParams({ command: 'STATUS', media_id: id });
  return api.ask({ url: `${base}/2/media/upload?${query}`, headers: bearer(account) });
}

/** Null if X knows the file no longer, which is a 400 (github.com/xdevplatform/xurl issue 18) or a 404. */
async function ifKnown<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiFault && (error.isMissing || error.outcome.kind === 'rejected')) return null;
    throw error;
  }
}

/** `answer`: the latest one about the file; STATUS may be refused of one that it says to be ready. */
async function untilProcessed(base: string, call: PublishCall, { id, answer }: Pick<Uploaded, 'id'> & { answer: ApiAnswer | null }) {
  let latest = answer;
  await awaitReady('X', call.signal, async () => {
    latest ??= await readStatus(base, call, id);
    const { body } = latest;
    const state = stateAt(latest);
    latest = null;
    if (state !== 'failed') return state === 'succeeded';
    const reason = textAt(body, 'data', 'processing_info', 'error', 'message') ?? state;
    throw faultWith('rejected', say`X cannot use the video: ${reason}.`);
  });
}

/** Without the field there is nothing to process. */
const stateAt = ({ body }: ApiAnswer): string => textAt(body, 'data', 'processing_info', 'state') ?? 'succeeded';

interface Uploaded {
  id: string;
  /** To finalize. */
  answer: ApiAnswer;
}

interface Segmented {
  type: string;
  category: string;
  byteSize: number;
  /** From a byte on, in pieces of the size of a segment. */
  pieces(start: number): AsyncIterable<{ bytes: Buffer }>;
  /** Another attempt goes on where this one ended. */
  isKept?: true;
}

/** A small file. */
const asPieces = (bytes: Buffer): Pick<Segmented, 'byteSize' | 'pieces'> => ({
  byteSize: bytes.length,
  async *pieces(start) {
    for (let from = start; from < bytes.length; from += SEGMENT_BYTES) yield { bytes: bytes.subarray(from, from + SEGMENT_BYTES) };
  },
});

/**
 * docs.x.com, POST /2/media/upload/initialize, append and finalize. Of a kept upload the id and the number of segments
 * are stored in the intent, so another attempt sends the rest; one that X no longer takes begins again.
 */
async function sendInSegments(base: string, call: PublishCall, file: Segmented): Promise<Uploaded> {
  const { uploadId, segments } = call.intent.keys;
  if (file.isKept && typeof uploadId === 'string') {
    const sent = await ifKnown(() => sendSegments(base, call, file, { id: uploadId, segment: Number(segments ?? 0) }));
    if (sent) return sent;
  }
  const { account, api, onUploaded } = call;
  const json = { media_type: file.type, total_bytes: file.byteSize, media_category: file.category };
  const { body } = await api.ask({ url: `${base}/2/media/upload/initialize`, headers: bearer(account), json });
  const id = requiredText('X', body, 'data', 'id');
  if (file.isKept) await onUploaded({ uploadId: id, segments: 0 });
  return sendSegments(base, call, file, { id, segment: 0 });
}

async function sendSegments(
  base: string,
  { account, api, onUploaded }: PublishCall,
  { type, pieces, isKept }: Segmented,
  { id, segment: first }: { id: string; segment: number },
): Promise<Uploaded> {
  const headers = bearer(account);
  let segment = first;
  for await (const { bytes } of pieces(first * SEGMENT_BYTES)) {
    const parts = [
      { name: 'segment_index', value: String(segment) },
      { name: 'media', bytes, mimeType: type, fileName: 'segment' },
    ];
    await api.ask({ url: `${base}/2/media/upload/${id}/append`, headers, parts, mayBeEmpty: true });
    segment += 1;
    if (isKept) await onUploaded({ segments: segment }, segment);
  }
  return { id, answer: await api.ask({ method: 'POST', url: `${base}/2/media/upload/${id}/finalize`, headers }) };
}
