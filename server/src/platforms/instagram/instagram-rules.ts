import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented } from '../platform/rules.ts';

const MEDIA = documented('developers.facebook.com Instagram platform, IG User Media', '2026-11-21');

export const instagramRules: NetworkRules = {
  id: 'instagram',
  label: 'Instagram',
  tagsIn: 'text',
  tagShape: 'word',
  requires: ['media'],
  // A link in a caption is plain text.
  syntax: { links: false, tags: 'word', mentions: 'handle' },
  hasLinkCard: false,
  charges: freeOfCharge('https://developers.facebook.com/docs/instagram-platform/content-publishing'),
  limits: [
    {
      field: 'cover_size',
      max: 8,
      unit: 'megabytes',
      ...documented('developers.facebook.com, IG User Media, Reel cover photo specifications', '2026-11-28'),
    },
    {
      field: 'first_comment',
      max: 2196,
      unit: 'utf16',
      ...conflicting('support.buffer.com, Character limits for each social network; CoSchedule says 2,200', '2026-11-28'),
    },
    { field: 'text', max: 2200, unit: 'utf16', ...MEDIA, source: `${MEDIA.source} (caption); the unit is not documented` },
    {
      field: 'tags',
      max: 5,
      unit: 'items',
      ...conflicting('developers.facebook.com IG User Media: 30; Ayrshare and others: 5 now', '2026-11-21'),
    },
    {
      field: 'mentions',
      max: 20,
      unit: 'items',
      ...MEDIA,
      source: `${MEDIA.source} (caption: at most 20 @ tags); Ayrshare says 3`,
    },
    { field: 'media', max: 10, unit: 'items', ...MEDIA },
    { field: 'image_size', max: 8, unit: 'megabytes', ...MEDIA },
    // From 4:5 to 1.91:1.
    { field: 'image_shape', min: 80, max: 191, unit: 'percent', ...MEDIA },
    { field: 'alt_text', max: 1000, unit: 'code_points', ...MEDIA },
    {
      field: 'video_size',
      max: 300,
      unit: 'megabytes',
      ...conflicting('Meta: 300 MB in the reference of reels; 1 GB elsewhere', '2026-11-21'),
    },
    { field: 'video_length', min: 3, max: 900, unit: 'seconds', ...MEDIA },
    { field: 'video_shape', min: 1, max: 1000, unit: 'percent', ...MEDIA },
    { field: 'video_rate', min: 23, max: 60, unit: 'per_second', ...MEDIA },
    { field: 'video_width', max: 1920, unit: 'pixels', ...MEDIA },
    { field: 'videos', max: 1, unit: 'items', ...MEDIA, source: `${MEDIA.source} (media_type REELS)` },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], codecs: ['avc', 'hevc'], soundCodecs: ['aac'], ...MEDIA },
  quotas: [
    {
      // The highest documented figure: the account's own is queried before each post.
      max: 100,
      perSeconds: 24 * 3_600,
      scope: 'connection',
      ...conflicting('Meta names 25, 50 and 100 published posts in 24 hours; content_publishing_limit says which', '2026-11-21'),
    },
  ],
};
