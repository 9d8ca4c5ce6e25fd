import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import type { StreamedFile } from '../api/call-api.ts';
import type { Credentials, Intent, JsonObject, Outcome, SendHooks } from '../platform.ts';
import { type SignedVideo, streamedVideo } from '../videos.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import type { BlueskySessions } from './bluesky-sessions.ts';
import { POST_COLLECTION, pairRecords, type RecordToSend } from './build-records.ts';
import { blobCid, blobsOf } from './image-embed.ts';
import { type BlueskySession, postUrl } from './open-session.ts';
import { outcomeOfError } from './outcome-of-error.ts';

/** Attempts for a reply whose response was lost: the same record under the same key is the same post. */
const REPLY_TRIES = 3;
const REPLY_PAUSE_MS = 1_000;

/** A post's address and content hash, as replies name it. */
export interface StrongRef {
  uri: string;
  cid: string;
}

/**
 * With the account's session, in reply to the last of `replyTo` where there are any, writes each record under the key of the intent. The envelope (`createdAt`, keys,
 * reply references) is the intent's; everything else is the approved payload, untouched.
 */
export async function publishToBluesky(
  sessions: BlueskySessions,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  hooks: SendHooks,
  replyTo: readonly StrongRef[] = [],
): Promise<Outcome> {
  const known = readBlueskyCredentials(credentials);
  const session = await sessions.open(known, hooks.signal).catch((error: unknown) => outcomeOfError(error, 'sign-in'));
  if ('kind' in session) return session;
  const outcome = await sendRecords(session, payload, intent, hooks, replyTo);
  // The app password may still be valid after the server has ended the session.
  if (outcome.kind !== 'unauthorized') return outcome;
  sessions.forget(known);
  return session.isKept ? publishToBluesky(sessions, payload, credentials, intent, hooks, replyTo) : outcome;
}

async function sendRecords(
  session: BlueskySession,
  payload: JsonObject,
  intent: Intent,
  hooks: SendHooks,
  replyTo: readonly StrongRef[],
): Promise<Outcome> {
  const records = pairRecords(payload, intent);
  if (!session.isActive) return { kind: 'unauthorized', ...toStoredMessage(say`The Bluesky account is suspended or deactivated.`) };

  try {
    await uploadFiles(
      session,
      records.map(({ record }) => record),
      hooks,
    );
  } catch (error) {
    return outcomeOfError(error, 'upload');
  }

  await hooks.onSending();

  const posts: StrongRef[] = [];
  for (const record of records) {
    const result = await sendRecord(session, record, intent, [...replyTo, ...posts], hooks.signal);
    if ('uri' in result) posts.push(result);
    // After part of the thread was published, the outcomes that rule out a published post do not apply.
    else if (posts.length === 0) return result;
    else
      return {
        kind: 'unknown',
        ...toStoredMessage(say`${posts.length} of ${records.length} posts of the thread were published. ${fromStoredMessage(result)}`),
      };
  }
  const [first] = posts;
  const [{ rkey }] = records;
  if (!first) throw new Error('Nothing was sent.');
  return { kind: 'published', providerId: first.uri, url: postUrl(session, POST_COLLECTION, rkey) };
}

async function sendRecord(
  session: BlueskySession,
  { rkey, record }: RecordToSend,
  intent: Intent,
  posts: StrongRef[],
  signal: AbortSignal,
) {
  const [root] = posts;
  const parent = posts.at(-1);
  const complete = { ...record, createdAt: intent.createdAt, ...(root && parent && { reply: { root, parent } }) };
  const tries = root ? REPLY_TRIES : 1;
  for (let number = 1; ; number += 1) {
    try {
      const { data } = await session.agent.com.atproto.repo.putRecord({
        repo: session.did,
        collection: POST_COLLECTION,
        rkey,
        record: complete,
      });
      return { uri: data.uri, cid: data.cid };
    } catch (error) {
      const outcome = outcomeOfError(error, 'sending');
      if (outcome.kind !== 'unknown' || number >= tries || signal.aborted) return outcome;
      await wait(REPLY_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** A video, read while it is sent; the length is for `createProtocolFetch`. */
async function streamOf(hooks: SendHooks, video: SignedVideo) {
  const opened = await streamedVideo({ payload: { video }, readMedia: hooks.readMedia });
  if (!opened) throw new Error('There is no video.');
  async function* read(stream: StreamedFile): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream.read()) {
      yield chunk;
      hooks.onProgress?.();
    }
  }
  return { content: ReadableStream.from(read(opened.stream)), headers: { 'content-length': String(video.byte_size) } };
}

/**
 * Uploads the records' files. This creates no post: the server discards unreferenced blobs. Throws the client's
 * errors.
 */
async function uploadFiles({ agent }: BlueskySession, records: readonly JsonObject[], hooks: SendHooks): Promise<void> {
  for (const { sha256, mimeType, size } of records.flatMap(blobsOf)) {
    const { content, headers = {} } = mimeType.startsWith('video/')
      ? await streamOf(hooks, { sha256, mime_type: mimeType, byte_size: size })
      : { content: new Uint8Array(await hooks.openImage(sha256)) };
    const { data } = await agent.com.atproto.repo.uploadBlob(content as Uint8Array, { encoding: mimeType, headers });
    const kept = data.blob.ref.toString();
    if (kept !== blobCid(sha256)) throw new Error(`Bluesky kept another picture than the one that was signed: ${kept}.`);
  }
}
