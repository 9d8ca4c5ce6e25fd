import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';

const PEERS = { checkedOn: '2026-11-21', confidence: 'observed' } as const;

const VIDEO_API = documented('developers.facebook.com Video API, Publishing (10 GB, 4 hours, list of file types)', '2026-11-28');

export const facebookRules: NetworkRules = {
  id: 'facebook',
  label: 'Facebook page',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  // A mention needs the id of a page.
  syntax: { links: true, nakedLinks: true, tags: 'word', mentions: null },
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://developers.facebook.com/docs/pages-api/posts'),
  limits: [
    {
      field: 'first_comment',
      max: 8000,
      unit: 'utf16',
      ...observed('The limit of a comment as several lists of character limits name it; the Graph API names none', '2026-11-28'),
    },
    { field: 'text', max: 63_206, unit: 'utf16', ...PEERS, source: 'Upload-Post, Postiz and Zernio alike; the unit is not documented' },
    { field: 'images', max: 10, unit: 'items', ...PEERS, source: 'Zernio and BrightBean alike' },
    {
      field: 'image_size',
      max: 4,
      unit: 'megabytes',
      ...conflicting('developers.facebook.com Page Photos: below 4 MB advised; up to 10 MB are taken', '2026-11-21'),
    },
    { field: 'videos', max: 1, unit: 'items', ...PEERS, source: 'Zernio and BrightBean alike' },
    { field: 'video_size', max: 10_000, unit: 'megabytes', ...VIDEO_API },
    { field: 'video_length', min: 1, max: 14_400, unit: 'seconds', ...VIDEO_API },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], ...VIDEO_API },
};
