import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, firstSpan, observed } from '../platform/rules.ts';

/**
 * Words that VK links to a page, and shows alone: `[id1|words]`, `[club1|words]`, `[https://vk.com/name|words]`, and
 * `@name (words)` or `*name (words)` as its own editor writes them.
 */
export const LINKED_WORDS = /\[([\w./:?=&-]+)\|[^[\]\n]+\]|(?<![\w@*./-])[@*]([a-zA-Z][\w.]*) ?\([^()\n]+\)/g;

const VIDEOS = documented(
  'dev.vk.com, Video upload to profile (AVI, MP4, 3GP, MPEG, MOV, MP3, FLV, WMV); apiok.ru, Video upload: 2 GB in one form, at the same servers',
  '2026-11-29',
);

export const vkRules: NetworkRules = {
  id: 'vk',
  label: 'VK',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  findAltered: (text) => firstSpan(LINKED_WORDS, text),
  syntax: { links: true, tags: 'word', mentions: 'handle' },
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://dev.vk.com/en/method/wall.post'),
  limits: [
    {
      field: 'first_comment',
      max: 2048,
      unit: 'utf16',
      ...observed('dev.vk.com, wall.createComment names no limit; far below that of a post', '2026-11-28'),
    },
    {
      field: 'text',
      max: 15_895,
      unit: 'utf16',
      ...observed(
        'What the wall was seen to take (15,895); dev.vk.com wall.post names no length. 2,048 in other services is the limit of a notification sent to a person',
        '2026-11-22',
      ),
    },
    { field: 'media', max: 10, unit: 'items', ...documented('dev.vk.com wall.post (attachments)', '2026-11-21') },
    {
      field: 'image_shape',
      min: 5,
      max: 2000,
      unit: 'percent',
      ...documented('dev.vk.com, api/upload/wall-photo: an aspect ratio of at least 1:20', '2026-11-29'),
    },
    {
      field: 'image_sides',
      max: 14_000,
      unit: 'pixels',
      ...documented('dev.vk.com, api/upload/wall-photo: width and height together at most 14,000', '2026-12-01'),
    },
    { field: 'videos', max: 1, unit: 'items', ...VIDEOS, source: 'dev.vk.com wall.post takes several; one is signed and sent' },
    { field: 'video_size', max: 2000, unit: 'megabytes', ...VIDEOS },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], ...VIDEOS },
  quotas: [
    {
      max: 50,
      perSeconds: 24 * 3_600,
      scope: 'connection',
      ...observed('Error 214 of dev.vk.com wall.post: "Access to adding post denied: you can only add 50 posts a day"', '2026-11-28'),
    },
  ],
};
