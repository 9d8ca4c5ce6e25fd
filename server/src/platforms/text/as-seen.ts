import { findConfusables } from '../../confusables.ts';
import type { Span } from '../platform.ts';

/** Characters without width. */
const INVISIBLE = /\p{Variation_Selector}|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;
/** Letters and digits in another dress: full-width, mathematical, in circles, and the digits of other scripts. */
const DRESSED = /[\u2460-\u24ff\u3000\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f110}-\u{1f189}]|(?![0-9])\p{Nd}/u;
/** Letters in parts, which are drawn as one: those with marks, and syllables of Hangul. */
const IN_PARTS = /\P{M}\p{M}+|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?/gu;
const DIFFERENT = new RegExp(`${INVISIBLE.source}|${DRESSED.source}|\\p{M}|[\\u1100-\\u1112]`, 'u');
/** The zero digits of scripts. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];

export interface SeenText {
  text: string;
  /** The corresponding span of the original text. */
  written(span: Span): Span;
}

/**
 * The text as a reader sees it: invisible characters are removed, confusable letters and digits replaced, and letters
 * in parts composed (NFC). The checks use it, so disguises hide nothing.
 */
export function asSeen(text: string): SeenText {
  const replaced = lookAlikeLetters(text);
  if (replaced.size === 0 && !DIFFERENT.test(text)) return { text, written: (span) => span };
  const starts: number[] = [];
  const ends: number[] = [];
  let seen = '';
  let place = 0;
  for (const character of text) {
    const shown = replaced.get(place) ?? shownAs(character);
    for (let unit = 0; unit < shown.length; unit += 1) {
      // Half a surrogate pair never ends a span, unless it is a lone surrogate.
      starts.push(shown === character ? place + unit : place);
      ends.push(shown === character ? place + unit + 1 : place + character.length);
    }
    seen += shown;
    place += character.length;
  }
  return composed({
    text: seen,
    written: ({ start, end }) => ({ start: starts[start] ?? text.length, end: ends[end - 1] ?? text.length }),
  });
}

/** With each letter that is written in parts as the one letter that it is. */
function composed({ text, written }: SeenText): SeenText {
  const places: Span[] = [];
  let whole = '';
  const keep = (from: number, to: number): void => {
    for (let unit = from; unit < to; unit += 1) places.push({ start: unit, end: unit + 1 });
    whole += text.slice(from, to);
  };
  let kept = 0;
  for (const { 0: parts, index } of text.matchAll(IN_PARTS)) {
    const letter = parts.normalize('NFC');
    if (letter === parts) continue;
    keep(kept, index);
    kept = index + parts.length;
    for (let unit = 0; unit < letter.length; unit += 1) places.push({ start: index, end: kept });
    whole += letter;
  }
  if (kept === 0) return { text, written };
  keep(kept, text.length);
  const within = ({ start, end }: Span): Span => ({ start: places[start]?.start ?? text.length, end: places[end - 1]?.end ?? text.length });
  return { text: whole, written: (span) => written(within(span)) };
}

function shownAs(character: string): string {
  if (INVISIBLE.test(character)) return '';
  if (!DRESSED.test(character)) return character;
  const plain = character.normalize('NFKC');
  if (/^[ -~]{1,4}$/.test(plain)) return plain;
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** By position: the Latin letter that another one looks like. */
function lookAlikeLetters(text: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const { start, end, readAs } of findConfusables(text)) {
    let place = start;
    const read = [...readAs];
    for (const [index, letter] of [...text.slice(start, end)].entries()) {
      if (read[index] !== letter) letters.set(place, read[index] ?? letter);
      place += letter.length;
    }
  }
  return letters;
}
