import { LINKS_ONLY } from '../text/facet-syntax.ts';
import { findFacets } from '../text/facets.ts';

/** Markdown, mentions, emoji and time stamps (docs.discord.com, reference, Message Formatting). */
const READ_BY_DISCORD = /[\\*_~|`<>#[\]:-]/g;

/** The length of a character including its escape. */
export const DISCORD_COSTS = Object.fromEntries([...'\\*_~|`<>#[]:-'].map((sign) => [sign, 2]));

/** The text as Discord shows it word for word; its links stay links. */
export function discordText(text: string): string {
  let escaped = '';
  let from = 0;
  for (const { kind, start, end } of findFacets(text, LINKS_ONLY)) {
    if (kind !== 'link') continue;
    escaped += `${escapeAll(text.slice(from, start))}${text.slice(start, end)}`;
    from = end;
  }
  return escaped + escapeAll(text.slice(from));
}

const escapeAll = (text: string): string => text.replaceAll(READ_BY_DISCORD, '\\$&');
