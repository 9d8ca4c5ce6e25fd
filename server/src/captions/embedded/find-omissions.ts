import { decodeHTMLStrict } from 'entities';
import { spendWork } from '../../long-work/work-budget.ts';
import type { Omission, OmissionReason } from '../../platforms/text/omission.ts';
import type { Source } from './read-document.ts';

/** A word of the source or of a post, with its position. */
interface Token {
  key: string;
  start: number;
  end: number;
}

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{M}\u2060]*|[\p{L}\p{M}\p{N}_\u2060]+|\p{RGI_Emoji}/gv;
const AFTER = /[\p{Pe}\p{Pf}.!?…,;:"'%。！？]/u;
const BEFORE = /[\p{Ps}\p{Pi}"'$€£#@+]/u;
const MOST_CANDIDATES = 6;
const LOOK_AHEAD = 64;
/** The number of omissions that are listed individually. */
const MOST_OMISSIONS = 60;
const LONGEST_OMISSION = 300;

/** An HTML character reference by number or name. */
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g;

/** Replaces a character reference that was longer than its character, so all positions stay the same. */
const FILLER = '\u2060';
const TAG = /<!--|<\/?([a-zA-Z!][a-zA-Z0-9]*)[^<>]*>/g;
const UNREAD_TAG = /^(?:script|style|title)$/;
const HREF = /https?:\/\/[^\s"'<>]+/;
const FRONT_KEYS = /^[\w-]+:/gm;

/** The words of a source, shared by all posts made of it. */
interface SourceWords {
  sourceText: string;
  /** As readers see it, at the same positions. */
  shown: string;
  tokens: readonly Token[];
  places: ReadonlyMap<string, readonly number[]>;
}

/** The posts for one platform. */
interface FittedText {
  posts: readonly string[];
  /** The text that the platform does not accept, as written. */
  refused: readonly string[];
  /** Whether nothing was truncated. */
  isWhole: boolean;
}

export type OmissionFinder = (fitted: FittedText) => Omission[];

/**
 * Compares the posts with the source itself, word by word, so every omission is reported whichever rule
 * caused it. `read` is the source before the workspace's voice was applied, `heeded` the source after it.
 */
export function createOmissionFinder(sourceText: string, read: Source, heeded: Pick<Source, 'plain' | 'markdown'>): OmissionFinder {
  // Most short texts are published as they are and need no comparison.
  let compared: ReturnType<typeof compare> | undefined;
  const compare = () => {
    const words = readSourceWords(sourceText, read.kind);
    return { words, inRead: coveredBy(words, textsOf(read)), inHeeded: coveredBy(words, textsOf(heeded)) };
  };
  return ({ posts, refused, isWhole }) => {
    if (posts.length === 1 && posts[0] === sourceText.trim() && refused.length === 0) return [];
    compared ??= compare();
    const { words, inRead, inHeeded } = compared;
    const covered = coveredBy(words, posts);
    const trimmed = refusedIn(sourceText, refused).filter(({ start, end }) => isWhole || isNextToCovered(words, covered, start, end));
    coverSpans(words, trimmed, covered);
    const reasonAt = (index: number): OmissionReason => {
      if (!inRead[index]) return read.kind === 'page' || read.kind === 'mail' ? 'furniture' : 'markup';
      if (!inHeeded[index]) return 'voice';
      return isWhole ? 'markup' : 'too_long';
    };
    return [...omissionsIn(words, covered, reasonAt), ...trimmed].sort((a, b) => a.start - b.start);
  };
}

/** Both renderings: content that exists in only one format is not boilerplate. */
function textsOf({ plain, markdown }: Pick<Source, 'plain' | 'markdown'>): string[] {
  return [plain, markdown ?? []].map((pieces) => pieces.map(({ text }) => text).join('\n'));
}

/** The positions in the source of the text that the platform refused. */
function refusedIn(sourceText: string, refused: readonly string[]): Omission[] {
  let from = 0;
  return refused.slice(0, 20).flatMap((written) => {
    const start = sourceText.indexOf(written, from);
    if (start < 0) return [];
    from = start + written.length;
    return { ...omissionOf(sourceText, start, from, 'refused'), text: written, start, end: from };
  });
}

function readSourceWords(sourceText: string, kind: Source['kind']): SourceWords {
  const shown = kind === 'plain' ? sourceText : maskMarkup(maskFrontMatter(sourceText));
  const tokens = readTokens(shown);
  return { sourceText, shown, tokens, places: Map.groupBy(tokens.keys(), (index) => tokens[index]?.key ?? '') };
}

/** Which words of the source occur in these texts, in any order; repetitions count once. */
function coveredBy({ tokens, places }: SourceWords, texts: readonly string[]): Uint8Array {
  const covered = new Uint8Array(tokens.length);
  let next = 0;
  for (const text of texts) next = cover(tokens, places, readTokens(text), covered, next);
  return covered;
}

/** Marks the words of these spans as reported already. */
function coverSpans({ tokens }: SourceWords, spans: readonly { start: number; end: number }[], covered: Uint8Array): void {
  for (const { start, end } of spans) {
    for (let index = tokenFrom(tokens, start); (tokens[index]?.start ?? end) < end; index += 1) covered[index] = 1;
  }
}

/** Whether a word adjacent to a span is in the post, so the span is missing there. */
function isNextToCovered({ tokens }: SourceWords, covered: Uint8Array, start: number, end: number): boolean {
  return covered[tokenFrom(tokens, start) - 1] === 1 || covered[tokenFrom(tokens, end)] === 1;
}

/** The ranges of the source whose words are not covered, each with the reason. */
function omissionsIn(
  { sourceText, shown, tokens }: SourceWords,
  covered: Uint8Array,
  reasonAt: (index: number) => OmissionReason,
): Omission[] {
  const omissions: Omission[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (covered[first]) continue;
    const reason = reasonAt(first);
    let last = first;
    while (last + 1 < tokens.length && !covered[last + 1] && reasonAt(last + 1) === reason) last += 1;
    omissions.push(omissionOf(sourceText, tokens[first]?.start ?? 0, tokens[last]?.end ?? 0, reason, shown));
    first = last;
  }
  return fewest(omissions);
}

/** The words with the punctuation that belongs to them. */
function omissionOf(sourceText: string, from: number, to: number, reason: OmissionReason, shown = sourceText): Omission {
  let [start, end] = [from, to];
  while (end < sourceText.length && AFTER.test(sourceText.charAt(end))) end += 1;
  while (start > 0 && BEFORE.test(sourceText.charAt(start - 1))) start -= 1;
  const whole = shown.slice(start, end).replaceAll(FILLER, '').replaceAll(/ {2,}/g, ' ');
  const text = whole.length > LONGEST_OMISSION ? `${whole.slice(0, LONGEST_OMISSION).toWellFormed()}…` : whole;
  return { text, reason, start, end, isEssential: false };
}

/** The longest ones if there are too many to list, in the order of the source. */
function fewest(omissions: Omission[]): Omission[] {
  if (omissions.length <= MOST_OMISSIONS) return omissions;
  const longest = [...omissions].sort((a, b) => b.end - b.start - (a.end - a.start));
  return longest.slice(0, MOST_OMISSIONS).sort((a, b) => a.start - b.start);
}

function readTokens(text: string): Token[] {
  spendWork(10 * text.length);
  return [...text.matchAll(TOKEN)].flatMap(({ 0: written, index }) => {
    const key = written.replaceAll(FILLER, '').normalize('NFC').toLowerCase();
    return key ? [{ key, start: index, end: index + written.length }] : [];
  });
}

/** A post consists of ranges of its source: each is looked for near the end of the previous one. */
function cover(source: readonly Token[], places: SourceWords['places'], post: readonly Token[], covered: Uint8Array, from: number): number {
  let next = from;
  for (let at = 0; at < post.length; ) {
    const { place, length } = longestRun(source, places.get(post[at]?.key ?? '') ?? [], covered, post, at, next);
    covered.fill(1, place, place + length);
    at += Math.max(1, length);
    if (length > 0) next = place + length;
  }
  return next;
}

/** The place of a word of the post in the source with the longest run of equal words, and how many those are; 0 if there is none. */
function longestRun(
  source: readonly Token[],
  known: readonly number[],
  covered: Uint8Array,
  post: readonly Token[],
  at: number,
  next: number,
): { place: number; length: number } {
  const from = firstIndex(known, (place) => place >= next);
  const candidates = [...known.slice(from, from + MOST_CANDIDATES), ...known.slice(0, Math.min(from, MOST_CANDIDATES))];
  let best = { place: 0, length: 0 };
  for (const place of candidates) {
    let length = 1;
    while (length < LOOK_AHEAD && at + length < post.length && source[place + length]?.key === post[at + length]?.key) length += 1;
    // A word that occurs several times is taken once from each of its places.
    const isFree = covered[best.place] === 1 && covered[place] === 0;
    if (length > best.length || (length === best.length && isFree)) best = { place, length };
  }
  return best;
}

/** The first word that does not start before `place`. */
const tokenFrom = (tokens: readonly Token[], place: number): number => firstIndex(tokens, ({ start }) => start >= place);

/** The index of the first value that is far enough, in a list where all later ones are far enough too. */
function firstIndex<Value>(values: readonly Value[], isFarEnough: (value: Value) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFarEnough(values[middle] as Value)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** HTML with everything that is not displayed blanked out, every other character at its position. */
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
  return out.join('').replace(REFERENCE, (written) => decodeHTMLStrict(written).padEnd(written.length, FILLER));
}

/** The end of a comment, a script or a title; for any other tag, the end of the tag itself. */
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
function maskFrontMatter(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 4) : -1;
  if (end < 0) return text;
  return text.slice(0, end).replace(FRONT_KEYS, (key) => ' '.repeat(key.length)) + text.slice(end);
}
