import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

const NPF = { source: 'github.com/tumblr/docs npf-spec.md', checkedOn: '2026-11-21', confidence: 'documented' } as const;

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
    { field: 'videos', max: 10, unit: 'items', ...NPF },
    { field: 'alt_text', max: 4096, unit: 'code_points', ...NPF },
  ],
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
