import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';

const BOT_API = {
  source: 'core.telegram.org/bots/api sendMessage, sendPhoto and sendMediaGroup; npm @grammyjs/types',
  checkedOn: '2026-11-21',
  confidence: 'documented',
} as const;

export const telegramRules: NetworkRules = {
  id: 'telegram',
  label: 'Telegram',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  markup: 'formatted',
  syntax: { links: true, nakedLinks: true, tags: 'word', mentions: 'telegram' },
  hasLinkCard: true,
  charges: freeOfCharge('https://core.telegram.org/bots/faq'),
  limits: [
    { field: 'first_comment', max: 4096, unit: 'utf16', ...BOT_API },
    // Counted after the entities are parsed: markup that a connector adds does not count. Offsets are UTF-16.
    { field: 'text', max: 4096, unit: 'utf16', ...BOT_API },
    { field: 'text', max: 1024, unit: 'utf16', when: 'media', ...BOT_API },
    { field: 'media', max: 10, unit: 'items', ...BOT_API },
    { field: 'image_size', max: 10, unit: 'megabytes', ...BOT_API },
    { field: 'animation_size', max: 50, unit: 'megabytes', ...BOT_API },
    { field: 'video_size', max: 50, unit: 'megabytes', ...BOT_API },
  ],
  // Files of other types are sent as documents.
  videoFormats: { types: ['video/mp4'], ...BOT_API },
  quotas: [
    {
      max: 1,
      perSeconds: 1,
      scope: 'connection',
      source: 'core.telegram.org/bots/faq: one message a second in a chat, 20 a minute in a group',
      checkedOn: '2026-11-21',
      confidence: 'documented',
    },
    {
      max: 20,
      perSeconds: 60,
      scope: 'connection',
      source: 'core.telegram.org/bots/faq: one message a second in a chat, 20 a minute in a group',
      checkedOn: '2026-11-21',
      confidence: 'documented',
    },
  ],
};
