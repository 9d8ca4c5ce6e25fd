import { spendWork } from '../../../long-work/work-budget.ts';
import type { Omission, OmissionReason } from '../../../platforms/text/omission.ts';
import { isEssential } from '../choosing/essentials.ts';
import { decodeEntities } from '../reading/decode-entities.ts';
import type { SourceKind } from '../reading/recognise-source.ts';

/** A word of the source or of a post, with where it stands. */
interface Token {
  key: string;
  start: number;
  end: number;
}

/** Stands where a character reference was longer than what it stands for, so that every place stays the same. */
const FILLER = '\u2060';
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{M}\u2060]*|[\p{L}\p{M}\p{N}_\u2060]+|\p{RGI_Emoji}/gv;
const TAG = /<!--|<\/?([a-zA-Z!][a-zA-Z0-9]*)[^<>]*>/g;
const UNREAD_TAG = /^(?:script|style|title)$/;
const HREF = /https?:\/\/[^\s"'<>]+/;
const ENTITY = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g;
const FRONT_KEYS = /^[\w-]+:/gm;
const AFTER = /[\p{Pe}\p{Pf}.!?…,;:"'%。！？]/u;
const BEFORE = /[\p{Ps}\p{Pi}"'$€£#@+]/u;
const MOST_CANDIDATES = 6;
const LOOK_AHEAD = 64;
/** So many are told one by one. */
const MOST_TOLD = 60;
const LONGEST_TOLD = 300;

/** The words of a source once, for as many posts as are made of it. */
export interface SourceWords {
  sourceText: string;
  tokens: readonly Token[];
  places: ReadonlyMap<string, readonly number[]>;
}

export function readSourceWords(sourceText: string, { isHtml }: SourceKind): SourceWords {
  const tokens = readTokens(isHtml ? maskMarkup(sourceText) : maskFrontMatter(sourceText));
  return { sourceText, tokens, places: placesOf(tokens) };
}

/** Which words of the source stand in these texts, in whatever order; what is repeated there counts once. */
export function coveredBy({ tokens, places }: SourceWords, texts: readonly string[]): Uint8Array {
  const covered = new Uint8Array(tokens.length);
  for (const text of texts) cover(tokens, places, readTokens(text), covered);
  return covered;
}

/** Counts the words of these spans as told already. */
export function coverSpans({ tokens }: SourceWords, spans: readonly { start: number; end: number }[], covered: Uint8Array): void {
  for (const { start, end } of spans) {
    for (let index = tokenFrom(tokens, start); (tokens[index]?.start ?? end) < end; index += 1) covered[index] = 1;
  }
}

/** Whether a word right before or after a span is in the post, so that the span is missing there. */
export function isBesideCovered({ tokens }: SourceWords, covered: Uint8Array, start: number, end: number): boolean {
  return covered[tokenFrom(tokens, start) - 1] === 1 || covered[tokenFrom(tokens, end)] === 1;
}

/** The stretches of the source whose words are not covered, each with why. */
export function omissionsIn(
  { sourceText, tokens }: SourceWords,
  covered: Uint8Array,
  reasonAt: (index: number) => OmissionReason,
): Omission[] {
  const omissions: Omission[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (covered[first]) continue;
    const reason = reasonAt(first);
    let last = first;
    while (last + 1 < tokens.length && !covered[last + 1] && reasonAt(last + 1) === reason) last += 1;
    omissions.push(omissionOf(sourceText, tokens[first]?.start ?? 0, tokens[last]?.end ?? 0, reason));
    first = last;
  }
  return fewest(omissions);
}

/** The words with the marks that belong to them. */
export function omissionOf(sourceText: string, from: number, to: number, reason: OmissionReason): Omission {
  let [start, end] = [from, to];
  while (end < sourceText.length && AFTER.test(sourceText.charAt(end))) end += 1;
  while (start > 0 && BEFORE.test(sourceText.charAt(start - 1))) start -= 1;
  const whole = sourceText.slice(start, end);
  const text = whole.length > LONGEST_TOLD ? `${whole.slice(0, LONGEST_TOLD).toWellFormed()}…` : whole;
  return { text, reason, start, end, isEssential: reason !== 'furniture' && isEssential(whole) };
}

/** What matters first where there are too many to tell each; then in the order of the source. */
function fewest(omissions: Omission[]): Omission[] {
  if (omissions.length <= MOST_TOLD) return omissions;
  const told = [...omissions].sort((a, b) => Number(b.isEssential) - Number(a.isEssential) || b.end - b.start - (a.end - a.start));
  return told.slice(0, MOST_TOLD).sort((a, b) => a.start - b.start);
}

function readTokens(text: string): Token[] {
  spendWork(10 * text.length);
  return [...text.matchAll(TOKEN)].flatMap(({ 0: written, index }) => {
    const key = written.replaceAll(FILLER, '').normalize('NFC');
    return key ? [{ key, start: index, end: index + written.length }] : [];
  });
}

function placesOf(tokens: readonly Token[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { key }] of tokens.entries()) {
    const known = places.get(key);
    if (known) known.push(index);
    else places.set(key, [index]);
  }
  return places;
}

/** A post is made of stretches of its source: each is looked for near the end of the one before. */
function cover(source: readonly Token[], places: SourceWords['places'], post: readonly Token[], covered: Uint8Array): void {
  let next = 0;
  for (let at = 0; at < post.length; ) {
    const place = bestPlace(source, places.get(post[at]?.key ?? ''), post, at, next);
    if (place === null) {
      at += 1;
      continue;
    }
    let length = 0;
    while (at + length < post.length && source[place + length]?.key === post[at + length]?.key) {
      covered[place + length] = 1;
      length += 1;
    }
    at += length;
    next = place + length;
  }
}

function bestPlace(
  source: readonly Token[],
  known: readonly number[] | undefined,
  post: readonly Token[],
  at: number,
  next: number,
): number | null {
  if (!known) return null;
  const from = firstFrom(known, next);
  const candidates = [...known.slice(from, from + MOST_CANDIDATES), ...known.slice(0, Math.min(from, MOST_CANDIDATES))];
  let best: number | null = null;
  let longest = 0;
  for (const place of candidates) {
    let length = 1;
    while (length < LOOK_AHEAD && at + length < post.length && source[place + length]?.key === post[at + length]?.key) length += 1;
    if (length > longest) [best, longest] = [place, length];
  }
  return best;
}

/** The first word that does not begin before `place`. */
function tokenFrom(tokens: readonly Token[], place: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of the sorted places that is not before `next`. */
function firstFrom(places: readonly number[], next: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < next) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** HTML with everything blank that nobody reads, every other character in its place. */
function maskMarkup(html: string): string {
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
  return out.join('').replace(ENTITY, (written) => decodeEntities(written).padEnd(written.length, FILLER));
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

function maskFrontMatter(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 4) : -1;
  if (end < 0) return text;
  return text.slice(0, end).replace(FRONT_KEYS, (key) => ' '.repeat(key.length)) + text.slice(end);
}
