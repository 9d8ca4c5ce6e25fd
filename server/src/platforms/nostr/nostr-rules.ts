import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';

const NIP_11 = {
  source: 'NIP-11 (the figures of its example); no relay has to keep to them, each tells its own',
  checkedOn: '2026-11-21',
  confidence: 'observed',
} as const;

export const nostrRules: NetworkRules = {
  id: 'nostr',
  label: 'Nostr',
  tagsIn: 'text',
  // An event has "t" tags separate from the text.
  hidesTags: true,
  tagShape: 'word',
  requires: [],
  syntax: { links: true, tags: 'word', mentions: 'nostr' },
  hasLinkCard: false,
  charges: freeOfCharge('https://github.com/nostr-protocol/nips/blob/master/11.md'),
  limits: [
    { field: 'first_comment', max: 8196, unit: 'code_points', ...NIP_11 },
    { field: 'text', max: 8196, unit: 'code_points', ...NIP_11 },
    { field: 'tags', max: 100, unit: 'items', ...NIP_11 },
    {
      field: 'thread',
      max: 10,
      unit: 'items',
      source: 'NIP-10 names no limit of replies; a thread has to be sent within one lease of the worker',
      checkedOn: '2026-11-28',
      confidence: 'observed',
    },
  ],
  videoFormats: {
    types: ['video/mp4', 'video/webm', 'video/quicktime'],
    source: 'NIP-71 and NIP-92 name no types; what browsers play',
    checkedOn: '2026-11-28',
    confidence: 'observed',
  },
};
