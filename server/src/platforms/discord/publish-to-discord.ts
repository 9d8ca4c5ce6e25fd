import { createHash } from 'node:crypto';
import type { Part } from '../api/call-api.ts';
import { requiredText } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages, withoutImages } from '../images.ts';
import type { Intent, JsonObject, Outcome } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { fileContent, type StreamedVideo, streamedVideo } from '../videos.ts';

const LONGEST_NONCE = 25;

/** docs.discord.com, resources/message, Create Message; files go along with it (reference, Uploading Files). */
export async function publishToDiscord({ base, website }: Place, call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  // The files are part of the message: nothing is sent before permission.
  const video = await streamedVideo(call);
  const files = video ? [video] : await uploadImages(call, async (image) => image);
  await onSending();
  const message = { ...withoutImages(payload), nonce: nonceOf(intent), enforce_nonce: true };
  const url = `${base}/channels/${account.channelId}/messages`;
  const headers = headersOf(website, account);
  const { body } = await api.send(files.length > 0 ? { url, headers, parts: partsOf(message, files) } : { url, headers, json: message });
  const id = requiredText('Discord', body, 'id');
  return { kind: 'published', providerId: id, url: messageUrl(account, id) };
}

function partsOf(message: JsonObject, files: readonly (OpenImage | StreamedVideo)[]): Part[] {
  const attachments = files.map(({ fileName, altText }, id) => ({ id, filename: fileName, ...(altText && { description: altText }) }));
  return [
    { name: 'payload_json', value: JSON.stringify({ ...message, attachments }) },
    ...files.map((file, index) => ({ name: `files[${index}]`, ...fileContent(file) })),
  ];
}

/** The same for every attempt of an intent. */
function nonceOf({ id }: Intent): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, LONGEST_NONCE);
}

/** The addresses of Discord and of this service. */
export interface Place {
  base: string;
  website: string;
}

export const messageUrl = ({ guildId, channelId }: AccountValues, id: string): string =>
  `https://discord.com/channels/${guildId}/${channelId}/${id}`;

/** The form of the User-Agent is prescribed (docs.discord.com, reference, User Agent). */
export const headersOf = (website: string, { botToken }: AccountValues) => ({
  authorization: `Bot ${botToken}`,
  'user-agent': `DiscordBot (${website}, 1)`,
});
