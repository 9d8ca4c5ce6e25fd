import type { Facet, JsonObject, Span } from '../../platform.ts';
import { stretchesOf } from '../stretches.ts';
import type { Mark, MarkedText } from './read-markup.ts';

/** Markdown, mentions, emoji and time stamps (docs.discord.com, reference, Message Formatting). */
const READ_BY_DISCORD = /[\\*_~|`<>#[\]:-]/g;
/** Discord's headings have three levels. */
const DISCORD_LEVELS = 3;
const DISCORD_SIGNS: Partial<Record<Mark['kind'], string>> = { bold: '**', italic: '*', strike: '~~' };

/** The text as Discord shows it word for word, with the formatting of its Markdown; its links stay links. */
export function discordText(words: MarkedText): string {
  return writeSpan(words, { start: 0, end: words.text.length }, spansOf(words));
}

/** A formatted span, or a link with words of its own. */
type Nested = Mark | Facet;

/** The outer ones before the inner ones. A bare address is a link by itself. */
function spansOf({ markup, text }: MarkedText): Nested[] {
  const links = (markup?.links ?? []).filter(({ start, end, target }) => text.slice(start, end) !== target);
  return [...(markup?.marks ?? []), ...links].sort((a, b) => a.start - b.start || b.end - a.end || Number(b.kind === 'quote'));
}

function writeSpan(words: MarkedText, { start, end }: Span, spans: readonly Nested[]): string {
  let out = '';
  let from = start;
  for (let index = 0; index < spans.length; index += 1) {
    const span = spans[index];
    if (!span || span.start < from || span.end > end) continue;
    const inner = spans.slice(index + 1).filter((other) => other.start >= span.start && other.end <= span.end);
    out += escapedForDiscord(words, { start: from, end: span.start }) + writeMark(words, span, inner);
    from = span.end;
  }
  return out + escapedForDiscord(words, { start: from, end });
}

function writeMark(words: MarkedText, span: Nested, inner: readonly Nested[]): string {
  const written = words.text.slice(span.start, span.end);
  if ((span.kind === 'code' || span.kind === 'block') && !written.includes('`')) {
    return span.kind === 'code' ? `\`${written}\`` : `\`\`\`${(span as Mark).language ?? ''}\n${written}\n\`\`\``;
  }
  const text = writeSpan(words, span, inner);
  if (span.kind === 'link') return `[${text}](${span.target})`;
  if (span.kind === 'heading') return `${'#'.repeat(Math.min(DISCORD_LEVELS, (span as Mark).depth ?? 1))} ${text}`;
  if (span.kind === 'quote') return text.replaceAll(/^/gm, '> ');
  const sign = DISCORD_SIGNS[span.kind as Mark['kind']] ?? '';
  return sign + text + sign;
}

function escapedForDiscord(words: MarkedText, span: Span): string {
  return stretchesOf(words, 'link', span)
    .map(({ text, facet }) => (facet ? text : text.replaceAll(READ_BY_DISCORD, '\\$&')))
    .join('');
}

const TELEGRAM_TYPES: Record<Mark['kind'], string> = {
  bold: 'bold',
  heading: 'bold',
  italic: 'italic',
  strike: 'strikethrough',
  code: 'code',
  block: 'pre',
  quote: 'blockquote',
};

/** The formatting of a text as Telegram's entities (core.telegram.org/bots/api, MessageEntity); bare addresses need none. */
export function telegramEntities(words: MarkedText): JsonObject[] {
  return spansOf(words).map(({ start: offset, end, ...span }): JsonObject => {
    const place = { offset, length: end - offset };
    if (span.kind === 'link') return { type: 'text_link', ...place, url: (span as Facet).target };
    const { language } = span as Mark;
    return { type: TELEGRAM_TYPES[span.kind as Mark['kind']], ...place, ...(language && { language }) };
  });
}

const SLACK_STYLES: Partial<Record<Mark['kind'], string>> = {
  bold: 'bold',
  heading: 'bold',
  italic: 'italic',
  strike: 'strike',
  code: 'code',
};

/** The elements of a block of rich text (docs.slack.dev, rich_text): sections, code and quotes, with links and styles. */
export function slackElements(words: MarkedText): JsonObject[] {
  const marks = words.markup?.marks ?? [];
  const blocks: { type: string; span: Span }[] = [];
  let from = 0;
  const addSection = (end: number): void => {
    // A block begins on a line of its own.
    const span = trimLines(words.text, { start: from, end });
    if (span.end > span.start) blocks.push({ type: 'rich_text_section', span });
  };
  for (const mark of marks) {
    if ((mark.kind !== 'block' && mark.kind !== 'quote') || mark.start < from) continue;
    addSection(mark.start);
    blocks.push({ type: mark.kind === 'block' ? 'rich_text_preformatted' : 'rich_text_quote', span: mark });
    from = mark.end;
  }
  if (blocks.length === 0) blocks.push({ type: 'rich_text_section', span: { start: 0, end: words.text.length } });
  else addSection(words.text.length);
  return blocks.map(({ type, span }) => ({ type, elements: runsOf(words, span) }));
}

function trimLines(text: string, { start, end }: Span): Span {
  const written = text.slice(start, end);
  return {
    start: start + (written.length - written.replace(/^\n+/, '').length),
    end: end - (written.length - written.replace(/\n+$/, '').length),
  };
}

/** The stretches of a span with one link and one style each. */
function runsOf(words: MarkedText, span: Span): JsonObject[] {
  const styled = (words.markup?.marks ?? []).filter(({ kind, start, end }) => SLACK_STYLES[kind] && start < span.end && end > span.start);
  return stretchesOf(words, 'link', span).flatMap(({ text, facet, start }) => {
    const end = start + text.length;
    const cuts = [...new Set([start, end, ...styled.flatMap((mark) => [mark.start, mark.end])])]
      .filter((cut) => cut >= start && cut <= end)
      .sort((a, b) => a - b);
    return cuts.slice(1).map((to, index): JsonObject => {
      const at = cuts[index] ?? start;
      const styles = styled.filter((mark) => mark.start <= at && mark.end >= to).map(({ kind }) => [SLACK_STYLES[kind], true]);
      const run = { text: words.text.slice(at, to), ...(styles.length > 0 && { style: Object.fromEntries(styles) as JsonObject }) };
      return facet ? { type: 'link', url: facet.target, ...run } : { type: 'text', ...run };
    });
  });
}
