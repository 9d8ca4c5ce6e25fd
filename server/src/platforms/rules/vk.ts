import type { NetworkRules } from '../network-rules.ts';

export const vkRules: NetworkRules = {
  id: 'vk',
  label: 'VK',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  syntax: { links: true, tags: 'word', mentions: 'handle' },
  hasLinkCard: true,
  limits: [
    {
      field: 'text',
      max: 2048,
      unit: 'utf16',
      source: 'Postiz; VK itself takes more, but no document says how much',
      checkedOn: '2026-11-21',
      confidence: 'conflicting',
    },
    {
      field: 'media',
      max: 10,
      unit: 'items',
      source: 'dev.vk.com wall.post (attachments)',
      checkedOn: '2026-11-21',
      confidence: 'documented',
    },
  ],
};
