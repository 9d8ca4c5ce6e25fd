import { decodeHTMLStrict } from 'entities';

/** As HTML writes a character by its number or its name. */
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g;

/** Stands where a character reference was longer than what it stands for, so that every place stays the same. */
export const FILLER = '\u2060';
const TAG = /<!--|<\/?([a-zA-Z!][a-zA-Z0-9]*)[^<>]*>/g;
const UNREAD_TAG = /^(?:script|style|title)$/;
const HREF = /https?:\/\/[^\s"'<>]+/;
const FRONT_KEYS = /^[\w-]+:/gm;

/** HTML with everything blank that nobody reads, every other character in its place. */
export function maskMarkup(html: string): string {
  const lower = html.toLowerCase();
  const out: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of html.matchAll(TAG)) {
    if (index < from) continue;
    const end = unreadEnd(lower, tag, name.toLowerCase(), index);
    out.push(html.slice(from, index), blank(html.slice(index, end), name));
    from = end;
  }
  out.push(html.slice(from));
  return out.join('').replace(REFERENCE, (written) => decodeHTMLStrict(written).padEnd(written.length, FILLER));
}

/** Where a comment, a script or a title above a headline ends, and of any other tag the tag itself. */
function unreadEnd(lower: string, tag: string, name: string, index: number): number {
  const isUnread = tag === '<!--' || (UNREAD_TAG.test(name) && !tag.startsWith('</') && (name !== 'title' || lower.includes('<h1')));
  const closing = tag === '<!--' ? '-->' : `</${name}`;
  // Without one there is none further on either, and nothing is looked for again and again.
  const end = isUnread && lower.lastIndexOf(closing) > index ? lower.indexOf(closing, index) + closing.length : 0;
  return Math.max(end, index + tag.length);
}

/** Spaces, with the address in its place where it is a link. */
function blank(written: string, name: string): string {
  const address = name.toLowerCase() === 'a' ? HREF.exec(written) : null;
  if (!address) return ' '.repeat(written.length);
  return ' '.repeat(address.index) + address[0] + ' '.repeat(written.length - address.index - address[0].length);
}

/** Markdown with the keys of its front matter blank. */
export function maskFrontMatter(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 4) : -1;
  if (end < 0) return text;
  return text.slice(0, end).replace(FRONT_KEYS, (key) => ' '.repeat(key.length)) + text.slice(end);
}
