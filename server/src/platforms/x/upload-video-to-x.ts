import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { SignedVideo } from '../videos/signed-video.ts';
import { videoPieces } from '../videos/video-pieces.ts';

/** "Each segment must be at most 5 MB" (docs.x.com, Chunked media upload). */
const SEGMENT_BYTES = 4 * 1_048_576;

/** docs.x.com, POST /2/media/upload/initialize, append and finalize; a video is processed before a post may name it. */
export async function uploadVideoToX(base: string, call: PublishCall, video: SignedVideo): Promise<string> {
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
