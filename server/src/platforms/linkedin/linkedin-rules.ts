import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';
import { withoutLinkCard } from '../platform/settings.ts';

/** The characters that "little text" wants a backslash before; without one, the rest of the text is cut off silently. */
export const LINKEDIN_RESERVED = '\\|{}@[]()<>#*_~';

const LITTLE =
  'LinkedIn\'s own refusal ("exceeded the maximum allowed (3000 characters)", n8n issue 22899); learn.microsoft.com little text format: an escape counts as two for BrightBean, others do not say';

const DOCUMENTS_API = documented('learn.microsoft.com, Documents API', '2026-11-28');
const VIDEOS_API = documented(
  'learn.microsoft.com LinkedIn Videos API (75 kB to 500 MB, 3 seconds to 30 minutes, MP4); ayrshare.com/docs/media-guidelines/linkedin',
  '2026-11-28',
);

export const linkedinRules: NetworkRules = {
  id: 'linkedin',
  label: 'LinkedIn',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  // A mention needs the URN of a person or an organisation.
  syntax: { links: true, nakedLinks: true, tags: 'word', mentions: null },
  hasLinkCard: true,
  carriesLinkCard: true,
  settings: [withoutLinkCard],
  charges: freeOfCharge('https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api'),
  limits: [
    {
      field: 'first_comment',
      max: 1248,
      unit: 'utf16',
      ...conflicting(
        'support.buffer.com, Character limits for each social network; CoSchedule says 20,000; the Comments API names none',
        '2026-11-28',
      ),
    },
    {
      field: 'text',
      max: 3000,
      unit: 'utf16',
      costs: Object.fromEntries([...LINKEDIN_RESERVED].map((character) => [character, 2])),
      source: LITTLE,
      checkedOn: '2026-11-21',
      confidence: 'conflicting',
    },
    {
      field: 'images',
      max: 20,
      unit: 'items',
      ...documented('learn.microsoft.com LinkedIn MultiImage API: 2 to 20; copies from before 2023 say 9', '2026-11-21'),
    },
    {
      field: 'image_pixels',
      max: 36_152_319,
      unit: 'pixels',
      ...documented('learn.microsoft.com LinkedIn Images API: less than 36,152,320 pixels', '2026-12-01'),
    },
    { field: 'videos', max: 1, unit: 'items', ...documented('learn.microsoft.com LinkedIn Posts API', '2026-11-21') },
    {
      field: 'alt_text',
      max: 4086,
      unit: 'utf16',
      ...observed(
        'learn.microsoft.com LinkedIn Posts API (altText), as remembered: no copy of the page that says so was found again',
        '2026-11-21',
      ),
    },
    { field: 'animation_frames', max: 250, unit: 'items', ...DOCUMENTS_API, source: 'learn.microsoft.com, Images API' },
    { field: 'document_size', max: 100, unit: 'megabytes', ...DOCUMENTS_API },
    { field: 'video_size', max: 500, unit: 'megabytes', ...VIDEOS_API },
    { field: 'video_length', min: 3, max: 1800, unit: 'seconds', ...VIDEOS_API },
    // From 1:2.4 to 2.4:1.
    { field: 'video_shape', min: 100 / 2.4, max: 240, unit: 'percent', ...VIDEOS_API },
  ],
  videoFormats: { types: ['video/mp4'], ...VIDEOS_API },
  quotas: [
    {
      max: 150,
      perSeconds: 24 * 3_600,
      scope: 'connection',
      ...documented('LinkedIn share API: 150 requests a member a day', '2026-11-21'),
    },
  ],
};
