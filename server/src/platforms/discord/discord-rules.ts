import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';
import { LINKS_ONLY } from '../text/facet-syntax.ts';

/** The length of a character including its escape. */
const DISCORD_COSTS = Object.fromEntries([...'\\*_~|`<>#[]:-'].map((sign) => [sign, 2]));

export const discordRules: NetworkRules = {
  id: 'discord',
  label: 'Discord',
  tagsIn: 'none',
  tagShape: 'word',
  requires: [],
  markup: 'discord',
  syntax: LINKS_ONLY,
  hasLinkCard: true,
  charges: freeOfCharge('https://discord.com/developers/docs/resources/webhook'),
  noFirstComment: say`comments on Discord are not supported yet.`,
  limits: [
    {
      field: 'text',
      max: 2000,
      unit: 'code_points',
      // These are sent with a backslash before them.
      costs: DISCORD_COSTS,
      ...observed('discord.com/developers/docs/resources/message (content); the unit is not documented', '2026-11-21'),
    },
    {
      field: 'media',
      max: 10,
      unit: 'items',
      ...documented('discord.com/developers/docs/resources/message (files); npm discord-api-types', '2026-11-21'),
    },
    ...(['image_size', 'video_size'] as const).map((field) => ({
      field,
      max: 10,
      unit: 'megabytes' as const,
      ...conflicting(
        'discord.com/developers/docs/reference#uploading-files: 10 MiB in older copies, 20 MiB since September 2026',
        '2026-11-21',
      ),
    })),
    {
      field: 'media_size',
      max: 25,
      unit: 'megabytes',
      ...documented('discord.com/developers/docs/resources/message, Create Message: requests of at most 25 MiB', '2026-11-29'),
    },
    {
      field: 'alt_text',
      max: 1024,
      unit: 'code_points',
      ...documented('discord.com/developers/docs/resources/message#attachment-object (description)', '2026-11-21'),
    },
  ],
  quotas: [
    {
      max: 5,
      perSeconds: 2,
      scope: 'connection',
      ...conflicting(
        'Observed of webhooks; the documentation names no figure, only its headers (discord.com/developers, Rate Limits)',
        '2026-11-21',
      ),
    },
  ],
};
