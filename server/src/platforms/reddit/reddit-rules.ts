import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';

export const redditRules: NetworkRules = {
  id: 'reddit',
  label: 'Reddit',
  tagsIn: 'none',
  tagShape: 'word',
  requires: ['title'],
  readsMarkdown: true,
  syntax: { links: true, tags: null, mentions: 'reddit' },
  hasLinkCard: false,
  charges: freeOfCharge('https://www.reddit.com/dev/api/'),
  limits: [
    {
      field: 'text',
      max: 40_000,
      unit: 'code_points',
      source:
        'reddit-archive/reddit r2/r2/models/link.py (SELFTEXT_MAX_LENGTH = 40000), its own code; Postiz says 10,000, Ayrshare and Upload-Post 5,000',
      checkedOn: '2026-11-22',
      confidence: 'documented',
    },
    {
      field: 'title',
      max: 300,
      unit: 'code_points',
      source: 'reddit.com/dev/api POST /api/submit (title)',
      checkedOn: '2026-11-21',
      confidence: 'documented',
    },
  ],
};
