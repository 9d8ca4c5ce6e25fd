import type { PlatformRule } from '../platform.ts';

const LEXICON = {
  source: 'Lexicon app.bsky.feed.post, npm @atproto/api 0.21.0',
  checkedOn: '2026-11-21',
  confidence: 'documented',
} as const;

export const BLUESKY_RULES: PlatformRule[] = [
  { field: 'text', max: 300, unit: 'graphemes', ...LEXICON },
  { field: 'text', max: 3000, unit: 'bytes', ...LEXICON },
  { field: 'tags', max: 8, unit: 'items', ...LEXICON },
  { field: 'tag', max: 64, unit: 'graphemes', ...LEXICON },
  { field: 'tag', max: 640, unit: 'bytes', ...LEXICON },
  {
    field: 'thread',
    max: 10,
    unit: 'items',
    source: 'Bluesky names no limit; a thread has to go out within one lease of the worker',
    checkedOn: '2026-11-21',
    confidence: 'observed',
  },
];
