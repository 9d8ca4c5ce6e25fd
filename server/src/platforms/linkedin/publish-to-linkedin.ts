import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { requiredText } from '../api/read-json.ts';
import type { PublishCall, ReadBackCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images/open-images.ts';
import { imagesOf, withoutImages } from '../images/signed-images.ts';
import type { JsonObject, Outcome, RetractOutcome } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { videoOf } from '../videos/signed-video.ts';
import { authorOf, headersOf } from './linkedin-requests.ts';
import { uploadVideoToLinkedin } from './upload-video-to-linkedin.ts';

/** learn.microsoft.com, Posts API: the id of a new post is in a header, and the body is empty. */
export async function publishToLinkedin(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const video = videoOf(payload);
  const urns = video
    ? [await uploadVideoToLinkedin(base, call, video)]
    : await uploadImages(call, (image) => uploadToLinkedin(base, call, image));
  await onSending();
  const json = { ...withoutImages(payload), ...contentOf(payload, urns), author: authorOf(call) };
  const answer = await api.send({ url: `${base}/rest/posts`, headers: headersOf(account), json, mayBeEmpty: true });
  const id = answer.headers.get('x-restli-id');
  if (answer.status !== 201 || !id)
    throw new ApiFault({ kind: 'unknown', ...keepWords(say`${'LinkedIn'} gave an answer that makes no sense: it has no ${'id'}.`) });
  return { kind: 'published', providerId: id, url: `https://www.linkedin.com/feed/update/${id}/` };
}

/** learn.microsoft.com, Images API: an upload address, and the image's URN. */
async function uploadToLinkedin(base: string, call: PublishCall, { bytes, mimeType }: OpenImage): Promise<string> {
  const { account, api } = call;
  const json = { initializeUploadRequest: { owner: authorOf(call) } };
  const { body } = await api.ask({ url: `${base}/rest/images?action=initializeUpload`, headers: headersOf(account), json });
  const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', body, 'value', 'uploadUrl'));
  const headers = { authorization: `Bearer ${account.accessToken}` };
  await api.ask({ method: 'PUT', url, headers, file: { bytes, mimeType }, mayBeEmpty: true });
  return requiredText('LinkedIn', body, 'value', 'image');
}

/** learn.microsoft.com, Posts API for one image, MultiImage API for several. */
function contentOf(payload: JsonObject, urns: readonly string[]): JsonObject {
  const { article } = (payload.content ?? {}) as { article?: JsonObject };
  const [thumbnail] = urns;
  if (article) return { content: { article: { ...article, ...(thumbnail && { thumbnail }) } } };
  if (videoOf(payload)) return { content: { media: { id: thumbnail ?? '' } } };
  const images = imagesOf(payload).map(({ alt_text: altText }, index) => ({ id: urns[index] ?? '', ...(altText && { altText }) }));
  const [only, ...more] = images;
  if (!only) return {};
  return { content: more.length === 0 ? { media: only } : { multiImage: { images } } };
}

/** learn.microsoft.com, Posts API, Delete Posts: answers 204, also if it is called again. */
export async function retractFromLinkedin(base: string, { account, post, api }: ReadBackCall): Promise<RetractOutcome> {
  const url = `${base}/rest/posts/${encodeURIComponent(post.providerId)}`;
  await api.look({ method: 'DELETE', url, headers: { ...headersOf(account), 'x-restli-method': 'DELETE' }, mayBeEmpty: true });
  return { kind: 'removed' };
}
