import { say } from '../../languages/sentence.ts';
import { faultWith } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, type Standing, sendThread } from '../send-thread.ts';
import { fileContent, openCover, type SignedVideo, type StreamedVideo, streamedVideo, uploadOnce } from '../videos.ts';
import { lastOnMastodon } from './read-back-from-mastodon.ts';

/**
 * Posts each status under a key derived from the intent: repeated within the hour, the server returns the existing
 * status (docs.joinmastodon.org, methods/statuses, Idempotency-Key).
 */
export async function publishToMastodon(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const posts = postsOf(payload);
  const video = await streamedVideo(call);
  const mediaIds = video ? [await uploadVideo(call, video)] : await uploadImages(call, (image) => uploadToMastodon(call, image));
  const replyTo = call.replyTo && { id: await lastOnMastodon(call, call.replyTo), url: null };
  await onSending();
  const ids: string[] = [];
  const send = async (post: JsonObject, parent: Standing | undefined, index: number): Promise<Standing> => {
    const headers = { ...bearer(account), 'idempotency-key': `${intent.id}/${index}` };
    const json: JsonObject = {
      ...post,
      // Servers that also accept Markdown or HTML may parse either by the account's default.
      content_type: 'text/plain',
      ...(index === 0 && mediaIds.length > 0 && { media_ids: mediaIds }),
      ...(parent && { in_reply_to_id: parent.id }),
    };
    const { body } = await api.send({ url: `${account.server}/api/v1/statuses`, headers, json });
    const id = requiredText('Mastodon', body, 'id');
    ids.push(id);
    return { id, url: textAt(body, 'url') };
  };
  const outcome = await sendThread(posts, send, replyTo);
  // A reply is not found by its words once they are changed there.
  return outcome.kind === 'published' && ids.length > 1 ? { ...outcome, learned: { statusIds: ids } } : outcome;
}

/**
 * docs.joinmastodon.org, methods/media: v2 returns 202 while the server processes the file, and a status accepts it
 * once it returns 200. Unused media are deleted after a day.
 */
async function uploadToMastodon(call: PublishCall, image: OpenImage): Promise<string> {
  const { id, isReady } = await sendFile(call, image);
  if (!isReady) await awaitFile(call, id);
  return id;
}

/** A large video is processed for longer than one attempt lasts. */
async function uploadVideo(call: PublishCall, video: StreamedVideo & { signed: SignedVideo }): Promise<string> {
  const id = await uploadOnce(call, {
    isUsable: async (kept) => (await readFile(call, kept)) !== null,
    upload: async () => (await sendFile(call, video, await openCover(call, video.signed))).id,
  });
  await awaitFile(call, id);
  return id;
}

async function sendFile(
  { account, api }: PublishCall,
  file: OpenImage | StreamedVideo,
  cover: OpenImage | null = null,
): Promise<{ id: string; isReady: boolean }> {
  const { altText } = file;
  const parts = [
    { name: 'file', ...fileContent(file) },
    ...(cover ? [{ name: 'thumbnail', ...fileContent(cover) }] : []),
    ...(altText ? [{ name: 'description', value: altText }] : []),
  ];
  const { body, status } = await api.ask({ url: `${account.server}/api/v2/media`, headers: bearer(account), parts });
  return { id: requiredText('Mastodon', body, 'id'), isReady: status === 200 };
}

/** 206 while the server works on it; null if it has none. */
const readFile = ({ account, api }: PublishCall, id: string): Promise<ApiAnswer | null> =>
  api.look({ url: `${account.server}/api/v1/media/${id}`, headers: bearer(account) });

async function awaitFile(call: PublishCall, id: string): Promise<void> {
  await awaitReady('Mastodon', call.signal, async () => {
    const answer = await readFile(call, id);
    if (!answer) throw faultWith('rejected', say`${'Mastodon'} could not read the video.`);
    return answer.status === 200;
  });
}
