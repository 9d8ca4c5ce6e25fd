import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';

const POSTS = documented('developers.facebook.com/documentation/threads/posts', '2026-11-21');

export const threadsRules: NetworkRules = {
  id: 'threads',
  label: 'Threads',
  tagsIn: 'text',
  tagShape: 'word',
  linksOneTag: true,
  requires: [],
  syntax: { links: true, nakedLinks: true, tags: 'word', mentions: 'handle' },
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://developers.facebook.com/docs/threads/posts'),
  limits: [
    {
      field: 'text',
      max: 500,
      unit: 'bytes',
      ...POSTS,
      source: `${POSTS.source}: 500 characters, emoji as their UTF-8 bytes; it refuses texts over 500 bytes for other letters too (postiz PR 1946)`,
      confidence: 'conflicting',
    },
    {
      field: 'first_comment',
      max: 500,
      unit: 'bytes',
      ...POSTS,
      source: `${POSTS.source}: 500 characters, emoji as their UTF-8 bytes; it refuses texts over 500 bytes for other letters too (postiz PR 1946)`,
      confidence: 'conflicting',
    },
    {
      field: 'tags',
      max: 1,
      unit: 'items',
      ...POSTS,
      source: 'developers.facebook.com Threads API, Topic tags: the first one counts, the others stay text',
    },
    { field: 'tag', max: 50, unit: 'code_points', ...POSTS, source: 'developers.facebook.com Threads API, Topic tags; Zernio' },
    {
      field: 'links',
      max: 5,
      unit: 'items',
      ...POSTS,
      source: 'developers.facebook.com Threads API, Text attachments (THREADS_API__LINK_LIMIT_EXCEEDED)',
    },
    {
      field: 'thread',
      max: 10,
      unit: 'items',
      ...observed(
        'Threads names no limit; replies by reply_to_id, 1,000 in 24 hours (developers.facebook.com, Create Replies)',
        '2026-11-28',
      ),
    },
    {
      field: 'media',
      max: 20,
      unit: 'items',
      ...POSTS,
      source: `${POSTS.source} (carousel posts: 2 to 20); Zernio still says 10`,
    },
    { field: 'video_length', max: 300, unit: 'seconds', ...POSTS },
    { field: 'alt_text', max: 1000, unit: 'code_points', ...POSTS, source: 'developers.facebook.com Threads API, Posts (alt_text)' },
    { field: 'image_size', max: 8, unit: 'megabytes', ...POSTS },
    // From 1:10 to 10:1.
    { field: 'image_shape', min: 10, max: 1000, unit: 'percent', ...POSTS },
    { field: 'videos', max: 1, unit: 'items', ...POSTS },
    { field: 'video_size', max: 1000, unit: 'megabytes', ...POSTS },
    { field: 'video_shape', min: 1, max: 1000, unit: 'percent', ...POSTS },
    { field: 'video_rate', min: 23, max: 60, unit: 'per_second', ...POSTS },
    { field: 'video_width', max: 1920, unit: 'pixels', ...POSTS },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], codecs: ['avc', 'hevc'], soundCodecs: ['aac'], ...POSTS },
  quotas: [
    {
      // Replies, and so the further posts of a thread and first comments, have a limit of 1,000 of their own.
      max: 250,
      perSeconds: 24 * 3_600,
      scope: 'connection',
      ...documented('developers.facebook.com, Threads API: 250 posts in 24 hours', '2026-11-21'),
    },
  ],
};
