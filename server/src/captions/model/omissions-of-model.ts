import { detectLanguage } from '../../platforms/language/detect-language.ts';
import type { Omission } from '../../platforms/text/omission.ts';
import { hasMeaning, readSentences, readWordForms } from './word-forms.ts';

const MOST_LISTED = 60;
const LONGEST_TEXT = 300;
/** The share of a sentence's words from which it counts as included. */
const SAID = 0.5;

/**
 * The sentences of a source that a model's caption does not include, judged by their words; none if the languages
 * differ.
 */
export function omissionsOfModel(sourceText: string, parts: readonly string[]): Omission[] {
  const language = detectLanguage(sourceText);
  const own = detectLanguage(parts.join('\n\n'));
  if (language !== null && own !== null && language !== own) return [];
  const said = new Set(parts.flatMap((part) => readWordForms(part)).map(({ stem }) => stem));
  const places: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const { words } of readSentences(sourceText)) {
    const meant = words.filter((word) => hasMeaning(word, language));
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || meant.length === 0) continue;
    const isSaid = meant.filter(({ stem }) => said.has(stem)).length >= meant.length * SAID;
    const before = places.at(-1);
    if (!isSaid && isOpen && before) before.end = last.end;
    else if (!isSaid) places.push({ start: first.start, end: last.end });
    isOpen = !isSaid;
  }
  return places.slice(0, MOST_LISTED).map(({ start, end }) => {
    const whole = sourceText.slice(start, end);
    const text = whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT).toWellFormed()}…` : whole;
    return { text, reason: 'condensed', start, end, isEssential: false };
  });
}
