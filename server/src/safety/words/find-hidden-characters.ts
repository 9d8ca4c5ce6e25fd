import type { SafetyCheck } from '../../access/safety-policy.ts';
import { findConfusables } from '../../confusables.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Pause } from '../../long-work/yield-to-event-loop.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findShapes, type Shape } from './find-shapes.ts';

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that need zero-width characters to join or separate letters. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Mongolian}';
const UNSPACED =
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Tibetan}';

const SMUGGLED = say`There is invisible text here that machines can read. Remove it.`;
const TURNED = say`A character here reverses the text direction, so it reads as something else. Remove it.`;
const UNSEEN = say`There is an invisible character here. Remove it, or retype the word.`;

const DRESSED = say`These are mathematical or other symbols used as letters. Screen readers and search cannot read them: write plain letters.`;
const UNSEEN_ALPHABET = say`This word mixes letters of two alphabets. Retype it.`;

const STACKED = say`Combining marks are stacked on a letter here and cover the lines around it. Retype the word.`;
/** Combining marks of any script; Greek uses three at most, Vietnamese two, and no script more than five. */
const MARKS = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';

const SHAPES: Shape[] = [
  {
    shape: new RegExp(`[${MARKS}]{4,400}|(?![\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])\\p{M}{6,400}`, 'gu'),
    message: STACKED,
    severity: 'warn',
  },
  // The flags of England, Scotland and Wales use these.
  { shape: /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,9})[\u{e0000}-\u{e007f}]{1,400}/gu, message: SMUGGLED, severity: 'block' },
  { shape: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,400}/gu, message: SMUGGLED, severity: 'block' },
  { shape: /[\u202d\u202e]/g, message: TURNED, severity: 'block' },
  { shape: new RegExp(`(?<![${UNSPACED}])\\u200b+(?![${UNSPACED}\\u200b])`, 'gu'), message: UNSEEN, severity: 'warn' },
  { shape: new RegExp(`(?<![${JOINING}\\p{M}])\\u200c`, 'gu'), message: UNSEEN, severity: 'warn' },
  {
    shape: new RegExp(`(?<![${JOINING}\\p{M}\\p{Emoji_Modifier}\\p{Extended_Pictographic}\\ufe0f])\\u200d`, 'gu'),
    message: UNSEEN,
    severity: 'warn',
  },
  { shape: /(?<!\p{L})\u00ad|\u00ad(?!\p{L})/gu, message: UNSEEN, severity: 'warn' },
  { shape: /[\u115f\u1160\u3164\uffa0\u180e\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb]/g, message: UNSEEN, severity: 'warn' },
  { shape: /[\u034f\u17b4\u17b5\u2800\u{1d159}\u{1d173}-\u{1d17a}]/gu, message: UNSEEN, severity: 'warn' },
  {
    shape:
      /(?:[\u{1d400}-\u{1d7ff}\u2102-\u2138]\p{M}?){2,400}|[\u24b6-\u24e9]{3,400}|[\u{1f110}-\u{1f12b}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]{3,400}|(?<![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\uff21-\uff3a\uff41-\uff5a]{3,400}(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|[\u1d00-\u1d22\u0262\u026a\u0274\u0280\u0299\u029c\u029f\ua730\ua731]{3,400}/gu,
    message: DRESSED,
    severity: 'warn',
  },
  // Latin letters in a Cyrillic word: "cпacибo". A word that also has other Latin letters imitates nothing.
  {
    shape:
      /(?<!\p{L})(?=\p{L}{0,30}[бвгдёжзийклмнптфцчшщъыьэюяБГДЁЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ])(?=\p{L}{0,30}[aceopxyABCEHKMOPTXi])[\p{Script=Cyrillic}aceopxyABCEHKMOPTXi]{4,30}(?!\p{L})/gu,
    message: UNSEEN_ALPHABET,
    severity: 'warn',
  },
  // The C0 and C1 controls except tabs and line ends.
  { shape: /(?![\t\n\v\f\r\u0085])\p{Cc}/gu, message: UNSEEN, severity: 'warn' },
];

/** Marks and isolates order a line of two directions; in a text of one direction they only hide something. */
const DIRECTIONS: Shape = { shape: /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/g, message: TURNED, severity: 'warn' };

/** Invisible characters, changes of text direction, and characters that imitate others. Checks the original text. */
export async function findHiddenCharacters(text: string, pause: Pause): Promise<TextFinding[]> {
  const shapes = FROM_RIGHT.test(text) ? SHAPES : [...SHAPES, DIRECTIONS];
  return [
    ...(await findShapes(text, 'hidden_characters', shapes, pause)),
    ...findConfusables(text).map(({ start, end, readAs }): TextFinding => {
      const words = say`This reads as "${readAs}", but some of its letters are from another alphabet. Retype it.`;
      return { check: 'hidden_characters', severity: 'warn', ...toStoredMessage(words), span: { start, end } };
    }),
  ];
}

interface StuffingRule {
  check: SafetyCheck;
  /** The message for an excess. */
  tell(count: number, max: number): Sentence;
  /** More than this many is a warning, more than three times as many blocks. */
  max: number;
  shape: RegExp;
}

const RULES: StuffingRule[] = [
  {
    check: 'mention_stuffing',
    tell: (count, max) => say`There are ${count} mentions; more than ${max} look like spam. Remove some.`,
    max: 5,
    shape: /(?<![\p{L}\p{N}_@./-])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:@[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu,
  },
  {
    check: 'tag_stuffing',
    tell: (count, max) => say`There are ${count} tags; more than ${max} look like spam. Remove some.`,
    max: 10,
    shape: /(?<![\p{L}\p{N}_&#＃/])[#＃](?=[\p{N}_]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]+/gu,
  },
];

/** More mentions or tags than readers expect, which platforms treat as spam. */
export function findStuffing(text: string): TextFinding[] {
  return RULES.flatMap(({ check, tell, max, shape }) => {
    const found = [...text.matchAll(shape)];
    const first = found[max];
    const last = found.at(-1);
    if (!first || !last) return [];
    return {
      check,
      severity: found.length > 3 * max ? ('block' as const) : ('warn' as const),
      ...toStoredMessage(tell(found.length, max)),
      // The excess ones.
      span: { start: first.index, end: last.index + last[0].length },
    };
  });
}
