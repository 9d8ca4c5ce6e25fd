import { checkPost } from '../check-post.ts';
import { findFacets } from '../facets.ts';
import type { Platform, PlatformRule, Post, Preview } from '../platform.ts';
import { previewPart } from '../preview-part.ts';
import { storableText } from '../storable-text.ts';
import { connectSandbox } from './connect-sandbox.ts';
import { findInSandbox, publishToSandbox } from './publish-to-sandbox.ts';

/** What the sandbox platform needs of the feed that it posts to. */
export interface SandboxFeed {
  /** Counts this try and answers how many there were of the intent, this one included. */
  countTry(feed: string, intentId: string): Promise<number>;
  /** Makes a post, every time it is called: a post that is sent twice shows twice. */
  post(feed: string, intentId: string, text: string): Promise<SandboxAnswer>;
  find(feed: string, intentId: string): Promise<SandboxAnswer | null>;
}

export interface SandboxAnswer {
  id: string;
  url: string;
}

const OURS = { source: 'The sandbox is part of this service', checkedOn: '2026-11-21', confidence: 'documented' } as const;

export const SANDBOX_RULES: PlatformRule[] = [
  { field: 'text', max: 500, unit: 'graphemes', ...OURS },
  { field: 'tags', max: 10, unit: 'items', ...OURS },
  { field: 'tag', max: 64, unit: 'graphemes', ...OURS },
  { field: 'thread', max: 1, unit: 'items', ...OURS },
];

/**
 * A platform that ships with the service: it posts to a feed page in the console. It looks
 * nothing up by itself, but can be asked what became of an intent.
 */
export function createSandboxPlatform(feed: SandboxFeed): Platform {
  return {
    id: 'sandbox',
    label: 'Sandbox',
    duplicateClass: 'askable',
    provenBy: 'sandbox',
    rules: SANDBOX_RULES,
    tagsIn: 'text',
    connect: connectSandbox,
    validate: (post) => checkPost('the sandbox', SANDBOX_RULES, post),
    preview: previewPost,
    build: ({ text, tags, link }) => ({
      text: storableText(text),
      ...(tags.length > 0 && { tags: tags.map(storableText) }),
      ...(link !== null && { link: storableText(link) }),
    }),
    allocate: () => ({}),
    publish: (payload, credentials, intent, hooks) => publishToSandbox(feed, payload, credentials, intent, hooks),
    find: (_payload, credentials, intent) => findInSandbox(feed, credentials, intent),
  };
}

function previewPost(post: Post): Preview {
  const parts = [post.text, ...post.thread].map((text) => previewPart(SANDBOX_RULES, text, findFacets(text)));
  const linkCard = post.link !== null && URL.canParse(post.link) ? { url: post.link, title: new URL(post.link).host } : null;
  return { parts, linkCard };
}
