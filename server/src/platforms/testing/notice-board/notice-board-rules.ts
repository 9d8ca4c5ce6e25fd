import { say } from '../../../languages/sentence.ts';
import type { NetworkRules } from '../../network-rules.ts';
import { freeOfCharge } from '../../platform/charges.ts';
import { documented } from '../../platform/rules.ts';
import { ANY_SYNTAX } from '../../text/facet-syntax.ts';

const WRITTEN = documented('Written on the board itself', '2026-11-21');

/** A platform that exists only in tests. */
export const noticeBoardRules: NetworkRules = {
  id: 'notice_board',
  label: 'Notice board',
  tagsIn: 'none',
  tagShape: 'word',
  requires: [],
  syntax: ANY_SYNTAX,
  hasLinkCard: false,
  charges: freeOfCharge('https://example.org/', 'documented'),
  noFirstComment: say`its API does not support comments.`,
  limits: [{ field: 'text', max: 80, unit: 'graphemes', ...WRITTEN }],
  quotas: [{ max: 100, perSeconds: 60, scope: 'connection', ...WRITTEN }],
};
