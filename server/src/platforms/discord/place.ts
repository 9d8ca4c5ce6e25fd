import type { AccountValues } from '../read-account.ts';

/** The addresses of Discord and of this service. */
export interface Place {
  base: string;
  website: string;
}

export const messageUrl = ({ guildId, channelId }: AccountValues, id: string): string =>
  `https://discord.com/channels/${guildId}/${channelId}/${id}`;

/** The form of the User-Agent is prescribed (docs.discord.com, reference, User Agent). */
export const headersOf = (website: string, { botToken }: AccountValues) => ({
  authorization: `Bot ${botToken}`,
  'user-agent': `DiscordBot (${website}, 1)`,
});
