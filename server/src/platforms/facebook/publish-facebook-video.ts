import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { at, requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Outcome } from '../platform.ts';
import { videoName } from '../videos/open-video.ts';
import type { SignedVideo } from '../videos/signed-video.ts';
import { PIECE_BYTES } from '../videos/video-pieces.ts';

/** developers.facebook.com, Page Videos: start, transfer of the stretches that Facebook names, and finish, which makes the post. */
export async function publishFacebookVideo(base: string, call: PublishCall, video: SignedVideo): Promise<Outcome> {
  const { payload, account, api, readMedia } = call;
  const url = `${base.replace('://graph.', '://graph-video.')}/${account.pageId}/videos`;
  const headers = bearer(account);
  let { body } = await api.ask({ url, headers, form: { upload_phase: 'start', file_size: String(video.byte_size) } });
  const session = requiredText('Facebook', body, 'upload_session_id');
  const videoId = requiredText('Facebook', body, 'video_id');
  for (;;) {
    const start = requiredText('Facebook', body, 'start_offset');
    const [from, end] = [Number(start), Number(requiredText('Facebook', body, 'end_offset'))];
    if (from >= end) break;
    // Less than the stretch is taken too; the response names the next one.
    const bytes = await readMedia(video.sha256, from, Math.min(end, from + PIECE_BYTES));
    const parts = [
      { name: 'upload_phase', value: 'transfer' },
      { name: 'upload_session_id', value: session },
      { name: 'start_offset', value: start },
      { name: 'video_file_chunk', bytes, mimeType: video.mime_type, fileName: videoName(video.mime_type) },
    ];
    ({ body } = await api.ask({ url, headers, parts }));
    if (Number(textAt(body, 'start_offset') ?? 0) <= from)
      throw new ApiFault({ kind: 'unavailable', ...keepWords(say`Facebook did not take a part of the video.`), retryAfterSeconds: null });
  }
  await call.onSending({ videoId });
  const form = { upload_phase: 'finish', upload_session_id: session, description: String(payload.message ?? '') };
  const finished = await api.send({ url, headers, form });
  if (at(finished.body, 'success') !== true)
    throw new ApiFault({ kind: 'unknown', ...keepWords(say`Facebook did not say whether it published the video.`) });
  return { kind: 'published', providerId: videoId, url: `https://www.facebook.com/${account.pageId}/videos/${videoId}` };
}
