import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { asLiteral } from '../../platforms/text/graphemes.ts';
import type { TextFinding } from '../safety-finding.ts';

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
const STARTS_WITH_LETTER = new RegExp(`^${LETTER}`, 'u');
const ENDS_WITH_LETTER = new RegExp(`${LETTER}$`, 'u');
/** Scripts without spaces, where a term matches anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Separators between the words of a phrase, in a sentence and in an address. */
const BETWEEN = '(?:[\\s\\p{Pd}_+]|%20)+';

/** The workspace's blocked words and phrases: whole words, regardless of case and separators. */
export function findBlockedTerms(text: string, terms: readonly string[]): TextFinding[] {
  const shape = shapeOf(terms);
  if (!shape) return [];
  return [...text.matchAll(shape)].map(({ 0: written, index }): TextFinding => {
    return {
      check: 'blocked_term',
      severity: 'block',
      ...toStoredMessage(say`This workspace blocks the term "${written.replace(/\s+/g, ' ')}". Rephrase it.`),
      span: { start: index, end: index + written.length },
    };
  });
}

function shapeOf(terms: readonly string[]): RegExp | null {
  const shapes = terms
    .map((term) => term.trim())
    .filter(Boolean)
    // Longest first, so a phrase is found before a part of it.
    .sort((a, b) => b.length - a.length)
    .map(termShape);
  return shapes.length > 0 ? new RegExp(shapes.join('|'), 'giu') : null;
}

function termShape(term: string): string {
  const escaped = term
    .normalize('NFC')
    .split(/(?<=[^\s\p{Pd}_])[\s\p{Pd}_]+(?=[^\s\p{Pd}_])/u)
    .map(asLiteral)
    .join(BETWEEN);
  if (UNSPACED.test(term)) return escaped;
  const before = STARTS_WITH_LETTER.test(term) ? `(?<!${LETTER})` : '';
  const after = ENDS_WITH_LETTER.test(term) ? `(?!${LETTER})` : '';
  return before + escaped + after;
}
