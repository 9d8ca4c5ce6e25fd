import { createHash } from 'node:crypto';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import { type CommentCall, createConnector, type PublishCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { JsonObject, Outcome, Platform } from '../platform.ts';
import { fitText } from '../text/fit-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { fileContent, type StreamedVideo, signedVideo, streamedVideo, uploadOnce } from '../videos.ts';
import { readRefusal } from './read-refusal.ts';
import { ask, createVkOauth, formOf, identifyWall, type VkHosts } from './vk-oauth.ts';
import { commentAt, findCommentOnWall, findOnWall, readBackFromWall, readMetricsFromWall, wallUrl } from './wall.ts';

const HOSTS: VkHosts = { api: 'https://api.vk.com/method', site: 'https://id.vk.com' };
/** dev.vk.com wall.post: attachments. */
const MOST_ATTACHMENTS = 10;
/** dev.vk.com video.save: name. */
const VIDEO_NAME = { max: 128, unit: 'code_points' } as const;

/**
 * One wall through VK's API (dev.vk.com): a person's own, or a community's. Askable: a wall can be read. The `guid` of
 * a post keeps VK from publishing it twice for a while, too.
 */
export function createVkPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  hosts: VkHosts = HOSTS,
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesVideo: 'uploaded',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'deviceId', 'ownerId'],
    ...createVkOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyWall(hosts, call),
    build: buildWallPost,
    allocate: (_payload, { id }) => ({ guid: createHash('sha256').update(id).digest('hex').slice(0, 32) }),
    publish: (call) => publishToVk(hosts, call),
    comments: { send: (call) => commentOnVk(hosts, call), find: (call) => findCommentOnWall(hosts, call) },
    find: (call) => findOnWall(hosts, call),
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
  const attachments = [...files, ...(typeof payload.link === 'string' ? [payload.link] : [])];
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
