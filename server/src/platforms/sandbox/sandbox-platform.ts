import type { NetworkRules } from '../network-rules.ts';
import { networkWords } from '../network-words.ts';
import type { JsonObject, Platform, PostMedia } from '../platform.ts';
import { sandboxRules } from '../rules/sandbox.ts';
import { storableText } from '../storable-text.ts';
import { checkSandbox, connectSandbox } from './connect-sandbox.ts';
import { findInSandbox, publishToSandbox } from './publish-to-sandbox.ts';

/** What the sandbox platform needs of the feed that it posts to. */
export interface SandboxFeed {
  /** Counts this try and answers how many there were of the intent, this one included. */
  countTry(feed: string, intentId: string): Promise<number>;
  /** Makes a post, every time it is called: a post that is sent twice shows twice. */
  post(feed: string, intentId: string, text: string, images?: readonly SandboxImage[]): Promise<SandboxAnswer>;
  find(feed: string, intentId: string): Promise<SandboxAnswer | null>;
}

/** A picture as the payload names it. */
export type SandboxImage = { media_id: string; sha256: string; alt_text: string };

export interface SandboxAnswer {
  id: string;
  url: string;
}

/**
 * A platform that ships with the service: it posts to a feed page in the console. It looks
 * nothing up by itself, but can be asked what became of an intent.
 */
export function createSandboxPlatform(feed: SandboxFeed, network: NetworkRules = sandboxRules): Platform {
  return {
    ...networkWords(network),
    duplicateClass: 'askable',
    provenBy: 'sandbox',
    fields: [],
    oauth: null,
    connect: connectSandbox,
    check: checkSandbox,
    refresh: null,
    takesImages: 'uploaded',
    build: ({ text, tags, link, media }) => ({
      text: storableText(text),
      ...(tags.length > 0 && { tags: tags.map(storableText) }),
      ...(link !== null && { link: storableText(link) }),
      ...imagesOf(media ?? []),
    }),
    allocate: () => ({}),
    publish: (payload, credentials, intent, hooks) => publishToSandbox(feed, payload, credentials, intent, hooks),
    find: (_payload, credentials, intent) => findInSandbox(feed, credentials, intent),
  };
}

function imagesOf(media: readonly PostMedia[]): JsonObject {
  const images = media.flatMap(({ file, altText = '' }): SandboxImage[] =>
    file ? [{ media_id: file.mediaId, sha256: file.sha256, alt_text: storableText(altText) }] : [],
  );
  return images.length > 0 ? { images } : {};
}
