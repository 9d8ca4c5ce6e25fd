import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';

const PEERS = { checkedOn: '2026-11-21', confidence: 'observed' } as const;

export const hashnodeRules: NetworkRules = {
  id: 'hashnode',
  label: 'Hashnode',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: ['title', 'tags'],
  readsMarkdown: true,
  syntax: { links: true, tags: null, mentions: 'handle' },
  hasLinkCard: false,
  charges: freeOfCharge('https://apidocs.hashnode.com/'),
  limits: [
    {
      field: 'text',
      max: 200_000,
      unit: 'bytes',
      source: 'Hashnode names no limit; this service takes requests of up to 256 KiB',
      checkedOn: '2026-11-21',
      confidence: 'observed',
    },
    {
      field: 'title',
      max: 250,
      min: 6,
      unit: 'code_points',
      ...PEERS,
      source: 'Postiz: at least 6; the most is not documented, 250 is the stricter of what was seen',
    },
    { field: 'tags', max: 5, min: 1, unit: 'items', ...PEERS, source: 'Postiz: at least one; at most five was seen' },
  ],
};
