import type { Nodes } from 'mdast';
import type { Span } from '../../platform.ts';
import { stretchesOf } from '../stretches.ts';
import { isWrapped, type MarkedText, type Markup, shownHtml } from './read-markup.ts';

const MARKDOWN =
  /^ {0,3}#{1,6}[ \t]+\S|^ {0,3}(?:```|~~~)|(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])|\[[^[\]\n]{1,300}\]\((?:https?:|mailto:|\/|#|\.)[^)\s]*\)|!\[[^[\]\n]{0,300}\]\(|^[ \t]{0,9}\|?[ \t]{0,9}:?-{3,}:?[ \t]{0,9}\||^ {0,3}> (?![\d$€£~<>=])\S|^ {0,3}\[[^\]\n]+\]:\s*https?:/m;
const MOST_MARKS = 150;

/**
 * Whether a text is Markdown by its structure: a heading, a fence, bold words, a link with words of its own, a table
 * or a quote ("> 20 €" is more than 20). Single stars, underscores, hyphens and the like are also plain text, and stay so.
 */
export function isMarkdown(text: string): boolean {
  return MARKDOWN.test(text);
}

/** The parser compares all marks of a paragraph with each other; no author writes as many. */
export function isThicket(text: string): boolean {
  return text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_[\]~`]+/g)?.length ?? 0) > MOST_MARKS);
}

/** What CommonMark and its relatives read within a line; all of them read a backslash before it as an escape. */
const READ_IN_LINE = /[\\`*_[\]<>~^|]|[@:](?=\w[\w-]{0,40}:)|&(?=#?\w{1,31};)/g;
/** What they read at the start of a line: headings, lists, quotes, underlines, containers. */
const READ_AT_START = /^([ \t]*)([#+=:-]|\d{1,9}(?=[.)]))/;
/** Characters with which a bare address could end early. */
const NOT_BARE = /[*_~()[\]]/;

/**
 * A text for a network that reads Markdown. Markdown is kept to the letter, but for HTML, which is text; a plain text
 * is escaped, so readers see exactly its characters and lines. `text`: what readers see.
 */
export function markdownText(words: MarkedText): string {
  return words.markup ? keptMarkdown(words.markup) : escapedMarkdown(words);
}

/** A plain text without links, such as a title, for a place that reads Markdown. */
function escapeMarkdown(text: string): string {
  return text.split('\n').map(escapeLine).join('  \n');
}

/** A picture of a text for such a network, on a line of its own; its description is shown to the letter. */
export function markdownPicture({ altText, address }: { altText: string; address: string }): string {
  return `![${altText.replaceAll(/\s+/g, ' ').replaceAll(READ_IN_LINE, '\\$&')}](<${address}>)`;
}

function escapedMarkdown(words: MarkedText): string {
  const pieces = stretchesOf(words, 'link').map(({ text, facet }) => (facet ? linkOf(text, facet.target) : escapeMarkdown(text)));
  // Lines that are empty already part paragraphs.
  return pieces
    .join('')
    .replaceAll(/^ {2}$/gm, '')
    .replaceAll(/ {2}\n(?=\n)/g, '\n');
}

function linkOf(text: string, target: string): string {
  if (text !== target) return `[${escapeMarkdown(text)}](<${target}>)`;
  return NOT_BARE.test(text) ? `<${text}>` : text;
}

function escapeLine(line: string): string {
  const inline = line.replaceAll(READ_IN_LINE, '\\$&');
  const started = inline.replace(READ_AT_START, (_, space: string, sign: string) => space + (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));
  // Four spaces would begin code; those that readers see are kept.
  return started.replace(/^[ \t]+(?=\S)/, (space) => '\u00a0'.repeat(space.replaceAll('\t', '    ').length));
}

interface Edit {
  start: number;
  end: number;
  put: string;
}

function keptMarkdown({ tree, source }: Markup): string {
  const edits: Edit[] = [];
  collectEdits(tree, source, false, edits);
  let out = '';
  let from = 0;
  for (const { start, end, put } of edits) {
    out += source.slice(from, start) + put;
    from = end;
  }
  return out + source.slice(from);
}

/** In order: HTML is escaped, lines stay lines, and titles that only a hovering pointer shows are left out. */
function collectEdits(node: Nodes, source: string, hasLines: boolean, edits: Edit[]): void {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  const written = source.slice(start, end);
  if (node.type === 'html') {
    const shown = shownHtml(node.value);
    edits.push({ start, end, put: shown === '\n' ? '  \n' : escapeMarkdown(shown) });
  } else if (node.type === 'break') {
    // DEV and Reddit know no backslash there.
    edits.push({ start, end, put: '  \n' });
  } else if (node.type === 'text' && hasLines) {
    for (const { index } of written.matchAll(/(?<! {2}|\\)\n/g)) edits.push({ start: start + index, end: start + index, put: '  ' });
  }
  if ('children' in node) {
    const isLined = node.type === 'paragraph' ? !isWrapped(node, source) : hasLines;
    for (const child of node.children) collectEdits(child, source, isLined, edits);
  }
  if ((node.type === 'link' || node.type === 'image' || node.type === 'definition') && node.title) {
    const title = /\s+(?:"[^"]*"|'[^']*'|\([^()]*\))(?=\s*\)?$)/.exec(written);
    if (title) edits.push({ start: start + title.index, end: start + title.index + title[0].length, put: '' });
  }
}

/** What Forem sets apart as code before it reads anything else (`escape_liquid_tags_in_codeblock` in parser.rb of github.com/forem/forem). */
const CODE_OF_FOREM = /\s*~{3}.*?~{3}|\s*`{3}.*?`{3}|`{2}.+?`{2}|`.+?`/gs;
const LIQUID = /\{(?:\{+%?|%)/g;
const ESCAPED_BACKTICK = /(?<!\\)((?:\\\\)*)\\`/g;
/** The address of a link, in which there is no room for a tag. */
const IN_ADDRESS = /(?:https?:\/\/|www\.|\]\(<?)[^\s<>]*?(\{[{%]\S*)/i;

/**
 * A Markdown that Forem shows as it is written. Forem reads Liquid in the HTML that it has made of the Markdown, where
 * neither a backslash nor an entity is left of an escape: only its tag `raw` keeps a brace. A backtick counts as code there
 * although a backslash is before it, so in a plain text it is an entity.
 */
export function withoutLiquid(markdown: string, isPlain: boolean): string {
  const source = isPlain ? markdown.replaceAll(ESCAPED_BACKTICK, '$1&#96;') : markdown;
  return mapOutsideCode(source, (piece) => piece.replaceAll(LIQUID, '{% raw %}$&{% endraw %}'));
}

/** Liquid in an address, which would be published otherwise than written. */
export function findLiquidInAddress(text: string): Span | null {
  const visible = text.replaceAll(CODE_OF_FOREM, (code) => ' '.repeat(code.length));
  const found = IN_ADDRESS.exec(visible);
  if (!found) return null;
  const end = found.index + found[0].length;
  return { start: end - (found[1]?.length ?? 0), end };
}

function mapOutsideCode(source: string, change: (piece: string) => string): string {
  let out = '';
  let from = 0;
  for (const { index, 0: code } of source.matchAll(CODE_OF_FOREM)) {
    out += change(source.slice(from, index)) + code;
    from = index + code.length;
  }
  return out + change(source.slice(from));
}
