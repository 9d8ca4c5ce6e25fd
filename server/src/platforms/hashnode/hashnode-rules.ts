import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented } from '../platform/rules.ts';

const PEERS = { checkedOn: '2026-11-21', confidence: 'observed' } as const;
const SKILL = documented('github.com/Hashnode/gql-skill references/errors-and-limits.md, mutations.md', '2026-11-28');

export const hashnodeRules: NetworkRules = {
  id: 'hashnode',
  label: 'Hashnode',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: ['title', 'tags'],
  markup: 'markdown',
  syntax: { links: true, tags: null, mentions: 'handle' },
  hasLinkCard: false,
  charges: freeOfCharge('https://hashnode.com/pro'),
  noFirstComment: say`an article has room for it, and its comments are those of its readers.`,
  noVideo: say`Hashnode’s API accepts no video files: embed a video by its address.`,
  limits: [
    {
      field: 'text',
      // Of a request of 100 KB, in which line breaks and quotation marks take two bytes.
      max: 80_000,
      unit: 'bytes',
      ...SKILL,
    },
    {
      field: 'title',
      max: 250,
      min: 6,
      unit: 'code_points',
      ...PEERS,
      source: 'Postiz: at least 6; the most is not documented, 250 is the stricter of what was seen',
    },
    { field: 'tags', max: 15, min: 1, unit: 'items', ...SKILL },
    { field: 'image_size', max: 8, unit: 'megabytes', ...SKILL },
  ],
  quotas: [{ max: 500, perSeconds: 60, scope: 'app', ...SKILL }],
};
