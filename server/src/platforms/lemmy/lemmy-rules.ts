import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, firstSpan, observed } from '../platform/rules.ts';

/** lemmy-ui formats the names of posts, and knows no escape there (src/shared/markdown.ts: emphasis, backticks, strikethrough). */
const FORMATTED_TITLE =
  /(`+)(?!`)[^`].*?(?<!`)\1(?!`)|~~(?![\s~]).*?[^\s~]~~|\*(?![\s*]).*?[^\s*]\*|(?<![\p{L}\p{N}_])_(?![\s_]).*?[^\s_]_(?![\p{L}\p{N}])/gu;

const CODE = documented('github.com/LemmyNet/lemmy crates/utils/src/utils/validation.rs', '2026-11-21');

export const lemmyRules: NetworkRules = {
  id: 'lemmy',
  label: 'Lemmy',
  tagsIn: 'none',
  tagShape: 'word',
  requires: ['title'],
  markup: 'markdown',
  findAltered: (text, { field }) => (field === 'title' ? firstSpan(FORMATTED_TITLE, text) : null),
  syntax: { links: true, tags: null, mentions: 'any' },
  isFederated: true,
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://join-lemmy.org/docs/contributors/04-api.html'),
  noVideo: say`Not every Lemmy server accepts videos, and none says whether it does.`,
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
