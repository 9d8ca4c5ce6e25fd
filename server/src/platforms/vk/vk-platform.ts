import { createHash } from 'node:crypto';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import { at, countAt, figuresAt, listAt, onOneLine, requiredText, textAt } from '../api/read-json.ts';
import {
  type CommentCall,
  createConnector,
  type EditCall,
  type FindCall,
  inPathOf,
  type PublishCall,
  type ReadBackCall,
} from '../connector.ts';
import { imagesOf, type OpenImage, signedImages, uploadImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  absentAmong,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  onlyPost,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import { fitText } from '../text/fit-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { fileContent, type StreamedVideo, shownMedia, signedVideo, streamedVideo, uploadOnce, videoOf } from '../videos.ts';
import { readRefusal } from './read-refusal.ts';
import { ask, attachedLink, attachmentName, formOf, identifyWall, VK_FIELDS, type VkHosts, withoutCommas } from './vk-account.ts';

/** VK has moved its interfaces to vk.ru (id.vk.ru, release notes of September 2025); posts keep their addresses. */
const HOSTS: VkHosts = { api: 'https://api.vk.ru/method' };
/** dev.vk.com wall.post: attachments. */
const MOST_ATTACHMENTS = 10;
/** dev.vk.com video.save: name. */
const VIDEO_NAME = { max: 128, unit: 'code_points' } as const;

/**
 * One wall through VK's API (dev.vk.com): a person's own, or a community's. Askable: a person's token reads walls. The `guid` of
 * a post keeps VK from publishing it twice for a while, too.
 */
export function createVkPlatform(network: NetworkRules, outbound: Outbound, hosts: VkHosts = HOSTS): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    idFromLink: (link, { externalId }) => inPathOf(link, 'vk.com', /^\/wall(?<id>(?<owner>-?\d+)_\d+)$/, [externalId]),
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesVideo: 'uploaded',
    fields: VK_FIELDS,
    // The last two are those of accounts that were connected by VK ID.
    kept: ['ownerId', 'refreshToken', 'deviceId'],
    readRefusal,
    identify: (call) => identifyWall(hosts, call),
    build: buildWallPost,
    allocate: (_payload, { id }) => ({ guid: createHash('sha256').update(id).digest('hex').slice(0, 32) }),
    publish: (call) => publishToVk(hosts, call),
    comments: { send: (call) => commentOnVk(hosts, call), find: (call) => findCommentOnWall(hosts, call) },
    find: (call) => findOnWall(hosts, call),
    edit: (call) => editOnWall(hosts, call),
    retract: (call) => retractFromWall(hosts, call),
    readBack: (call) => readBackFromWall(hosts, call),
    readMetrics: (call) => readMetricsFromWall(hosts, call),
  });
}

/** The link is an attachment, as the pictures are. Below a video VK shows its name: the first line of the text. */
function buildWallPost({ parts: [{ text }] }: PostWords, { link, media }: PostExtras): JsonObject {
  const pictures = signedImages(media);
  const { video } = signedVideo(media);
  const hasRoom = (pictures.images?.length ?? 0) < MOST_ATTACHMENTS;
  const [name = ''] = text.trim().split('\n', 1);
  return {
    message: text,
    ...(link !== null && hasRoom && { link: storableText(link) }),
    ...pictures,
    ...(video && { video, video_name: fitText(name, [VIDEO_NAME]) }),
  };
}

/** dev.vk.com, wall.post; the `guid` is the same in every try of an intent. */
async function publishToVk(hosts: VkHosts, call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const film = await streamedVideo(call);
  const files = film ? [await uploadVideo(hosts, call, film)] : await uploadImages(call, (image) => uploadPhoto(hosts, call, image));
  await onSending();
  const { ownerId = '' } = account;
  const attachments = [...files, ...attachedLink(payload)];
  const form = {
    owner_id: ownerId,
    ...(ownerId.startsWith('-') && { from_group: '1' }),
    message: String(payload.message),
    ...(attachments.length > 0 && { attachments: attachments.join(',') }),
    guid: String(intent.keys.guid),
  };
  const { body } = await api.send({ url: `${hosts.api}/wall.post`, form: formOf(account, form) });
  const id = `${ownerId}_${requiredText('VK', body, 'response', 'post_id')}`;
  return { kind: 'published', providerId: id, url: wallUrl(id) };
}

