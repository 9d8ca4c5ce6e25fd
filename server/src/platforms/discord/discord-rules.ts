import { say } from '../../languages/sentence.ts';
import type { Refusal } from '../api/create-api.ts';
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

const ANOTHER_TEXT = say`The rules of the Discord server block this text. Change it, or ask its moderators to let the bot post it.`;

/**
 * Codes that are not about the bot's place in the channel, whatever their status (discord.com/developers/docs, Opcodes and Status
 * Codes, JSON error codes; those of the moderation from npm discord-api-types).
 */
export const discordRefusals: Readonly<Record<string, Pick<Refusal, 'kind' | 'hint'>>> = {
  // Slow mode; the write limits of the channel and of the server; the resource is rate limited.
  ...{ 20016: { kind: 'rate_limited' }, 20028: { kind: 'rate_limited' }, 20029: { kind: 'rate_limited' }, 40062: { kind: 'rate_limited' } },
  // Sending, or this feature, is switched off for the moment; Discord's own network fails, which it reports with status 403.
  ...{ 40004: { kind: 'unavailable' }, 40006: { kind: 'unavailable' }, 40333: { kind: 'unavailable' } },
  40005: { kind: 'rejected', hint: say`Use smaller pictures or a smaller video, and submit the post again.` },
  // Automatic moderation: of a message, of a title; the filter of harmful links.
  ...{ 200000: { kind: 'rejected', hint: ANOTHER_TEXT }, 200001: { kind: 'rejected', hint: ANOTHER_TEXT } },
  240000: { kind: 'rejected', hint: say`Discord considers a link of the post harmful. Remove it, or use another one.` },
  400001: { kind: 'rejected', hint: say`Discord has limited uploads on this server. Publish without files, or ask its administrators.` },
};
