import type { NetworkRules } from '../network-rules.ts';

const DOCS = { checkedOn: '2026-11-21', confidence: 'documented' } as const;

export const xRules: NetworkRules = {
  id: 'x',
  label: 'X',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  syntax: { links: true, tags: 'word', mentions: 'handle', isTwitter: true },
  hasLinkCard: true,
  limits: [
    // Links weigh 23, emoji and CJK two each, after NFC; twitter-text knows all of it.
    { field: 'text', max: 280, unit: 'weighted', ...DOCS, source: 'docs.x.com/fundamentals/counting-characters; npm twitter-text 3.1.0' },
    {
      field: 'thread',
      max: 10,
      unit: 'items',
      source: 'X names no limit; a thread has to go out within one lease of the worker',
      checkedOn: '2026-11-21',
      confidence: 'observed',
    },
    { field: 'images', max: 4, unit: 'items', ...DOCS, source: 'docs.x.com POST /2/tweets (media.media_ids)' },
    { field: 'videos', max: 1, unit: 'items', ...DOCS, source: 'docs.x.com media best practices' },
    { field: 'image_size', max: 5, unit: 'megabytes', ...DOCS, source: 'docs.x.com media best practices' },
    { field: 'video_size', max: 512, unit: 'megabytes', ...DOCS, source: 'docs.x.com media best practices' },
    { field: 'video_length', max: 140, unit: 'seconds', ...DOCS, source: 'docs.x.com media best practices' },
    { field: 'alt_text', max: 1000, unit: 'code_points', ...DOCS, source: 'docs.x.com POST /2/media/metadata (alt_text)' },
  ],
};
