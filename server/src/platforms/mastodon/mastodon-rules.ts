import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';

const CODE = { checkedOn: '2026-11-21', confidence: 'documented' } as const;
const LENGTH = {
  ...CODE,
  source:
    'mastodon/mastodon app/validators/status_length_validator.rb; an instance tells its own max_characters. Ruby up to 3.4 counts Indian conjuncts apart (bugs.ruby-lang.org 19908); a newer one takes what this lets through',
} as const;
const INSTANCE = { ...CODE, source: 'docs.joinmastodon.org Instance entity (configuration.media_attachments), its defaults' } as const;

export const mastodonRules: NetworkRules = {
  id: 'mastodon',
  label: 'Mastodon',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  syntax: { links: true, tags: 'mastodon', mentions: 'any' },
  isFederated: true,
  hasLinkCard: true,
  charges: freeOfCharge('https://docs.joinmastodon.org/methods/statuses/'),
  limits: [
    { field: 'first_comment', max: 500, unit: 'graphemes', urlWeight: 23, dropsMentionHost: true, partsConjuncts: true, ...LENGTH },
    { field: 'text', max: 500, unit: 'graphemes', urlWeight: 23, dropsMentionHost: true, partsConjuncts: true, ...LENGTH },
    {
      field: 'thread',
      max: 10,
      unit: 'items',
      ...observed('Mastodon names no limit; a thread must go out within one lease of the worker', '2026-11-21'),
    },
    { field: 'media', max: 4, unit: 'items', ...INSTANCE },
    { field: 'image_size', max: 16, unit: 'megabytes', ...INSTANCE },
    { field: 'image_pixels', max: 33_177_600, unit: 'pixels', ...INSTANCE },
    { field: 'video_size', max: 99, unit: 'megabytes', ...INSTANCE },
    {
      field: 'animation_pixels',
      max: 921_600,
      unit: 'pixels',
      ...documented('mastodon/mastodon app/models/concerns/attachmentable.rb, GIF_MATRIX_LIMIT', '2026-11-29'),
    },
    // Counted by String#length (app/models/media_attachment.rb).
    { field: 'alt_text', max: 1500, unit: 'code_points', ...INSTANCE },
    { field: 'video_rate', max: 120, unit: 'per_second', ...INSTANCE },
    { field: 'video_pixels', max: 8_294_400, unit: 'pixels', ...INSTANCE },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime', 'video/webm'], ...INSTANCE },
  quotas: [
    {
      max: 300,
      perSeconds: 3 * 3_600,
      scope: 'connection',
      ...documented('mastodon/mastodon app/lib/rate_limiter.rb: 300 posts in 3 hours for each account', '2026-11-29'),
    },
  ],
};
