import { keepWords } from '../../languages/kept-sentence.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import type { EditCall, PublishCall } from '../connector.ts';
import { imagesOf, type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { slackElements } from '../text/markup/mark-texts.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { fileContent, type StreamedVideo, signedVideo, streamedVideo, videoOf } from '../videos.ts';

/** docs.slack.dev: chat.postMessage, or files.completeUploadExternal, which shares images with their text. */
export async function publishToSlack(base: string, call: PublishCall): Promise<Outcome> {
  const video = await streamedVideo(call);
  const fileIds = video
    ? [await uploadToSlack(base, call, video).catch(explainScope)]
    : await uploadImages(call, (image) => uploadToSlack(base, call, image).catch(explainScope));
  await call.onSending();
  return fileIds.length > 0 ? shareFiles(base, call, fileIds) : postMessage(base, call);
}

async function postMessage(base: string, { payload, account, api, replyTo }: PublishCall): Promise<Outcome> {
  // A message's id is its channel and its time.
  const thread = replyTo && { thread_ts: replyTo.providerId.slice(replyTo.providerId.indexOf('/') + 1) };
  const json = { ...payload, ...thread, channel: account.channel ?? '' };
  const { body } = await api.send({ url: `${base}/api/chat.postMessage`, headers: bearer(account), json });
  const timestamp = requiredText('Slack', body, 'ts');
  const teamUrl = (account.teamUrl ?? '').replace(/\/$/, '');
  const url = `${teamUrl}/archives/${account.channel}/p${timestamp.replace('.', '')}`;
  return { kind: 'published', providerId: `${account.channel}/${timestamp}`, url };
}

/** The response names the files, but not the message that shares them. */
async function shareFiles(base: string, { payload, account, api }: PublishCall, fileIds: readonly string[]): Promise<Outcome> {
  const json = { ...withoutImages(payload), channel_id: account.channel ?? '', files: fileIds.map((id) => ({ id })) };
  const { body } = await api.send({ url: `${base}/api/files.completeUploadExternal`, headers: bearer(account), json });
  const first = requiredText('Slack', body, 'files', 0, 'id');
  return { kind: 'published', providerId: `${account.channel}/${first}`, url: textAt(body, 'files', 0, 'permalink') };
}

/** docs.slack.dev, files.getUploadURLExternal: the file is invisible until the upload is completed. */
async function uploadToSlack(base: string, { account, api }: PublishCall, file: OpenImage | StreamedVideo): Promise<string> {
  const { fileName, altText } = file;
  const length = 'stream' in file ? file.stream.byteSize : file.bytes.length;
  const form = { filename: fileName, length: String(length), ...(altText && { alt_txt: altText }) };
  const { body } = await api.ask({ url: `${base}/api/files.getUploadURLExternal`, headers: bearer(account), form });
  const url = readUploadAddress('Slack', requiredText('Slack', body, 'upload_url'));
  await api.ask({ method: 'POST', url, file: fileContent(file), mayBeEmpty: true });
  return requiredText('Slack', body, 'file_id');
}

/** The token is still valid for text only. */
function explainScope(error: unknown): never {
  if (!(error instanceof ApiFault) || error.code !== 'missing_scope') throw error;
  const words = say`The Slack app lacks the scope files:write, which pictures need. Add it, then connect the channel again.`;
  throw new ApiFault({ kind: 'rejected', ...keepWords(words) }, error.code);
}

const bearer = ({ botToken }: PublishCall['account']) => ({ authorization: `Bearer ${botToken}` });

/**
 * The literal text as a block of rich text, in which only elements of their own are links and emoji: a message's `text` turns
 * ":tada:" into an emoji even without mrkdwn, and the comment of a file cannot be marked as plain text (docs.slack.dev,
 * rich_text; files.completeUploadExternal). `text` remains for notifications.
 */
export function buildSlackMessage({ parts: [words] }: PostWords, { media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const blocks = words.text.trim() === '' ? [] : [{ type: 'rich_text', elements: slackElements(words) }];
  const { video } = signedVideo(media);
  if (video) return { blocks, video };
  return images ? { blocks, images } : { text: escapeText(words.text), mrkdwn: false, blocks };
}

/** Three characters are escaped in any text (docs.slack.dev, formatting message text). */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** docs.slack.dev, chat.update. The workspace may limit for how long its members may edit. */
export async function editOnSlack(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  const [channel = '', timestamp = ''] = post.providerId.split('/');
  await onSending();
  await api.send({ url: `${base}/api/chat.update`, headers: bearer(account), json: { ...payload, channel, ts: timestamp } });
}

/** Slack does not tell which message shares files. */
export const filesOnSlack = (payload: JsonObject): Sentence | null =>
  imagesOf(payload).length > 0 || videoOf(payload) ? say`Slack does not tell programs which message shares pictures.` : null;
