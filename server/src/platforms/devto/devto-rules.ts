import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented } from '../platform/rules.ts';
import { findLiquidInAddress } from '../text/markup/markdown-text.ts';

const FOREM = documented('github.com/forem/forem app/models/article.rb', '2026-11-21');

export const devtoRules: NetworkRules = {
  id: 'devto',
  label: 'DEV',
  tagsIn: 'field',
  tagShape: 'alphanumeric',
  requires: ['title'],
  markup: 'markdown',
  readsLiquid: true,
  // A title is plain text there.
  findAltered: (text, { field }) => (field === 'title' ? null : findLiquidInAddress(text)),
  syntax: { links: true, tags: null, mentions: 'handle' },
  hasLinkCard: false,
  charges: freeOfCharge('https://developers.forem.com/api/v1'),
  noFirstComment: say`its API does not support comments.`,
  noVideo: say`DEV’s API accepts text only: embed a video by its address.`,
  limits: [
    { field: 'text', max: 800 * 1024, unit: 'bytes', ...FOREM },
    { field: 'title', max: 128, unit: 'code_points', ...FOREM, source: 'BrightBean; github.com/forem/forem db/schema.rb' },
    { field: 'tags', max: 4, unit: 'items', ...FOREM },
    { field: 'tag', max: 30, unit: 'code_points', ...FOREM, source: 'github.com/forem/forem app/models/tag.rb' },
  ],
  quotas: [
    {
      max: 9,
      perSeconds: 30,
      scope: 'connection',
      ...documented(
        'github.com/forem/forem rate_limit_checker.rb: published_article_creation, 1 in 5 minutes for new members',
        '2026-11-28',
      ),
    },
  ],
};
