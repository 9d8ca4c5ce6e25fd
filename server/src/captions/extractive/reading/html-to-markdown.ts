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
const DROPPED = 'title|script|style|noscript|template|iframe|svg|nav|footer|form|button|select|video|audio|object';
const DROPPED_SET = new Set(DROPPED.split('|').filter((name) => name !== 'title'));

const HEADING = /^(?:h[1-6]|title)$/;
// Code in backticks is left as it is, so that "`<div>`" stays a word about HTML.
const TOKEN = /`[^`\n]+`|<!--|<[!?][a-zA-Z][^<>]*>|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)>/g;

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
  const hasHeadline = /<h1[\s>]/i.test(text);
  const lastComment = text.lastIndexOf('-->');
  let from = 0;
  for (TOKEN.lastIndex = 0; ; ) {
    const match = TOKEN.exec(text);
    if (!match) break;
    const [written, slash = '', tag = '', attributes = ''] = match;
    const { index } = match;
    const name = tag.toLowerCase();
    const isClosing = slash === '/';
    const isComment = written === '<!--' && lastComment > index;
    // The title of the page is the headline with the name of the site added.
    const isDropped = !isClosing && (DROPPED_SET.has(name) || (name === 'title' && hasHeadline)) && (lastClosing.get(name) ?? -1) > index;
    const replacement = isComment || /^<[!?]\w/.test(written) ? '' : isDropped ? '\n\n' : readTag(name, isClosing);
    if (replacement === null) continue;
    out.push(text.slice(from, index), replacement);
    if (isComment) TOKEN.lastIndex = text.indexOf('-->', index) + 3;
    else if (isDropped) TOKEN.lastIndex = closingEnd(text, name, index);
    else if (name === 'a' && !isClosing) links.push({ at: out.length, href: readHref(attributes) });
    else if (name === 'a') closeLink(out, links.pop());
    else if (HEADING.test(name) && !isClosing) headings.push(out.length);
    else if (HEADING.test(name)) closeHeading(out, headings.pop(), Number(name.charAt(1)) || 1);
    from = TOKEN.lastIndex;
  }
  out.push(text.slice(from));
  return decodeEntities(out.join(''));
}

/** What stands for a tag; null when it is none that is known, as for code in backticks. */
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
