import { requiredText } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images/open-images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, sendThread } from '../send-thread.ts';
import { videoOf } from '../videos/signed-video.ts';
import { uploadVideoToX } from './upload-video-to-x.ts';

/** docs.x.com, POST /2/tweets; each further post replies to the preceding one. */
export async function publishToX(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const posts = postsOf(payload);
  const video = videoOf(payload);
  const mediaIds = video ? [await uploadVideoToX(base, call, video)] : await uploadImages(call, (image) => uploadToX(base, call, image));
  await onSending();
  return sendThread(posts, async (post, parent, index) => {
    const json: JsonObject = {
      ...post,
      ...(index === 0 && mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...(parent && { reply: { in_reply_to_tweet_id: parent.id } }),
    };
    const { body } = await api.send({ url: `${base}/2/tweets`, headers: bearer(account), json });
    const id = requiredText('X', body, 'data', 'id');
    return { id, url: postUrl(account.username, id) };
  });
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

/** The public address of the post. */
export function postUrl(username: string | undefined, id: string): string {
  return `https://x.com/${username ?? 'i'}/status/${id}`;
}
