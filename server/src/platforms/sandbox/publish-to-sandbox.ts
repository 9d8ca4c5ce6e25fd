import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import {
  absentAmong,
  type ComparedFields,
  type Credentials,
  type Intent,
  type JsonObject,
  type LookupResult,
  type MetricsReading,
  type Outcome,
  type PublishedPost,
  type ReadBack,
  type SendHooks,
} from '../platform.ts';
import { documentOf, videoOf, videoPieces } from '../videos.ts';
import { readSandboxCredentials, type SandboxCredentials, type SandboxFailure } from './sandbox-credentials.ts';
import type { SandboxCard, SandboxFeed, SandboxImage } from './sandbox-feed.ts';

/** Short, so a demonstration or a test is fast. */
const RETRY_AFTER_SECONDS = 1;

/** Posts to the feed; with a failure configured, acts like a real network in that case. */
export async function publishToSandbox(
  feed: SandboxFeed,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  hooks: SendHooks,
): Promise<Outcome> {
  const known = readSandboxCredentials(credentials);
  const failure = await failureOfThisTry(feed, known, intent).catch((): SandboxFailure => 'unreachable');
  const early = failBeforeSending(hooks.signal.aborted ? 'unreachable' : failure);
  if (early) return early;

  const images = (payload.images ?? []) as SandboxImage[];
  const card = (payload.card ?? null) as SandboxCard | null;
  // As on a real network: a missing image or video prevents the post.
  for (const { sha256 } of [...images, card?.image ?? []].flat()) await hooks.openImage(sha256);

  const video = videoOf(payload) ?? documentOf(payload);
  const extras = [video?.cover, video?.subtitles].flatMap((file) => (file && 'sha256' in file ? [file.sha256] : []));
  for (const sha256 of extras) await hooks.openImage(sha256);
  if (video) for await (const _piece of videoPieces(hooks, video)) hooks.signal.throwIfAborted();

  await hooks.onSending();
  try {
    const late = failInsteadOfActing(failure);
    if (late) return late;
    const made = await feed.post(known.feed, intent.id, String(payload.text), { images: shownIn(payload), card });
    if (failure === 'timeout_after_acting' || failure === 'mute_after_acting')
      return { kind: 'unknown', ...toStoredMessage(say`The sandbox did not respond in time.`) };
    // The response is repeated; the post is not.
    const answer = failure === 'double_answer' ? await feed.find(known.feed, intent.id) : made;
    if (answer?.id !== made.id) return { kind: 'unknown', ...toStoredMessage(say`The sandbox sent two contradictory responses.`) };
    return { kind: 'published', providerId: made.id, url: made.url };
  } catch (error) {
    return { kind: 'unknown', ...toStoredMessage(say`The sandbox did not respond: ${messageOf(error)}`) };
  }
}

/** Replaces the text of a post; fails as posting does. */
export async function editInSandbox(
  feed: SandboxFeed,
  { payload, post }: { payload: JsonObject; post: PublishedPost },
  credentials: Credentials,
  intent: Intent,
  hooks: Pick<SendHooks, 'signal' | 'onSending'>,
): Promise<Outcome> {
  const known = readSandboxCredentials(credentials);
  const failure = await failureOfThisTry(feed, known, intent).catch((): SandboxFailure => 'unreachable');
  const early = failBeforeSending(hooks.signal.aborted ? 'unreachable' : failure);
  if (early) return early;
  await hooks.onSending();
  const late = failInsteadOfActing(failure);
  if (late) return late;
  const edited = await feed.edit(post.providerId, String(payload.text));
  if (!edited) return { kind: 'rejected', ...toStoredMessage(say`The network no longer has this post.`) };
  if (failure === 'timeout_after_acting' || failure === 'mute_after_acting')
    return { kind: 'unknown', ...toStoredMessage(say`The sandbox did not respond in time.`) };
  return { kind: 'published', providerId: edited.id, url: edited.url };
}

/** Everything that the post shows with its text. */
function shownIn(payload: JsonObject): SandboxImage[] {
  const files = [payload.video, payload.document].flatMap((file): SandboxImage[] => {
    if (!file) return [];
    const { media_id, sha256, mime_type, alt_text = '', title = alt_text, cover, subtitles } = file as SandboxImage & { title?: string };
    // Frozen before the feed showed videos and documents.
    const type = mime_type && { mime_type };
    const extras = { ...(isFound(cover) && { cover }), ...(isFound(subtitles) && { subtitles }) };
    return media_id ? [{ media_id, sha256, alt_text: title, ...type, ...extras }] : [];
  });
  return [...((payload.images ?? []) as SandboxImage[]), ...files];
}

