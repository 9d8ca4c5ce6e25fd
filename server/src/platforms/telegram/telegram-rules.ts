import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented } from '../platform/rules.ts';

const BOT_API = documented('core.telegram.org/bots/api sendMessage, sendPhoto and sendMediaGroup; npm @grammyjs/types', '2026-11-21');

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
    { field: 'image_shape', min: 5, max: 2000, unit: 'percent', ...BOT_API },
    // sendPhoto: width and height together.
    { field: 'image_sides', max: 10_000, unit: 'pixels', ...BOT_API },
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
      ...documented('core.telegram.org/bots/faq: one message a second in a chat, 20 a minute in a group', '2026-11-21'),
    },
    {
      max: 20,
      perSeconds: 60,
      scope: 'connection',
      ...documented('core.telegram.org/bots/faq: one message a second in a chat, 20 a minute in a group', '2026-11-21'),
    },
  ],
};
