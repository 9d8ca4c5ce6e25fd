import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented, observed } from '../platform/rules.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

const SCHEMA = documented('WordPress wp-admin/includes/schema.php: post_title is TEXT, post_content LONGTEXT', '2026-11-21');

export const wordpressRules: NetworkRules = {
  id: 'wordpress',
  label: 'WordPress',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: ['title'],
  markup: 'html',
  syntax: LINKS_ONLY,
  hasLinkCard: false,
  carriesLink: true,
  charges: freeOfCharge('https://developer.wordpress.org/rest-api/reference/posts/'),
  noFirstComment: say`an article has room for it, and its comments are those of its readers.`,
  limits: [
    {
      field: 'text',
      max: 200_000,
      unit: 'bytes',
      ...observed('WordPress names no limit; this service takes texts of up to 200 kB', '2026-11-21'),
    },
    {
      field: 'image_size',
      max: 2,
      unit: 'megabytes',
      ...observed('php.net upload_max_filesize: 2M where it is not set; a site may take more', '2026-11-21'),
    },
    { field: 'title', max: 65_535, unit: 'bytes', ...SCHEMA },
    {
      field: 'tag',
      max: 200,
      unit: 'code_points',
      ...documented('WordPress wp-admin/includes/schema.php: terms.name is varchar(200)', '2026-11-21'),
    },
  ],
};
