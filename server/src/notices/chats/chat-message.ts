import { escapeText } from '../../platforms/slack/publish-to-slack.ts';

/** A chat message: a title, and a line with a link for each item, as far as there is room. */
export interface ChatMessage {
  title: string;
  lines: readonly { text: string; label: string; url: string }[];
  /** The number of items, with or without a line. */
  total: number;
  /** The text about items without a line. */
  more(count: number): string;
  /** A link to the items without a line. */
  url: string;
}

const LONGEST_LINE = 400;
/** Slack permits 40,000 characters, Discord 2,000, including escapes, and Telegram 4,096. */
const LONGEST = { slack: 40_000, discord: 2_000, telegram: 4_096 };

/** Separates @ from names: Telegram and Mattermost notify anyone mentioned in plain text. */
const callingNobody = (text: string): string => text.replaceAll('@', '@\u2060');

/** The literal text, never parsed as markup. Mattermost accepts the same format, but parses markup. */
export function forSlack(message: ChatMessage): object {
  const form: Form = {
    plain: (text) => escapeText(callingNobody(text)),
    link: (url, label) => escapeText(`${label}: ${url}`),
  };
  return { text: fitting(message, form, LONGEST.slack), mrkdwn: false, unfurl_links: false, unfurl_media: false };
}

/** Shows a post's Markdown literally, notifies no one, and unfolds no links (docs.discord.com, resources/webhook). */
export function forDiscord(message: ChatMessage): object {
  const plain = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, '\\$&');
  const link = (url: string, label: string) => `[${plain(label)}](<${url}>)`;
  return { content: fitting(message, { plain, link }, LONGEST.discord), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

const SUPPRESS_EMBEDS = 4;

/** Plain text: without `parse_mode` nothing of it is read as markup. */
export function forTelegram(message: ChatMessage): object {
  const form: Form = { plain: callingNobody, link: (url, label) => `${label}: ${url}` };
  return { text: fitting(message, form, LONGEST.telegram), link_preview_options: { is_disabled: true } };
}

interface Form {
  plain(text: string): string;
  link(url: string, label: string): string;
}

/** Only whole lines, since a truncated link is broken; the rest is counted. */
function fitting({ title, lines, total, more: saidOf, url }: ChatMessage, { plain, link }: Form, most: number): string {
  const entries = lines.map((line) => `${plain(shortened(line.text))}\n${link(line.url, line.label)}`);
  const withFirst = (kept: number): string => {
    const more = kept < total ? [link(url, saidOf(total - kept))] : [];
    return [plain(title), ...entries.slice(0, kept), ...more].join('\n');
  };
  let kept = entries.length;
  while (kept > 0 && withFirst(kept).length > most) kept -= 1;
  return withFirst(kept);
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > LONGEST_LINE ? `${characters.slice(0, LONGEST_LINE - 1).join('')}…` : text;
};
