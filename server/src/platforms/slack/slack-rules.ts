import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

export const slackRules: NetworkRules = {
  id: 'slack',
  label: 'Slack',
  tagsIn: 'none',
  tagShape: 'word',
  requires: [],
  markup: 'formatted',
  syntax: LINKS_ONLY,
  hasLinkCard: true,
  charges: freeOfCharge('https://docs.slack.dev/reference/methods/chat.postMessage/'),
  commentsWithoutMedia: true,
  limits: [
    {
      field: 'text',
      max: 4000,
      unit: 'code_points',
      // These three are sent as &amp; &lt; &gt;.
      costs: { '&': 5, '<': 4, '>': 4 },
      ...conflicting(
        'api.slack.com chat.postMessage: 4,000 recommended, cut off after 40,000; longer ones were seen split in two',
        '2026-11-21',
      ),
    },
    {
      field: 'first_comment',
      max: 4000,
      unit: 'code_points',
      // These three are sent as &amp; &lt; &gt;.
      costs: { '&': 5, '<': 4, '>': 4 },
      ...conflicting(
        'api.slack.com chat.postMessage: 4,000 recommended, cut off after 40,000; longer ones were seen split in two',
        '2026-11-21',
      ),
    },
    {
      field: 'alt_text',
      max: 1000,
      unit: 'code_points',
      ...documented('docs.slack.dev, files.getUploadURLExternal (alt_txt_too_large)', '2026-11-29'),
    },
    { field: 'media', max: 10, unit: 'items', ...observed('Zernio, documentation of its Slack posts', '2026-11-21') },
  ],
  quotas: [
    {
      max: 1,
      perSeconds: 1,
      scope: 'connection',
      ...documented('docs.slack.dev, Rate limits: one message a second in a channel', '2026-11-21'),
    },
  ],
};
