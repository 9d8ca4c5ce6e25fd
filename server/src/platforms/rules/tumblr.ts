import { LINKS_ONLY } from '../facet-syntax.ts';
import type { NetworkRules } from '../network-rules.ts';

const NPF = { source: 'github.com/tumblr/docs npf-spec.md', checkedOn: '2026-11-21', confidence: 'documented' } as const;

export const tumblrRules: NetworkRules = {
  id: 'tumblr',
  label: 'Tumblr',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: [],
  syntax: LINKS_ONLY,
  hasLinkCard: true,
  limits: [
    // Of one text block; the text goes out as one.
    { field: 'text', max: 4096, unit: 'code_points', ...NPF },
    { field: 'images', max: 30, unit: 'items', ...NPF },
    { field: 'videos', max: 10, unit: 'items', ...NPF },
  ],
};
