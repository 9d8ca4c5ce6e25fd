import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

const SCHEMA = documented('npm ghost 6.65, core/server/data/schema/schema.js', '2026-11-28');

export const ghostRules: NetworkRules = {
  id: 'ghost',
  label: 'Ghost',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: ['title'],
  markup: 'html',
  syntax: LINKS_ONLY,
  hasLinkCard: false,
  carriesLink: true,
  charges: freeOfCharge('https://docs.ghost.org/admin-api'),
  noFirstComment: say`its API does not support comments.`,
  limits: [
    {
      field: 'text',
      max: 200_000,
      unit: 'bytes',
      ...observed('Ghost takes 50 MB; this service takes texts of up to 200 kB', '2026-11-28'),
    },
    { field: 'title', max: 255, unit: 'code_points', ...SCHEMA },
    { field: 'tag', max: 191, unit: 'code_points', ...SCHEMA },
    { field: 'alt_text', max: 191, unit: 'code_points', ...SCHEMA },
    {
      field: 'image_size',
      max: 5,
      unit: 'megabytes',
      ...observed('ghost.org/pricing: file uploads of 5 MB on the smallest plan; a site of one’s own takes more', '2026-11-28'),
    },
  ],
  videoFormats: {
    types: ['video/mp4', 'video/webm'],
    ...documented('npm ghost 6.65, core/shared/config/overrides.json (uploads.media)', '2026-11-28'),
  },
};
