import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { observed } from '../platform/rules.ts';

const NIP_11 = observed('NIP-11 (the figures of its example); no relay needs to keep to them, each tells its own', '2026-11-21');

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
      ...observed('NIP-10 names no limit of replies; a thread must be sent within one lease of the worker', '2026-11-28'),
    },
  ],
  videoFormats: {
    types: ['video/mp4', 'video/webm', 'video/quicktime'],
    ...observed('NIP-71 and NIP-92 name no types; what browsers play', '2026-11-28'),
  },
};
