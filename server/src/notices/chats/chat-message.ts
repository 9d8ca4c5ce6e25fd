/** What is said in a chat: a line on top, a line for each thing with where it leads, and how many more there are. */
export interface ChatMessage {
  title: string;
  lines: readonly { text: string; label: string; url: string }[];
  rest: { text: string; url: string } | null;
}

const LONGEST_LINE = 400;
/** Discord takes 2,000 characters, escapes counted; Telegram 4,096. */
const LONGEST = { discord: 2_000, telegram: 4_096 };

/** Three characters are escaped in any text (docs.slack.dev, Formatting text), so that nobody is called by somebody's words. */
export function forSlack(message: ChatMessage): object {
  const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const link = (url: string, label: string) => `<${url}|${plain(label)}>`;
  const lines = linesOf(message, { plain, link });
  return { text: lines.join('\n'), unfurl_links: false, unfurl_media: false };
}

/** Markdown of a post is shown as it was written, nobody is called by it, and nothing is unfolded (docs.discord.com, resources/webhook). */
export function forDiscord(message: ChatMessage): object {
  const plain = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, '\\$&');
  const link = (url: string, label: string) => `[${plain(label)}](<${url}>)`;
  const content = fitting(linesOf(message, { plain, link }), LONGEST.discord);
  return { content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

const SUPPRESS_EMBEDS = 4;

/** Plain text: without `parse_mode` nothing of it is read as markup. */
export function forTelegram(message: ChatMessage): object {
  const lines = linesOf(message, { plain: (text) => text, link: (url, label) => `${label}: ${url}` });
  return { text: fitting(lines, LONGEST.telegram), link_preview_options: { is_disabled: true } };
}

interface Form {
  plain(text: string): string;
  link(url: string, label: string): string;
}

function linesOf({ title, lines, rest }: ChatMessage, { plain, link }: Form): string[] {
  return [
    plain(title),
    ...lines.map(({ text, label, url }) => `${plain(shortened(text))}\n${link(url, label)}`),
    ...(rest ? [link(rest.url, rest.text)] : []),
  ];
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > LONGEST_LINE ? `${characters.slice(0, LONGEST_LINE - 1).join('')}…` : text;
};

/** Whole lines alone: a link that is cut leads nowhere. */
function fitting(lines: readonly string[], most: number): string {
  const last = lines.at(-1) ?? '';
  for (let kept = lines.length; kept > 1; kept -= 1) {
    const text = [...lines.slice(0, kept - 1), last].join('\n');
    if (text.length <= most) return text;
  }
  return (lines[0] ?? '').slice(0, most);
}
