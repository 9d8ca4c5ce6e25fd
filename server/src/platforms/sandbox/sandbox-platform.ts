import { randomBytes } from 'node:crypto';
import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { networkWords } from '../network-words.ts';
import { readFirstComment } from '../platform/first-comment.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type Credentials,
  type Health,
  type JsonObject,
  type MediaFile,
  type Platform,
  type PostMedia,
} from '../platform.ts';
import { linkOfCard } from '../preview-post.ts';
import { type PostExtras, type PostWords, readWords, storableText } from '../text/read-words.ts';
import { signedDocument, signedVideo } from '../videos.ts';
import { editInSandbox, findInSandbox, publishToSandbox, readBackFromSandbox, readMetricsFromSandbox } from './publish-to-sandbox.ts';
import { readSandboxCredentials } from './sandbox-credentials.ts';
import type { SandboxCard, SandboxFeed, SandboxImage } from './sandbox-feed.ts';
import { sandboxRules } from './sandbox-rules.ts';

/**
 * The built-in test platform: it posts to a feed page in the console. It resolves no names, but supports lookups of
 * an intent. Its posts are free, unless the operator rehearses credits with them.
 */
export function createSandboxPlatform(feed: SandboxFeed, network: NetworkRules = sandboxRules, isFree = false): Platform {
  const retract: Platform['retract'] = async (_payload, _credentials, _intent, { providerId }) => {
    await feed.remove(providerId);
    return { kind: 'removed' };
  };
  return {
    ...networkWords(network),
    duplicateClass: 'askable',
    idFromLink,
    isFoundWithoutIntent: true,
    provenBy: 'sandbox',
    ...(isFree && { isFree }),
    fields: [],
    oauth: null,
    connect: connectSandbox,
    check: checkSandbox,
    refresh: null,
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesVideo: 'uploaded',
    takesCover: ['uploaded', 'moment'],
    takesSubtitles: 'text/vtt',
    takesAnimations: 'among pictures',
    takesDocuments: 'uploaded',
    build: (post) => buildPost(readWords(network, post), post),
    allocate: () => ({}),
    publish: (payload, credentials, intent, hooks) => publishToSandbox(feed, payload, credentials, intent, hooks),
    comments: {
      build(post) {
        const words = readFirstComment(network, post);
        return words && { text: words.text };
      },
      allocate: () => ({}),
      send: (comment, credentials, intent, _post, hooks) => publishToSandbox(feed, comment, credentials, intent, hooks),
      find: (_comment, credentials, intent) => findInSandbox(feed, credentials, intent),
      retract,
    },
    find: (_payload, credentials, intent) => findInSandbox(feed, credentials, intent),
    edits: {
      refuses: () => null,
      send: (payload, credentials, intent, post, hooks) => editInSandbox(feed, { payload, post }, credentials, intent, hooks),
    },
    retract,
    readBack: (payload, _credentials, _intent, post) => readBackFromSandbox(feed, payload, post),
    readMetrics: (_payload, _credentials, _intent, post) => readMetricsFromSandbox(feed, post),
  };
}

function buildPost({ parts: [{ text }] }: PostWords, extras: PostExtras): JsonObject {
  const { tags, link, media = [] } = extras;
  return {
    text,
    ...(tags.length > 0 && { tags: tags.map(storableText) }),
    ...(link !== null && { link: storableText(link) }),
    ...imagesOf(media.filter(({ kind }) => kind === 'image')),
    ...filesOf(media),
    ...cardOf(extras),
  };
}

/** The video or the document, and where the feed finds each of its files. */
function filesOf(media: readonly PostMedia[]): JsonObject {
  const { video } = signedVideo(media);
  const { document } = signedDocument(media);
  const itemOf = (kind: PostMedia['kind']) => media.find((item) => item.kind === kind && item.file);
  const idOf = (file: MediaFile | undefined) => ({ media_id: file?.mediaId ?? '' });
  const film = itemOf('video');
  const extras = {
    ...(video?.cover && { cover: 'sha256' in video.cover ? { ...video.cover, ...idOf(film?.cover?.file) } : video.cover }),
    ...(video?.subtitles && { subtitles: { ...video.subtitles, ...idOf(film?.subtitles?.file) } }),
  };
  return {
    ...(video && { video: { ...video, ...idOf(film?.file), ...extras } }),
    ...(document && { document: { ...document, ...idOf(itemOf('document')?.file) } }),
  };
}

function imagesOf(media: readonly PostMedia[]): JsonObject {
  const images = media.flatMap((picture) => imageOf(picture) ?? []);
  return images.length > 0 ? { images } : {};
}

function imageOf({ file, altText = '' }: PostMedia): SandboxImage | null {
  return file ? { media_id: file.mediaId, sha256: file.sha256, alt_text: storableText(altText) } : null;
}

/** Images replace it, as on most networks. */
function cardOf(extras: PostExtras): { card?: SandboxCard } {
  const { card, media } = extras;
  const link = linkOfCard(extras);
  if (link === null || !card || media?.length) return {};
  const { title, description, siteName, image } = card;
  const picture = image && imageOf(image);
  return {
    card: {
      url: storableText(link),
      title: storableText(title),
      ...(description !== null && { description: storableText(description) }),
      ...(siteName !== null && { site_name: storableText(siteName) }),
      ...(picture && { image: picture }),
    },
  };
}

/** Opens a new feed. Its id is the credential, so a feed cannot be requested by name. */
async function connectSandbox(entered: Credentials): Promise<ConnectedAccount> {
  const { handle, feed: asked, failure, times } = readSandboxCredentials(entered);
  if (asked) throw new ConnectError(say`Leave "feed" out; the sandbox opens a new one for each connection.`);
  const feed = `feed_${randomBytes(16).toString('hex')}`;
  return { handle, externalId: feed, credentials: { feed, failure, times } };
}

/** A feed configured to refuse its credentials does so here too. */
async function checkSandbox(credentials: Credentials): Promise<Health> {
  const { failure } = readSandboxCredentials(credentials);
  if (failure === 'unauthorized') return { kind: 'revoked', message: 'The sandbox no longer accepts the credentials.' };
  if (failure === 'unreachable') return { kind: 'unclear', message: 'The sandbox cannot be reached.' };
  return { kind: 'healthy' };
}

/** The sandbox's page shows each post under its id. */
function idFromLink({ pathname, hash }: URL): string | null {
  return pathname.endsWith('/sandbox') && hash ? hash.slice(1) : null;
}
