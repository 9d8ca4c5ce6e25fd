import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

const NPF = { source: 'github.com/tumblr/docs npf-spec.md', checkedOn: '2026-11-21', confidence: 'documented' } as const;

const VIDEOS = {
  source: 'help.tumblr.com, Video posts: MP4 or MOV with H.264 and AAC, up to 500 MB and 10 minutes',
  checkedOn: '2026-11-28',
  confidence: 'observed',
} as const;

export const tumblrRules: NetworkRules = {
  id: 'tumblr',
  label: 'Tumblr',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: [],
  syntax: LINKS_ONLY,
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://www.tumblr.com/docs/en/api/v2'),
  noFirstComment: say`its interface lets no program write comments.`,
  limits: [
    // Of one text block; the text is sent as one.
    { field: 'text', max: 4096, unit: 'code_points', ...NPF },
    {
      field: 'tag',
      max: 140,
      unit: 'code_points',
      source: 'Tumblr help, Tagging your posts: a tag has up to 140 characters',
      checkedOn: '2026-11-22',
      confidence: 'observed',
    },
    {
      field: 'tags',
      max: 30,
      unit: 'items',
      source: 'Tumblr help, Tagging your posts: up to 30 tags',
      checkedOn: '2026-11-22',
      confidence: 'observed',
    },
    { field: 'images', max: 30, unit: 'items', ...NPF },
    { field: 'videos', max: 1, unit: 'items', ...NPF, source: `${NPF.source}: 10 videos, of which one is of Tumblr itself` },
    {
      // Above it Tumblr shows only the first picture.
      field: 'animation_size',
      max: 3,
      unit: 'megabytes',
      source: 'Giffer (3 MB by the API, then a still), picovert.com (10 MB, above 3 MB as a video); Tumblr documents none today',
      checkedOn: '2026-11-29',
      confidence: 'conflicting',
    },
    { field: 'alt_text', max: 4096, unit: 'code_points', ...NPF },
    { field: 'video_size', max: 500, unit: 'megabytes', ...VIDEOS },
    { field: 'video_length', max: 600, unit: 'seconds', ...VIDEOS },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], codecs: ['avc'], soundCodecs: ['aac'], ...VIDEOS },
  quotas: [
    {
      max: 250,
      perSeconds: 86_400,
      scope: 'connection',
      source: 'github.com/tumblr/docs api.md, Rate Limits: 250 new published posts per day, per user',
      checkedOn: '2026-11-28',
      confidence: 'documented',
    },
  ],
};
