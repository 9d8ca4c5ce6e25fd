import { requiredText, textAt } from '../api/read-json.ts';
import type { CommentCall, PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images.ts';
import type { Outcome } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { ask, formOf, type VkHosts } from './vk-oauth.ts';
import { commentAt, wallUrl } from './wall.ts';

/** dev.vk.com, wall.post; the `guid` is the same in every try of an intent. */
export async function publishToVk(hosts: VkHosts, call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const photos = await uploadImages(call, (image) => uploadPhoto(hosts, call, image));
  await onSending();
  const { ownerId = '' } = account;
  const attachments = [...photos, ...(typeof payload.link === 'string' ? [payload.link] : [])];
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
export async function commentOnVk(hosts: VkHosts, { payload, account, intent, post, api, onSending }: CommentCall): Promise<Outcome> {
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

/** photos.getWallUploadServer, the upload, and photos.saveWallPhoto, which makes no post. */
async function uploadPhoto({ api: base }: VkHosts, { account, api }: PublishCall, image: OpenImage): Promise<string> {
  const { bytes, mimeType, fileName } = image;
  const owner: Record<string, string> = account.ownerId?.startsWith('-') ? { group_id: account.ownerId.slice(1) } : {};
  const server = await ask(base, api, account, 'photos.getWallUploadServer', owner);
  const url = readUploadAddress('VK', requiredText('VK', server, 'upload_url'));
  const { body } = await api.ask({ url, parts: [{ name: 'photo', bytes, mimeType, fileName }] });
  const uploaded = { server: textAt(body, 'server') ?? '', photo: textAt(body, 'photo') ?? '', hash: textAt(body, 'hash') ?? '' };
  const saved = await ask(base, api, account, 'photos.saveWallPhoto', { ...owner, ...uploaded });
  return `photo${requiredText('VK', saved, 0, 'owner_id')}_${requiredText('VK', saved, 0, 'id')}`;
}
