import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';

const CODE = documented('github.com/LemmyNet/lemmy crates/utils/src/utils/validation.rs', '2026-11-21');

export const lemmyRules: NetworkRules = {
  id: 'lemmy',
  label: 'Lemmy',
  tagsIn: 'none',
  tagShape: 'word',
  requires: ['title'],
  markup: 'markdown',
  syntax: { links: true, tags: null, mentions: 'any' },
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://join-lemmy.org/docs/contributors/04-api.html'),
  noVideo: say`Not every Lemmy server takes videos, and none says whether it does.`,
  limits: [
    { field: 'first_comment', max: 10_000, unit: 'code_points', ...CODE },
    { field: 'text', max: 50_000, unit: 'code_points', ...CODE },
    { field: 'title', max: 200, min: 3, unit: 'code_points', ...CODE },
    { field: 'link', max: 2000, unit: 'code_points', ...CODE },
    {
      field: 'images',
      max: 10,
      unit: 'items',
      ...observed('Lemmy names no limit; a post shows one picture, the others are in its text', '2026-11-28'),
    },
    { field: 'alt_text', max: 1500, unit: 'code_points', ...CODE },
  ],
  quotas: [
    {
      max: 6,
      perSeconds: 600,
      scope: 'connection',
      ...documented('LemmyNet/lemmy local_site_rate_limit: 6 posts in 600 seconds unless the server says otherwise', '2026-11-28'),
    },
  ],
};
