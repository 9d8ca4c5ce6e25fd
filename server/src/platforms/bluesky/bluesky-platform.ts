import { checkPost } from '../check-post.ts';
import type { Platform, Post, Preview } from '../platform.ts';
import { previewPart } from '../preview-part.ts';
import { allocateKeys } from './allocate-keys.ts';
import { blueskyFacets } from './bluesky-facets.ts';
import { BLUESKY_RULES } from './bluesky-rules.ts';
import { buildRecords, hiddenTags } from './build-records.ts';
import { connectBluesky } from './connect-bluesky.ts';
import { findOnBluesky } from './find-on-bluesky.ts';
import { publishToBluesky } from './publish-to-bluesky.ts';

/**
 * Bluesky, or any other server of the AT Protocol. The payload is `{records}`: the exact records
 * of the post and of its replies. The intent adds what belongs to the moment of sending and nothing
 * else: `createdAt`, the record keys that were allocated in advance, and in replies the references
 * that follow from them.
 */
export function createBlueskyPlatform(): Platform {
  return {
    id: 'bluesky',
    label: 'Bluesky',
    // The record key is allocated in advance and written with putRecord: the same again is the same post.
    duplicateClass: 'idempotent',
    provenBy: 'real server',
    rules: BLUESKY_RULES,
    tagsIn: 'text',
    connect: connectBluesky,
    // The limit is that of the field; as many tags as one likes may stand in the text.
    validate: (post) => checkPost('Bluesky', BLUESKY_RULES, { ...post, tags: hiddenTags(post) }),
    preview: previewPost,
    build: (post) => ({ records: buildRecords(post) }),
    allocate: allocateKeys,
    publish: publishToBluesky,
    find: findOnBluesky,
  };
}

function previewPost(post: Post): Preview {
  const parts = [post.text, ...post.thread].map((text) => previewPart(BLUESKY_RULES, text, blueskyFacets(text)));
  const linkCard = post.link !== null && URL.canParse(post.link) ? { url: post.link, title: new URL(post.link).host } : null;
  return { parts, linkCard };
}
