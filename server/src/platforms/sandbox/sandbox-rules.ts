import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented } from '../platform/rules.ts';
import { ANY_SYNTAX } from '../text/facet-syntax.ts';

const OURS = documented('The sandbox is part of this service', '2026-11-21');

export const sandboxRules: NetworkRules = {
  id: 'sandbox',
  label: 'Sandbox',
  tagsIn: 'text',
  hidesTags: true,
  tagShape: 'word',
  requires: [],
  syntax: ANY_SYNTAX,
  hasLinkCard: true,
  carriesLinkCard: true,
  charges: freeOfCharge('The sandbox is part of this service', 'documented'),
  limits: [
    { field: 'first_comment', max: 500, unit: 'graphemes', ...OURS },
    { field: 'text', max: 500, unit: 'graphemes', ...OURS },
    { field: 'tags', max: 10, unit: 'items', ...OURS },
    { field: 'tag', max: 64, unit: 'graphemes', ...OURS },
    { field: 'thread', max: 1, unit: 'items', ...OURS },
  ],
};
