import type { SafetyCheck } from '../../access/safety-policy.ts';
import type { Sentence } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Pause } from '../../long-work/yield-to-event-loop.ts';
import type { Span } from '../../platforms/platform.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';
import type { TextFinding } from '../safety-finding.ts';

/** A pattern with its message. */
export interface Shape {
  shape: RegExp;
  message: Sentence;
  severity: TextFinding['severity'];
}

/** All matches of the patterns, each searched separately; matches within an earlier finding are not repeated. */
export async function findShapes(text: string, check: SafetyCheck, shapes: readonly Shape[], pause: Pause): Promise<TextFinding[]> {
  const findings: TextFinding[] = [];
  const isTaken = new Uint8Array(text.length);
  for (const { shape, message, severity } of shapes) {
    for (const { 0: written, index } of matchesOf(text, shape)) {
      const end = index + written.length;
      if (written === '' || isTaken[index] || isTaken[end - 1]) continue;
      isTaken.fill(1, index, end);
      findings.push({ check, severity, ...toStoredMessage(message), span: { start: index, end } });
    }
    await pause();
  }
  return findings;
}

/** Words and phrases by language, separated by commas; "*" is any ending. Otherwise fragments of a regular expression. */
export type Words = Record<string, string>;
/** A set of words in one language. */
type WordSets = Record<string, RegExp>;

/**
 * Patterns before and after the words of a language: Japanese has no spaces, Arabic prefixes its articles and
 * prepositions.
 */
const AROUND: Record<string, [before: string, after: string]> = { ja: ['', ''], ar: ['(?<!\\p{L})(?:[وفبلك]?(?:ال|لل)?|[وفبلك])', ''] };
const ELSEWHERE: [string, string] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];

/** One expression for each language. Linear time: every repetition is bounded. */
export function wordSets(words: Words): WordSets {
  return Object.fromEntries(
    Object.entries(words).map(([language, list]) => {
      const [before, after] = AROUND[language] ?? ELSEWHERE;
      const entries = list.split(/,\s+/).filter(Boolean).map(bounded);
      return [language, new RegExp(`${before}(?:${entries.join('|')})${after}`, 'giu')];
    }),
  );
}

function bounded(entry: string): string {
  return entry
    .replaceAll('\\p{L}*', '\\p{L}{0,14}')
    .replaceAll('\\p{L}+', '\\p{L}{1,14}')
    .replaceAll('\\d+', '\\d{1,4}')
    .replace(/(?<=\p{L})\*/gu, '\\p{L}{0,14}');
}

const LONGEST_SENTENCE = 240;
const SENTENCE_END = /[.!?…]["»”’')\]]*(?=\s|$)|[。！？؟\n]/gu;
/** Shorter ones, such as "Guaranteed!", belong to the sentence before. */
const SHORTEST_SENTENCE = 24;

/** The sentence around a position, of a bounded length, with a very short one after it. */
export function sentenceAround(text: string, { start, end }: Span): Span {
  const from = Math.max(0, start - LONGEST_SENTENCE);
  const before = matchesOf(text.slice(from, start), SENTENCE_END).at(-1);
  const behind = text.slice(end, end + LONGEST_SENTENCE);
  const ends = matchesOf(behind, SENTENCE_END).map(({ 0: written, index }) => index + written.length);
  const [first = behind.length, second = behind.length] = ends;
  const last = second - first <= SHORTEST_SENTENCE ? second : first;
  return { start: before ? from + before.index + before[0].length : from, end: end + last };
}

const MOST_TRIED = 60;

/**
 * Positions where words of all sets of one language are in the same sentence, and none of `unless`. The first
 * set should be the rarest.
 */
export function findInOneSentence(written: string, sets: readonly WordSets[], unless: readonly WordSets[] = []): Span[] {
  const text = written.replace(/[\u00a0\u202f]/g, ' ');
  const [first = {}, ...others] = sets;
  return Object.entries(first).flatMap(([language, shape]) => {
    let tried = 0;
    let past = 0;
    return matchesOf(text, shape).flatMap(({ 0: word, index }): Span[] => {
      if (index < past || tried >= MOST_TRIED) return [];
      tried += 1;
      const sentence = sentenceAround(text, { start: index, end: index + word.length });
      const said = text.slice(sentence.start, sentence.end);
      const isTogether = others.every((set) => isIn(said, set[language])) && !unless.some((set) => isIn(said, set[language]));
      if (!isTogether) return [];
      past = sentence.end;
      return [{ start: index, end: index + word.length }];
    });
  });
}

function isIn(text: string, shape: RegExp | undefined): boolean {
  return shape !== undefined && text.search(shape) >= 0;
}