/** dev.vk.com, wall.createComment; with a `guid` as for posts. */
async function commentOnVk(hosts: VkHosts, { payload, account, intent, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const { ownerId = '' } = account;
  const form = {
    owner_id: ownerId,
    post_id: post.providerId.split('_')[1] ?? '',
    ...(ownerId.startsWith('-') && { from_group: ownerId.slice(1) }),
    message: String(payload.text),
    guid: String(intent.keys.guid),
  };
  const { body } = await api.send({ url: `${hosts.api}/wall.createComment`, form: formOf(account, form) });
  return { kind: 'published', ...commentAt(post.providerId, requiredText('VK', body, 'response', 'comment_id')) };
}

/** Community walls have negative ids. */
const groupOf = ({ ownerId = '' }: PublishCall['account']): Record<string, string> =>
  ownerId.startsWith('-') ? { group_id: ownerId.slice(1) } : {};

/** photos.getWallUploadServer, the upload, and photos.saveWallPhoto, which makes no post. */
async function uploadPhoto({ api: base }: VkHosts, { account, api }: PublishCall, image: OpenImage): Promise<string> {
  const { bytes, mimeType, fileName } = image;
  const owner = groupOf(account);
  const server = await ask(base, api, account, 'photos.getWallUploadServer', owner);
  const url = readUploadAddress('VK', requiredText('VK', server, 'upload_url'));
  const { body } = await api.ask({ url, parts: [{ name: 'photo', bytes, mimeType, fileName }] });
  const uploaded = { server: textAt(body, 'server') ?? '', photo: textAt(body, 'photo') ?? '', hash: textAt(body, 'hash') ?? '' };
  const saved = await ask(base, api, account, 'photos.saveWallPhoto', { ...owner, ...uploaded });
  return `photo${requiredText('VK', saved, 0, 'owner_id')}_${requiredText('VK', saved, 0, 'id')}`;
}

/**
 * video.save and the upload to the address that it names (dev.vk.com, Video upload to profile). With `wallpost` 0 it
 * makes no post; the video is in the owner's list of videos from then on. Its id is kept in the intent once the file is
 * there, so another attempt does not upload it again.
 */
async function uploadVideo({ api: base }: VkHosts, call: PublishCall, film: StreamedVideo): Promise<string> {
  const { account, api, payload } = call;
  const isThere = async (id: string) => listAt(await ask(base, api, account, 'video.get', { videos: id }), 'items').length > 0;
  const id = await uploadOnce(call, {
    isUsable: isThere,
    async upload() {
      const about = { name: String(payload.video_name ?? ''), wallpost: '0', is_private: '0', ...groupOf(account) };
      const saved = await ask(base, api, account, 'video.save', about);
      const url = readUploadAddress('VK', requiredText('VK', saved, 'upload_url'));
      const { body } = await api.ask({ url, parts: [{ name: 'video_file', ...fileContent(film) }] });
      return `${requiredText('VK', saved, 'owner_id')}_${requiredText('VK', body, 'video_id')}`;
    },
  });
  return `video${id}`;
}

/** A post has up to 16,000 characters, and a response a mebibyte at most. */
const PAGE = 20;
const MOST_PAGES = 25;
/** The most comments that VK lists at once. */
const MOST = 100;

/** wall.get, the newest first, but a pinned post before all: the owner's posts since the intent. */
async function findOnWall({ api: base }: VkHosts, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = sinceIntent(intent) / 1_000;
  const recent: Json[] = [];
  let isWhole = false;
  for (let page = 0; page < MOST_PAGES && !isWhole; page += 1) {
    const form = { owner_id: account.ownerId ?? '', filter: 'owner', count: String(PAGE), offset: String(page * PAGE) };
    const posts = listAt(await ask(base, api, account, 'wall.get', form), 'items');
    recent.push(...posts.filter((post) => Number(at(post, 'date')) >= since));
    isWhole = posts.length < PAGE || posts.some((post) => Number(at(post, 'date')) < since && at(post, 'is_pinned') !== 1);
  }
  const idOf = (post: Json): string => `${account.ownerId}_${textAt(post, 'id')}`;
  const same = recent.filter((post) => isSame(post, payload)).map(idOf);
  const found = onlyPost('The wall', String(payload.message), same, (id) => ({ providerId: id, url: wallUrl(id) }));
  if (found) return found;
  // VK shows no link without a picture, and the link to a video as a video.
  if (recent.some((post) => hasWords(post, payload)))
    return { kind: 'unsure', message: 'The wall has a post with these words since, and other attachments.' };
  if (!isWhole) return { kind: 'unsure', message: 'The wall has too many posts since to tell.' };
  return absentAmong(intent, recent.map(idOf));
}

type PostCall = Pick<ReadBackCall, 'account' | 'api' | 'post'>;

/** wall.getById; null if the wall does not have the post. */
async function readPost({ api: base }: VkHosts, { account, api, post }: PostCall): Promise<Json> {
  const response = await ask(base, api, account, 'wall.getById', { posts: post.providerId });
  const [found = null] = [...listAt(response, 'items'), ...listAt(response)];
  return at(found, 'is_deleted') === true ? null : found;
}

/** The form of a call about a post, whose id is that of its wall and its own. */
function postForm({ account, post }: PostCall, more: Record<string, string> = {}): Record<string, string> {
  const [owner = '', id = ''] = post.providerId.split('_');
  return formOf(account, { owner_id: owner, post_id: id, ...more });
}

/** wall.edit: what is attached and not named again is lost, so all but the link is named. */
async function editOnWall(hosts: VkHosts, call: EditCall): Promise<void> {
  const { payload, api, onSending } = call;
  const found = await readPost(hosts, call);
  if (!found) throw hiddenPost();
  const kept = listAt(found, 'attachments').filter((each) => textAt(each, 'type') !== 'link');
  const attachments = [...kept.map(attachmentName), ...attachedLink(payload)].join(',');
  await onSending();
  await api.send({ url: `${hosts.api}/wall.edit`, form: postForm(call, { message: String(payload.message), attachments }) });
}

/**
 * wall.delete. VK refuses alike what is gone and what the account may not remove, so the wall says which it is; one that
 * the account may not read shows no posts at all.
 */
async function retractFromWall(hosts: VkHosts, call: ReadBackCall): Promise<void> {
  const { api, account } = call;
  try {
    await api.ask({ url: `${hosts.api}/wall.delete`, form: postForm(call) });
  } catch (error) {
    const isRefused = error instanceof ApiFault && ['rejected', 'unauthorized'].includes(error.outcome.kind);
    if (!isRefused || (await readPost(hosts, call))) throw error;
    await ask(hosts.api, api, account, 'wall.get', { owner_id: account.ownerId ?? '', count: '1' });
  }
}

/** As the account sees it. */
async function readBackFromWall(hosts: VkHosts, call: ReadBackCall): Promise<ReadBack> {
  const { payload } = call;
  const found = await readPost(hosts, call);
  if (!found) return { kind: 'gone', seenBy: 'account' };
  // VK drops a link whose page has no picture: then readers have it only where it is in the text.
  const link = hrefOf(payload.link);
  const text = textAt(found, 'text') ?? '';
  const links = linkIn(found) || (text.includes(String(payload.link)) ? link : '');
  return {
    kind: 'found',
    seenBy: 'account',
    signed: {
      text: String(payload.message),
      links: link,
      pictures: String(shownMedia(payload).length),
    },
    published: { text, links, pictures: String(photosIn(found) + videosIn(found)) },
  };
}

const COUNTS = { 'views.count': 'views', 'likes.count': 'likes', 'comments.count': 'replies', 'reposts.count': 'reposts' } as const;

/** VK counts no views on a person's wall. */
async function readMetricsFromWall(hosts: VkHosts, call: ReadBackCall): Promise<readonly Figure[] | null> {
  const found = await readPost(hosts, call);
  return found ? figuresAt(found, COUNTS) : null;
}

const attachmentsOf = (post: Json, type: string): Json[] => listAt(post, 'attachments').filter((each) => textAt(each, 'type') === type);

const photosIn = (post: Json): number => attachmentsOf(post, 'photo').length;
const videosIn = (post: Json): number => attachmentsOf(post, 'video').length;
const linkIn = (post: Json): string => hrefOf(attachmentsOf(post, 'link').map((each) => textAt(each, 'link', 'url'))[0] ?? undefined);

const hrefOf = (link: Json | undefined): string => (typeof link === 'string' ? withoutCommas(URL.parse(link)?.href ?? link) : '');

const hasWords = (post: Json, { message }: JsonObject): boolean => onOneLine(textAt(post, 'text')) === onOneLine(message);

function isSame(post: Json, payload: JsonObject): boolean {
  return (
    hasWords(post, payload) &&
    linkIn(post) === hrefOf(payload.link) &&
    photosIn(post) === imagesOf(payload).length &&
    videosIn(post) === (videoOf(payload) ? 1 : 0)
  );
}

/** wall.getComments, the newest first: the wall's own comment with this text, which would be cut at 90 characters. */
async function findCommentOnWall(
  { api: base }: VkHosts,
  { payload, account, post, api }: Omit<CommentCall, 'onSending'>,
): Promise<LookupResult> {
  const { ownerId = '' } = account;
  const form = { owner_id: ownerId, post_id: post.providerId.split('_')[1] ?? '', sort: 'desc', preview_length: '0', count: String(MOST) };
  const response = await ask(base, api, account, 'wall.getComments', form);
  const found = listAt(response, 'items').find(
    (each) => textAt(each, 'from_id') === ownerId && onOneLine(textAt(each, 'text')) === onOneLine(payload.text),
  );
  if (found) return { kind: 'found', ...commentAt(post.providerId, textAt(found, 'id') ?? '') };
  // Deleted ones are left out of a page.
  return (countAt(response, 'count') ?? MOST) < MOST
    ? { kind: 'absent' }
    : { kind: 'unsure', message: 'The post has too many comments to tell.' };
}

/** A comment's id and its public address. */
const commentAt = (postId: string, id: string) => ({ providerId: id, url: `${wallUrl(postId)}?reply=${id}` });

/** The public address of a post by owner and number, `-1_42`. */
const wallUrl = (id: string): string => `https://vk.com/wall${id}`;
