import { type ReadText, stretchesOf } from '../text/read-words.ts';

/** Markdown, mentions, emoji and time stamps (docs.discord.com, reference, Message Formatting). */
const READ_BY_DISCORD = /[\\*_~|`<>#[\]:-]/g;

/** The length of a character including its escape. */
export const DISCORD_COSTS = Object.fromEntries([...'\\*_~|`<>#[]:-'].map((sign) => [sign, 2]));

/** The text as Discord shows it word for word; its links stay links. */
export function discordText(words: ReadText): string {
  return stretchesOf(words, 'link')
    .map(({ text, facet }) => (facet ? text : text.replaceAll(READ_BY_DISCORD, '\\$&')))
    .join('');
}
