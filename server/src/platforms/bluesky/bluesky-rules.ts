import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';
import { withoutLinkCard } from '../platform/settings.ts';

const LEXICON = documented('Lexicon app.bsky.feed.post, npm @atproto/api 0.21.0', '2026-11-21');
const IMAGES = { ...LEXICON, source: 'Lexicon app.bsky.embed.images, npm @atproto/api 0.21.0' } as const;
const VIDEO = { ...LEXICON, source: 'Lexicon app.bsky.embed.video, npm @atproto/api 0.21.0' } as const;

export const blueskyRules: NetworkRules = {
  id: 'bluesky',
  label: 'Bluesky',
  tagsIn: 'text',
  // The record has a field for tags that are not in the text.
  hidesTags: true,
  tagShape: 'word',
  requires: [],
  syntax: { links: true, nakedLinks: true, tags: 'spaced', mentions: 'domain' },
  // By the account's DID, which only the network has.
  linksNamesById: true,
  hasLinkCard: true,
  carriesLinkCard: true,
  settings: [withoutLinkCard],
  charges: freeOfCharge('https://docs.bsky.app/docs/advanced-guides/rate-limits'),
  limits: [
    { field: 'first_comment', max: 300, unit: 'graphemes', ...LEXICON },
    { field: 'first_comment', max: 3000, unit: 'bytes', ...LEXICON },
    { field: 'text', max: 300, unit: 'graphemes', ...LEXICON },
    { field: 'text', max: 3000, unit: 'bytes', ...LEXICON },
    { field: 'tags', max: 8, unit: 'items', ...LEXICON },
    { field: 'tag', max: 64, unit: 'graphemes', ...LEXICON },
    { field: 'tag', max: 640, unit: 'bytes', ...LEXICON },
    {
      field: 'thread',
      max: 10,
      unit: 'items',
      ...observed('Bluesky names no limit; a thread must go out within one lease of the worker', '2026-11-21'),
    },
    { field: 'images', max: 4, unit: 'items', ...IMAGES },
    { field: 'image_size', max: 2, unit: 'megabytes', ...IMAGES },
    {
      field: 'alt_text',
      max: 2000,
      unit: 'graphemes',
      ...observed(
        'The app of Bluesky (MAX_ALT_TEXT in bluesky-social/social-app); the lexicon names no length, and a record must stay below its own size',
        '2026-11-22',
      ),
    },
    { field: 'videos', max: 1, unit: 'items', ...VIDEO },
    { field: 'subtitles_size', max: 20_000, unit: 'bytes', ...VIDEO },
    {
      field: 'video_size',
      max: 100,
      unit: 'megabytes',
      ...VIDEO,
      source: `${VIDEO.source}: 300 MB; the video service (video.bsky.app) and bsky.social announced 100 MB`,
      confidence: 'conflicting',
    },
    {
      field: 'video_length',
      max: 180,
      unit: 'seconds',
      ...observed('bsky.social, release 1.99: videos of up to 3 minutes; the lexicon names no length', '2026-11-28'),
    },
  ],
  videoFormats: { types: ['video/mp4'], ...VIDEO },
  quotas: [
    {
      max: 1_666,
      perSeconds: 3_600,
      scope: 'connection',
      ...documented('docs.bsky.app, Rate Limits: 5,000 points an hour, 35,000 a day, 3 for a new record', '2026-11-21'),
    },
    {
      max: 11_666,
      perSeconds: 24 * 3_600,
      scope: 'connection',
      ...documented('docs.bsky.app, Rate Limits: 5,000 points an hour, 35,000 a day, 3 for a new record', '2026-11-21'),
    },
  ],
};
