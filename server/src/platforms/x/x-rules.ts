import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';

/** Pay-per-use, the only plan open to new developers. The charge for an image's description (0.005) is not included. */
const PRICES = documented('https://docs.x.com/x-api/getting-started/pricing', '2026-11-23');

const DOCS = { checkedOn: '2026-11-21', confidence: 'documented' } as const;

const MEDIA = { ...DOCS, source: 'github.com/xdevplatform/docs x-api/media/quickstart/best-practices.mdx' } as const;
/** The stricter of the two, which every account may post. */
const VIDEO = {
  source:
    'xdevplatform/docs best-practices.mdx: 20 minutes and 8 GB; docs.x.com media introduction and older copies: 140 seconds and 512 MB',
  confidence: 'conflicting',
} as const;

export const xRules: NetworkRules = {
  id: 'x',
  label: 'X',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  syntax: { links: true, tags: 'word', mentions: 'handle', isTwitter: true },
  hasLinkCard: true,
  charges: [
    { per: 'post', usd: 0.015, ...PRICES },
    { per: 'post_with_link', usd: 0.2, ...PRICES },
  ],
  noEdit: say`An edited post gets another id on X, and only within 30 minutes.`,
  limits: [
    {
      field: 'first_comment',
      max: 280,
      unit: 'weighted',
      ...DOCS,
      source: 'docs.x.com/fundamentals/counting-characters; a reply is a post',
    },
    // Links count for 23, emoji and CJK for two each, after NFC, by twitter-text.
    { field: 'text', max: 280, unit: 'weighted', ...DOCS, source: 'docs.x.com/fundamentals/counting-characters; npm twitter-text 3.1.0' },
    {
      field: 'thread',
      max: 10,
      unit: 'items',
      ...observed('X names no limit; a thread must go out within one lease of the worker', '2026-11-21'),
    },
    { field: 'images', max: 4, unit: 'items', ...DOCS, source: 'docs.x.com POST /2/tweets (media.media_ids)' },
    { field: 'videos', max: 1, unit: 'items', ...MEDIA },
    { field: 'image_size', max: 5, unit: 'megabytes', ...MEDIA },
    { field: 'animation_size', max: 15, unit: 'megabytes', ...MEDIA },
    { field: 'video_size', max: 512, unit: 'megabytes', ...MEDIA, ...VIDEO },
    { field: 'video_length', max: 140, unit: 'seconds', ...MEDIA, ...VIDEO },
    // From 1:3 to 3:1.
    { field: 'video_shape', min: 100 / 3, max: 300, unit: 'percent', ...MEDIA },
    { field: 'video_rate', max: 60, unit: 'per_second', ...MEDIA },
    {
      field: 'alt_text',
      max: 1000,
      unit: 'code_points',
      ...documented('X API v2, OpenAPI (AltText, maxLength); an old copy of the reference says 420', '2026-11-27'),
    },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], codecs: ['avc'], soundCodecs: ['aac'], ...MEDIA },
  quotas: [
    {
      max: 100,
      perSeconds: 900,
      scope: 'connection',
      ...conflicting('docs.x.com, Rate limits: 100 in 15 minutes a user; older access levels had fewer', '2026-11-21'),
    },
    {
      max: 10_000,
      perSeconds: 24 * 3_600,
      scope: 'app',
      ...documented('docs.x.com, Rate limits: 10,000 posts in 24 hours an app', '2026-11-21'),
    },
  ],
};
