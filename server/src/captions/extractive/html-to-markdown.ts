import { decodeEntities } from './decode-entities.ts';

const words = (list: string): Set<string> => new Set(list.split(' '));

// Tags that are not named here are no HTML to us: "<your-name>" and "List<string>" stay as they are.
const PARAGRAPHS = words(
  'hr p div section article main header ul ol dl dt table blockquote figure figcaption details summary center body html head aside',
);
const LINES = words('br tr dd li');
const INLINE = words(
  'a b strong i em u s small mark abbr font span sup sub kbd code tt q cite time label img picture source wbr meta link input td th thead tbody',
);
/** Nothing in these is for a reader. */
const DROPPED = 'script|style|noscript|template|iframe|svg|nav|footer|form|button|select|video|audio|object';
const DROPPED_SET = new Set(DROPPED.split('|'));

const HEADING = /^(?:h[1-6]|title)$/;
// Code in backticks is left as it is, so that "`<div>`" stays a word about HTML.
const TOKEN = /`[^`\n]+`|<!--|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)>/g;

interface OpenLink {
  /** Where in the output its words begin. */
  at: number;
  href: string;
}

/** HTML in the text, whole or sprinkled over Markdown, as plain Markdown. Linear in the length of the text. */
export function htmlToMarkdown(text: string): string {
  if (!/<[a-zA-Z!/]|&[a-zA-Z#]/.test(text)) return text;
  const lastClosing = findLastClosing(text);
  const out: string[] = [];
  const links: OpenLink[] = [];
  const headings: number[] = [];
  let from = 0;
  for (TOKEN.lastIndex = 0; ; ) {
    const match = TOKEN.exec(text);
    if (!match) break;
    const [written, slash = '', tag = '', attributes = ''] = match;
    const name = tag.toLowerCase();
    const isClosing = slash === '/';
    const replacement = written === '<!--' ? '' : readTag(name, isClosing);
    const isDropped = !isClosing && DROPPED_SET.has(name) && (lastClosing.get(name) ?? -1) > match.index;
    if (written.startsWith('`') || (replacement === null && !isDropped)) continue;
    const end = written === '<!--' ? text.indexOf('-->', match.index + 4) + 3 : isDropped ? closingEnd(text, name, match.index) : TOKEN.lastIndex;
    if (end < match.index) break;
    out.push(text.slice(from, match.index), replacement ?? '\n\n');
    if (name === 'a' && !isClosing) links.push({ at: out.length, href: readHref(attributes) });
    else if (name === 'a') closeLink(out, links.pop());
    else if (HEADING.test(name) && !isClosing) headings.push(out.length);
    else if (HEADING.test(name)) closeHeading(out, headings.pop(), Number(name.charAt(1)) || 1);
    TOKEN.lastIndex = from = end;
  }
  out.push(text.slice(from));
  return decodeEntities(out.join(''));
}

/** What stands for a tag; null when it is none that is known. */
function readTag(name: string, isClosing: boolean): string | null {
  if (HEADING.test(name)) return '\n\n';
  if (name === 'li' && !isClosing) return '\n- ';
  if (name === 'pre') return '\n```\n';
  if (PARAGRAPHS.has(name)) return '\n\n';
  if (LINES.has(name)) return '\n';
  // A space between cells; nothing between letters.
  return INLINE.has(name) ? (/^t[dh]$/.test(name) ? ' ' : '') : null;
}

function readHref(attributes: string): string {
  const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return decodeEntities(href?.[1] ?? href?.[2] ?? href?.[3] ?? '').replace(/[\s()<>]/g, encodeURIComponent);
}

/** Puts the words since the link was opened on one line; a link around a picture has none. */
function closeLink(out: string[], link: OpenLink | undefined): void {
  if (!link) return;
  const words = out.splice(link.at).join('').replace(/\s+/g, ' ').trim();
  out.push(`[${words}](${link.href})`);
}

/** A heading is one line, however it was written. */
function closeHeading(out: string[], from: number | undefined, level: number): void {
  if (from === undefined) return;
  const words = out.splice(from).join('').replace(/\s+/g, ' ').trim();
  out.push(`${'#'.repeat(level)} ${words}\n\n`);
}

function findLastClosing(text: string): Map<string, number> {
  const last = new Map<string, number>();
  for (const match of text.matchAll(new RegExp(`</(${DROPPED})\\b`, 'gi'))) last.set((match[1] ?? '').toLowerCase(), match.index);
  return last;
}

function closingEnd(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[^<>]*>?`, 'gi');
  closing.lastIndex = from;
  return closing.exec(text) ? closing.lastIndex : text.length;
}
