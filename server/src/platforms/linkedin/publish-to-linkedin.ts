import { say } from '../../languages/sentence.ts';
import { faultWith } from '../api/api-fault.ts';
import { countAt, requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { CommentCall, EditCall, PublishCall, ReadBackCall } from '../connector.ts';
import { imagesOf, type OpenImage, uploadImages, withoutImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Figure, JsonObject, Metric, Outcome } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { documentOf, openDocument, type StreamedVideo, uploadOnce, videoOf } from '../videos.ts';
import { authorOf, FAILED, headersOf, uploadVideoToLinkedin } from './upload-video.ts';

/** learn.microsoft.com, Posts API: the id of a new post is in a header, and the body is empty. */
export async function publishToLinkedin(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const video = videoOf(payload);
  const document = await openDocument(call);
  const urns = document
    ? [await uploadDocument(base, call, document)]
    : video
      ? [await uploadVideoToLinkedin(base, call, video)]
      : await uploadImages(call, (image) => uploadToLinkedin(base, call, image));
  await onSending();
  const json = { ...withoutImages(payload), ...contentOf(payload, urns), author: authorOf(call) };
  const answer = await api.send({ url: `${base}/rest/posts`, headers: headersOf(account), json, mayBeEmpty: true });
  const id = answer.headers.get('x-restli-id');
  if (answer.status !== 201 || !id) throw faultWith('unknown', say`${'LinkedIn'} sent an invalid response: it has no ${'id'}.`);
  return { kind: 'published', providerId: id, url: addressOfPost(id) };
}

export const addressOfPost = (urn: string): string => `https://www.linkedin.com/feed/update/${urn}/`;

/** learn.microsoft.com, Images API: an upload address, and the image's URN. */
async function uploadToLinkedin(base: string, call: PublishCall, { bytes, mimeType }: OpenImage): Promise<string> {
  const { account, api } = call;
  const json = { initializeUploadRequest: { owner: authorOf(call) } };
  const { body } = await api.ask({ url: `${base}/rest/images?action=initializeUpload`, headers: headersOf(account), json });
  const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', body, 'value', 'uploadUrl'));
  await api.ask({ method: 'PUT', url, headers: bearer(account), file: { bytes, mimeType }, mayBeEmpty: true });
  return requiredText('LinkedIn', body, 'value', 'image');
}

/** learn.microsoft.com, Documents API: an upload address, and the document's URN, which is processed before a post may name it. */
async function uploadDocument(base: string, call: PublishCall, { stream, mimeType }: StreamedVideo): Promise<string> {
  const { account, api, signal } = call;
  const headers = headersOf(account);
  const statusOf = async (urn: string): Promise<string> =>
    textAt((await api.look({ url: `${base}/rest/documents/${encodeURIComponent(urn)}`, headers }))?.body, 'status') ?? FAILED;
  const id = await uploadOnce(call, {
    isUsable: async (kept) => (await statusOf(kept)) !== FAILED,
    async upload() {
      const json = { initializeUploadRequest: { owner: authorOf(call) } };
      const { body } = await api.ask({ url: `${base}/rest/documents?action=initializeUpload`, headers, json });
      const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', body, 'value', 'uploadUrl'));
      const { authorization } = headers;
      await api.ask({ method: 'PUT', url, headers: { authorization }, file: { stream, mimeType }, mayBeEmpty: true });
      return requiredText('LinkedIn', body, 'value', 'document');
    },
  });
  await awaitReady('LinkedIn', signal, async () => {
    const status = await statusOf(id);
    if (status !== FAILED) return status === 'AVAILABLE';
    throw faultWith('rejected', say`LinkedIn cannot use the document.`);
  });
  return id;
}

/** learn.microsoft.com, Posts API for one image, MultiImage API for several. */
function contentOf(payload: JsonObject, urns: readonly string[]): JsonObject {
  const { article } = (payload.content ?? {}) as { article?: JsonObject };
  const [thumbnail] = urns;
  if (article) return { content: { article: { ...article, ...(thumbnail && { thumbnail }) } } };
  const document = documentOf(payload);
  if (document) return { content: { media: { id: thumbnail ?? '', title: document.title } } };
  if (videoOf(payload)) return { content: { media: { id: thumbnail ?? '' } } };
  const images = imagesOf(payload).map(({ alt_text: altText }, index) => ({ id: urns[index] ?? '', ...(altText && { altText }) }));
  const [only, ...more] = images;
  if (!only) return {};
  return { content: more.length === 0 ? { media: only } : { multiImage: { images } } };
}

/** learn.microsoft.com, Comments API; members' comments cannot be read with the permissions that publishing has. */
export async function commentOnLinkedin(base: string, call: CommentCall): Promise<Outcome> {
  const { payload, account, api, post, onSending } = call;
  await onSending();
  const json = { actor: authorOf(call), object: post.providerId, message: { text: String(payload.text) } };
  const url = `${base}/rest/socialActions/${encodeURIComponent(post.providerId)}/comments`;
  const { body } = await api.send({ url, headers: headersOf(account), json });
  const id = requiredText('LinkedIn', body, 'id');
  return { kind: 'published', providerId: textAt(body, 'commentUrn') ?? id, url: post.url };
}

/** learn.microsoft.com, Posts API, Update Posts: of a post only the commentary can be changed. */
export async function editOnLinkedin(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const url = `${base}/rest/posts/${encodeURIComponent(post.providerId)}`;
  const headers = { ...headersOf(account), 'x-restli-method': 'PARTIAL_UPDATE' };
  const json = { patch: { $set: { commentary: String(payload.commentary) } } };
  await api.send({ method: 'POST', url, headers, json, mayBeEmpty: true });
}

/** learn.microsoft.com, Posts API, Delete Posts: answers 204, also if it is called again. */
export async function retractFromLinkedin(base: string, { account, post, api }: ReadBackCall): Promise<void> {
  const url = `${base}/rest/posts/${encodeURIComponent(post.providerId)}`;
  await api.look({ method: 'DELETE', url, headers: { ...headersOf(account), 'x-restli-method': 'DELETE' }, mayBeEmpty: true });
}

const ANALYTICS: Readonly<Record<string, Metric>> = {
  IMPRESSION: 'views',
  MEMBERS_REACHED: 'reach',
  REACTION: 'likes',
  COMMENT: 'replies',
  RESHARE: 'reposts',
};

/** learn.microsoft.com, Member Post Analytics: one request for each figure of a member's own post. */
export async function readMetricsFromLinkedin(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const kind = post.providerId.includes(':ugcPost:') ? 'ugc' : 'share';
  const entity = `(${kind}:${encodeURIComponent(post.providerId)})`;
  const figures: Figure[] = [];
  for (const [name, metric] of Object.entries(ANALYTICS)) {
    const url = `${base}/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${name}&aggregation=TOTAL`;
    const answer = await api.look({ url, headers: headersOf(account) });
    if (!answer) return null;
    figures.push({ name, metric, value: countAt(answer.body, 'elements', 0, 'count') });
  }
  return figures;
}
