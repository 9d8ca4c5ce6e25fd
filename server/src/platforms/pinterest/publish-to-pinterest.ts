import { requiredText } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { uploadImages, withoutImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';

/** developers.pinterest.com, POST /pins: the pictures are part of the request. */
export async function publishToPinterest(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const images = await uploadImages(call, async ({ bytes, mimeType }) => ({ content_type: mimeType, data: bytes.toString('base64') }));
  const json = { ...withoutImages(payload), board_id: account.boardId ?? '', media_source: sourceOf(images) };
  await onSending();
  const { body } = await api.send({ url: `${base}/pins`, headers: bearer(account), json, carriesFiles: true });
  const id = requiredText('Pinterest', body, 'id');
  return { kind: 'published', providerId: id, url: pinUrl(id) };
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
