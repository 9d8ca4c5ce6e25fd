import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';

const PIN_CREATE = { checkedOn: '2026-11-28', confidence: 'documented' } as const;

const VIDEO_PINS = observed(
  'help.pinterest.com, Review Pin specifications (standard video); ayrshare.com/docs/media-guidelines/pinterest',
  '2026-11-28',
);

export const pinterestRules: NetworkRules = {
  id: 'pinterest',
  label: 'Pinterest',
  tagsIn: 'text',
  tagShape: 'word',
  requires: ['media'],
  // ayrshare.com/docs/media-guidelines/pinterest: of a carousel.
  wantsOneSize: true,
  joinsAltTexts: true,
  // Only the pin's own link can be clicked on.
  syntax: { links: false, tags: 'word', mentions: null },
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://developers.pinterest.com/docs/api/v5/pins-create/'),
  noFirstComment: say`its API does not support comments.`,
  limits: [
    {
      field: 'text',
      max: 800,
      unit: 'code_points',
      ...documented('developers.pinterest.com API v5, PinCreate (description, maxLength 800); Ayrshare and Postiz say 500', '2026-11-22'),
    },
    { field: 'title', max: 100, unit: 'code_points', ...PIN_CREATE, source: 'developers.pinterest.com API v5, PinCreate (maxLength)' },
    { field: 'link', max: 2048, unit: 'code_points', ...PIN_CREATE, source: 'developers.pinterest.com API v5, PinCreate (maxLength)' },
    { field: 'alt_text', max: 500, unit: 'code_points', ...PIN_CREATE, source: 'developers.pinterest.com API v5, PinCreate (maxLength)' },
    {
      field: 'media',
      max: 5,
      unit: 'items',
      ...documented(
        'developers.pinterest.com API v5, PinMediaSourceImagesBase64 and PinMediaSourceImagesURL (items: 2 to 5); one picture is a pin of its own',
        '2026-11-22',
      ),
    },
    {
      field: 'image_size',
      max: 20,
      unit: 'megabytes',
      ...observed('ayrshare.com/docs/media-guidelines/pinterest; help.pinterest.com, Review Pin specifications', '2026-12-01'),
    },
    { field: 'videos', max: 1, unit: 'items', ...VIDEO_PINS },
    { field: 'video_size', max: 2000, unit: 'megabytes', ...VIDEO_PINS },
    { field: 'video_length', min: 4, max: 900, unit: 'seconds', ...VIDEO_PINS },
    // From 1:2 to 1.91:1.
    { field: 'video_shape', min: 50, max: 191, unit: 'percent', ...VIDEO_PINS },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], codecs: ['avc', 'hevc'], ...VIDEO_PINS },
};
