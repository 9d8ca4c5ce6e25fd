import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

const NPF = documented('github.com/tumblr/docs npf-spec.md', '2026-11-21');

const VIDEOS = observed('help.tumblr.com, Video posts: MP4 or MOV with H.264 and AAC, up to 500 MB and 10 minutes', '2026-11-28');

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
  noFirstComment: say`its API does not support comments.`,
  limits: [
    {
      field: 'text',
      max: 200_000,
      unit: 'bytes',
      ...observed('npf-spec.md: 1 MB a post; this service takes texts of up to 200 kB', '2026-11-29'),
    },
    // Of one text block, which each paragraph is.
    { field: 'paragraph', max: 4096, unit: 'code_points', ...NPF },
    {
      field: 'tag',
      max: 140,
      unit: 'code_points',
      ...observed('Tumblr help, Tagging your posts: a tag has up to 140 characters', '2026-11-22'),
    },
    { field: 'tags', max: 30, unit: 'items', ...observed('Tumblr help, Tagging your posts: up to 30 tags', '2026-11-22') },
    { field: 'images', max: 30, unit: 'items', ...NPF },
    { field: 'videos', max: 1, unit: 'items', ...NPF, source: `${NPF.source}: 10 videos, of which one is of Tumblr itself` },
    {
      // Above it Tumblr shows only the first picture.
      field: 'animation_size',
      max: 3,
      unit: 'megabytes',
      ...conflicting(
        'Giffer (3 MB by the API, then a still), picovert.com (10 MB, above 3 MB as a video); Tumblr documents none today',
        '2026-11-29',
      ),
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
      ...documented('github.com/tumblr/docs api.md, Rate Limits: 250 new published posts per day, per user', '2026-11-28'),
    },
  ],
};
