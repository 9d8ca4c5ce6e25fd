import twitterText from 'twitter-text';
import { spendWork } from '../../long-work/work-budget.ts';
import type { Counting, LengthUnit, Span } from '../platform.ts';
import { findFacets } from './facets.ts';
import { LONGEST_TWITTER_RUN } from './find-twitter-facets.ts';
import { countConjuncts, countGraphemes, listGraphemes } from './graphemes.ts';
import { findWeighedLinks } from './naked-links.ts';

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** The length of a text as a platform counts it. `weighted` includes X's 23 for a link. */
export function measureText(text: string, counting: Counting): number {
  spendWork(2 * text.length);
  if (counting.unit === 'weighted') return measureWeighted(text);
  const { unit, urlWeight, dropsMentionHost, costs, partsConjuncts } = counting;
  const extra = (costs ? measureCosts(text, costs) : 0) + (partsConjuncts ? countConjuncts(text) : 0);
  if (urlWeight === undefined && !dropsMentionHost) return measurePlain(text, unit) + extra;

  let length = extra;
  let from = 0;
  for (const { start, end, weight } of concessions(text, counting)) {
    if (start < from) continue;
    length += measurePlain(text.slice(from, start), unit) + weight;
    from = end;
  }
  return length + measurePlain(text.slice(from), unit);
}

/** Spans with a different weight: links by their fixed length, mentions without the host. */
function concessions(text: string, { unit, urlWeight, dropsMentionHost }: Counting): (Span & { weight: number })[] {
  const links = urlWeight === undefined ? [] : findWeighedLinks(text).map((span) => ({ ...span, weight: urlWeight }));
  if (!dropsMentionHost || unit === 'weighted') return links;
  const mentions = findFacets(text).flatMap(({ kind, start, end }) => {
    const host = kind === 'mention' ? text.slice(start, end).indexOf('@', 1) : -1;
    return host < 0 ? [] : { start, end, weight: measurePlain(text.slice(start, start + host), unit) };
  });
  return [...links, ...mentions].sort((a, b) => a.start - b.start);
}

function measurePlain(text: string, unit: Exclude<LengthUnit, 'weighted'>): number {
  switch (unit) {
    case 'graphemes':
      return countGraphemes(text);
    case 'utf16':
      return text.length;
    case 'code_points':
      return countCodePoints(text);
    case 'bytes':
      return Buffer.byteLength(text, 'utf8');
    case 'emoji_as_bytes':
      return countEmojiAsBytes(text);
  }
}

/** The additional length from escaping. */
function measureCosts(text: string, costs: Readonly<Record<string, number>>): number {
  let extra = 0;
  for (const character of text) extra += (costs[character] ?? 1) - 1;
  return extra;
}

function countEmojiAsBytes(text: string): number {
  if (!EMOJI.test(text)) return countCodePoints(text);
  let count = 0;
  for (const grapheme of listGraphemes(text))
    count += EMOJI.test(grapheme) ? Buffer.byteLength(grapheme, 'utf8') : countCodePoints(grapheme);
  return count;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Characters of weight one that begin no emoji; without a dot inside a word there is no link among them. */
const LIGHT = /^[\t\n -~\u00a1-\u00a8\u00aa-\u00ad\u00af-\u10ff]*$/;
const LINK_LIKE = /\.\S/;

/** Sequences that are one emoji by the Unicode of this runtime, which is newer than that of twitter-text. */
const EMOJI_SEQUENCE = /\p{RGI_Emoji}/gv;
/** Any emoji that twitter-text knows: all weigh the same. */
const KNOWN_EMOJI = '😀';

/** Run by run: no link and no emoji reaches over a space, so the sum is the same and the time stays linear. */
function measureWeighted(text: string): number {
  const written = text.normalize('NFC');
  if (LIGHT.test(written) && !LINK_LIKE.test(written)) return written.length;
  const normal = written.replace(EMOJI_SEQUENCE, KNOWN_EMOJI);
  let length = 0;
  for (const run of normal.split(/(\s+)/)) {
    if (LIGHT.test(run) && !LINK_LIKE.test(run)) length += run.length;
    else if (run.length <= LONGEST_TWITTER_RUN) length += run ? twitterText.parseTweet(run).weightedLength : 0;
    else length += weighWithoutLinks(run);
  }
  return length;
}

/** The weights of docs.x.com "Counting characters", version 3. */
function weighWithoutLinks(run: string): number {
  let length = 0;
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    const isLight = code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247);
    length += isLight ? 1 : 2;
  }
  return length;
}
