import { decodeHTMLStrict } from 'entities';

/** An HTML character reference by number or name. */
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g;

/** Replaces a character reference that was longer than its character, so all positions stay the same. */
export const FILLER = '\u2060';
const TAG = /<!--|<\/?([a-zA-Z!][a-zA-Z0-9]*)[^<>]*>/g;
const UNREAD_TAG = /^(?:script|style|title)$/;
const HREF = /https?:\/\/[^\s"'<>]+/;
const FRONT_KEYS = /^[\w-]+:/gm;

/** HTML with everything that is not displayed blanked out, every other character at its position. */
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

/** The end of a comment, a script or a title above a headline, and of any other tag the tag itself. */
function unreadEnd(lower: string, tag: string, name: string, index: number): number {
  const isUnread = tag === '<!--' || (UNREAD_TAG.test(name) && !tag.startsWith('</') && (name !== 'title' || lower.includes('<h1')));
  const closing = tag === '<!--' ? '-->' : `</${name}`;
  // Without one there is none further on either, so the search is not repeated.
  const end = isUnread && lower.lastIndexOf(closing) > index ? lower.indexOf(closing, index) + closing.length : 0;
  return Math.max(end, index + tag.length);
}

/** Spaces, with the URL at its position if it is a link. */
function blank(written: string, name: string): string {
  const address = name.toLowerCase() === 'a' ? HREF.exec(written) : null;
  if (!address) return ' '.repeat(written.length);
  return ' '.repeat(address.index) + address[0] + ' '.repeat(written.length - address.index - address[0].length);
}

/** Markdown with the keys of its front matter blanked out. */
export function maskFrontMatter(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 4) : -1;
  if (end < 0) return text;
  return text.slice(0, end).replace(FRONT_KEYS, (key) => ' '.repeat(key.length)) + text.slice(end);
}
