import { say } from '../../languages/sentence.ts';
import { faultWith } from '../api/api-fault.ts';
import { at, requiredText } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { uploadImages, withoutImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { coverMoment, openCover, type SignedVideo, type StreamedVideo, streamedVideo, uploadOnce } from '../videos.ts';

/** developers.pinterest.com, POST /pins: the pictures are part of the request. */
export async function publishToPinterest(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const video = await streamedVideo(call);
  const mediaId = video && (await uploadVideo(base, call, video));
  const images = await uploadImages(call, async ({ bytes, mimeType }) => ({ content_type: mimeType, data: bytes.toString('base64') }));
  const json = {
    ...withoutImages(payload),
    board_id: account.boardId ?? '',
    media_source: mediaId && video ? { ...videoSource(mediaId), ...(await coverOf(call, video.signed)) } : sourceOf(images),
  };
  await onSending();
  const { body } = await api.send({ url: `${base}/pins`, headers: bearer(account), json });
  const id = requiredText('Pinterest', body, 'id');
  return { kind: 'published', providerId: id, url: pinUrl(id) };
}

const videoSource = (mediaId: string): JsonObject => ({ source_type: 'video_id', media_id: mediaId });

/** PinMediaSourceVideoID demands a cover: a picture, or a moment in seconds; the first one by default. */
async function coverOf(call: PublishCall, video: SignedVideo): Promise<JsonObject> {
  const cover = await openCover(call, video);
  if (cover) return { cover_image_content_type: cover.mimeType, cover_image_data: cover.bytes.toString('base64') };
  return { cover_image_key_frame_time: Math.floor((coverMoment(video) ?? 0) / 1000) };
}

/**
 * POST /media returns a form for the storage, which answers without JSON; then Pinterest prepares the video. Its id is kept in the
 * intent once the file is there, so another attempt waits for the same one. Returns the id of the prepared video.
 */
async function uploadVideo(base: string, call: PublishCall, { stream, mimeType, fileName }: StreamedVideo): Promise<string> {
  const { account, api, signal } = call;
  const headers = bearer(account);
  // A video that Pinterest no longer knows is uploaded again.
  const statusOf = async (id: string): Promise<string> => {
    const answer = await api.look({ url: `${base}/media/${id}`, headers });
    return answer ? requiredText('Pinterest', answer.body, 'status') : 'failed';
  };
  const id = await uploadOnce(call, { isUsable: async (kept) => ['processing', 'succeeded'].includes(await statusOf(kept)), upload });
  await awaitReady('Pinterest', signal, async () => {
    const status = await statusOf(id);
    if (status !== 'failed') return status === 'succeeded';
    throw faultWith('rejected', say`${'Pinterest'} could not read the video.`);
  });
  return id;

  async function upload(): Promise<string> {
    const { body } = await api.ask({ url: `${base}/media`, headers, json: { media_type: 'video' } });
    const fields = Object.entries((at(body, 'upload_parameters') ?? {}) as JsonObject);
    const url = readUploadAddress('Pinterest', requiredText('Pinterest', body, 'upload_url'));
    const parts = [...fields.map(([name, value]) => ({ name, value: String(value) })), { name: 'file', stream, mimeType, fileName }];
    await api.ask({ url, parts, mayBeEmpty: true });
    return requiredText('Pinterest', body, 'media_id');
  }
}

/** PinMediaSourceImageBase64 for one image, PinMediaSourceImagesBase64 for 2 to 5. */
function sourceOf(images: readonly JsonObject[]): JsonObject {
  const [only, ...more] = images;
  return only && more.length === 0
    ? { source_type: 'image_base64', ...only }
    : { source_type: 'multiple_image_base64', items: [...images] };
}

/** The public address of a pin. */
export function pinUrl(id: string): string {
  return `https://www.pinterest.com/pin/${id}/`;
}
