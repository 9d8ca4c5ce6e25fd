import { ApiFault, faultWith } from '../api/api-fault.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { imagesOf, type SignedImage, withoutImages } from '../images.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import type { Standing } from '../send-thread.ts';
import { type SignedVideo, videoOf } from '../videos.ts';
import { type ContainerApi, findPublished, notListed, readContainer } from './containers.ts';
import { containerFault } from './read-graph-refusal.ts';

/**
 * Publishes in two steps: a container, which is no post by itself, then the post. The container's id is stored before
 * the second, so every later lookup and attempt refers to the same container, which is published once at most.
 */
export async function publishContainer(api: ContainerApi, call: PublishCall): Promise<Outcome> {
  const { id, url } = await publishOne(api, call, 'containerId');
  return { kind: 'published', providerId: id, url };
}

/** The same for one post of a thread, whose container's id is stored under `key`. Returns the post. */
export async function publishOne(api: ContainerApi, call: PublishCall, key: string): Promise<Standing> {
  const { account, intent, onSending } = call;
  const kept = intent.keys[key];
  const status = typeof kept === 'string' ? (await readContainer(api, call, kept)).status : null;
  if (status === 'PUBLISHED') return publishedBefore(api, call);
  // A container that expired or failed can become no post any more, so another replaces it.
  const containerId = typeof kept === 'string' && !UNUSABLE.includes(status ?? '') ? kept : await prepareContainer(api, call, key);
  await waitUntilReady(api, call, containerId);
  await onSending({ [key]: containerId });
  const { body } = await call.api.send({
    url: `${api.base}/${account.userId}/${api.publishEdge}`,
    form: { creation_id: containerId, access_token: account.accessToken ?? '' },
  });
  const id = requiredText(api.label, body, 'id');
  return { id, url: await permalinkOf(api, call, id) };
}

/** The post of a container that an earlier call has published. */
async function publishedBefore(api: ContainerApi, call: PublishCall): Promise<Standing> {
  // From here on, no outcome may say that nothing was published.
  await call.onSending();
  const post = await findPublished(api, call, call.payload);
  if (post) return post;
  throw faultWith('unknown', notListed(api));
}

/** Any other is ready, or still prepared, which with a video takes longer than one attempt. */
const UNUSABLE = ['EXPIRED', 'ERROR', 'PUBLISHED'];

/**
 * A container that can be published once it is ready. Of a video its id is stored at once, under a key of its own: another attempt
 * waits for it. It is no post, and no lookup asks for it.
 */
async function prepareContainer(api: ContainerApi, call: PublishCall, key: string): Promise<string> {
  const { payload, intent, imageAddress, onUploaded } = call;
  const video = videoOf(payload);
  if (!video) return createContainer(api, call);
  const uploadKey = `${key}Upload`;
  const kept = intent.keys[uploadKey];
  if (typeof kept === 'string' && !UNUSABLE.includes((await readContainer(api, call, kept)).status)) return kept;
  const id = await postContainer(api, call, {
    ...formOf(withoutImages(payload)),
    video_url: await imageAddress(video.sha256),
    ...(video.alt_text !== undefined && { alt_text: video.alt_text }),
    ...(await coverFields(call, video)),
  });
  await onUploaded({ [uploadKey]: id });
  return id;
}

/** developers.facebook.com, IG User Media: `cover_url`, or the moment in milliseconds. */
async function coverFields({ imageAddress }: PublishCall, { cover }: SignedVideo): Promise<Record<string, string>> {
  if (!cover) return {};
  return 'at_ms' in cover ? { thumb_offset: String(cover.at_ms) } : { cover_url: await imageAddress(cover.sha256) };
}

/** Each of several images first becomes a container of its own; the platform fetches them meanwhile. */
async function createContainer(api: ContainerApi, call: PublishCall): Promise<string> {
  const words = formOf(withoutImages(call.payload));
  const images = imagesOf(call.payload);
  const [only, ...more] = images;
  if (!only) return postContainer(api, call, words);
  if (more.length === 0) return postContainer(api, call, { ...words, ...(await pictureFields(call, only)) });
  const children: string[] = [];
  for (const image of images) {
    const child = await postContainer(api, call, {
      ...(api.imageType && { media_type: api.imageType }),
      ...(await pictureFields(call, image)),
      is_carousel_item: 'true',
    });
    await waitUntilReady(api, call, child);
    children.push(child);
  }
  return postContainer(api, call, { ...words, children: children.join(',') });
}

async function pictureFields({ imageAddress }: PublishCall, { sha256, alt_text: altText }: SignedImage): Promise<Record<string, string>> {
  return { image_url: await imageAddress(sha256), ...(altText && { alt_text: altText }) };
}

async function postContainer(api: ContainerApi, { account, api: http }: PublishCall, fields: Record<string, string>): Promise<string> {
  const form = { ...fields, access_token: account.accessToken ?? '' };
  const { body } = await http.ask({ url: `${api.base}/${account.userId}/${api.createEdge}`, form });
  return requiredText(api.label, body, 'id');
}

async function waitUntilReady(api: ContainerApi, call: PublishCall, containerId: string): Promise<void> {
  await awaitReady(api.label, call.signal, async () => {
    const { status, message } = await readContainer(api, call, containerId);
    if (status === 'FINISHED' || status === 'IN_PROGRESS') return status === 'FINISHED';
    throw containerFault(api.label, message ?? status);
  });
}

/** The post is published even if its address cannot be read. */
async function permalinkOf({ base }: ContainerApi, { account, api }: PublishCall, id: string): Promise<string | null> {
  const query = new URLSearchParams({ fields: 'permalink', access_token: account.accessToken ?? '' });
  try {
    return textAt((await api.ask({ url: `${base}/${id}?${query}` })).body, 'permalink');
  } catch (error) {
    if (error instanceof ApiFault) return null;
    throw error;
  }
}

function formOf(payload: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
}