/** Not before the feed showed covers and subtitles. */
const isFound = (file: SandboxImage['cover'] | SandboxImage['subtitles']): boolean =>
  file !== undefined && ('at_ms' in file || file.media_id !== undefined);

async function failureOfThisTry(feed: SandboxFeed, known: SandboxCredentials, intent: Intent): Promise<SandboxFailure> {
  if (!known.feed) return 'unauthorized';
  if (known.failure === 'none' || known.times === null) return known.failure;
  return (await feed.countTry(known.feed, intent.id)) <= known.times ? known.failure : 'none';
}

/** Queries the feed for the post of an intent. */
export async function findInSandbox(feed: SandboxFeed, credentials: Credentials, intent: Intent): Promise<LookupResult> {
  try {
    const known = readSandboxCredentials(credentials);
    if (known.failure.startsWith('mute_')) return { kind: 'unsure', ...toStoredMessage(say`The sandbox says nothing about it.`) };
    const found = await feed.find(known.feed, intent.id);
    if (found) return { kind: 'found', providerId: found.id, url: found.url };
    return intent.isRestored ? absentAmong(intent, await feed.since(known.feed, new Date(intent.createdAt))) : { kind: 'absent' };
  } catch (error) {
    return { kind: 'unsure', ...toStoredMessage(say`The sandbox did not respond: ${messageOf(error)}`) };
  }
}

/** The post's page is public. */
export async function readBackFromSandbox(feed: SandboxFeed, payload: JsonObject, { providerId }: PublishedPost): Promise<ReadBack> {
  const post = await feed.read(providerId);
  if (!post) return { kind: 'gone', seenBy: 'public' };
  const fields = (text: string, images: readonly SandboxImage[]): ComparedFields => ({
    text,
    pictures: images.map(({ sha256 }) => sha256).join('\n'),
    alt_texts: images.map(({ alt_text: altText }) => altText).join('\n'),
    ...namesOf('cover', images),
    ...namesOf('subtitles', images),
  });
  const signed = fields(String(payload.text), shownIn(payload));
  return { kind: 'found', seenBy: 'public', signed, published: fields(post.text, post.images) };
}

function namesOf(field: 'cover' | 'subtitles', images: readonly SandboxImage[]): ComparedFields {
  const names = images.flatMap(({ [field]: file }) => (file ? ['at_ms' in file ? `${file.at_ms} ms` : file.sha256] : []));
  return names.length > 0 ? { [field]: names.join('\n') } : {};
}

function failBeforeSending(failure: SandboxFailure): Outcome | null {
  switch (failure) {
    case 'unreachable':
      return { kind: 'unavailable', ...toStoredMessage(say`The sandbox cannot be reached.`), retryAfterSeconds: null };
    case 'unauthorized':
      return { kind: 'unauthorized', ...toStoredMessage(say`The sandbox no longer accepts the credentials.`) };
    default:
      return null;
  }
}

/** Failures with a response but no post. Only a clear refusal says so. */
function failInsteadOfActing(failure: SandboxFailure): Outcome | null {
  switch (failure) {
    case 'reject':
      return { kind: 'rejected', ...toStoredMessage(say`The sandbox refuses this post.`) };
    case 'rate_limited':
      return {
        kind: 'rate_limited',
        ...toStoredMessage(say`The sandbox accepts no further posts for now.`),
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      };
    case 'server_error':
      return { kind: 'unknown', ...toStoredMessage(say`The sandbox responded with status 500.`) };
    case 'mute_instead_of_acting':
      return { kind: 'unknown', ...toStoredMessage(say`The sandbox did not respond in time.`) };
    case 'reset':
      return { kind: 'unknown', ...toStoredMessage(say`The connection to the sandbox was reset.`) };
    default:
      return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Invented figures, the same for a post every time, so a demonstration has some. The sandbox reports no reach. */
export async function readMetricsFromSandbox(feed: SandboxFeed, { providerId }: PublishedPost): Promise<MetricsReading> {
  if (!(await feed.read(providerId))) return { kind: 'gone' };
  const views = 200 + ([...providerId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 300);
  return {
    kind: 'read',
    figures: [
      { name: 'views', metric: 'views', value: views },
      { name: 'likes', metric: 'likes', value: Math.floor(views / 20) },
      { name: 'comments', metric: 'replies', value: Math.floor(views / 100) },
      { name: 'reach', metric: 'reach', value: null },
    ],
  };
}
