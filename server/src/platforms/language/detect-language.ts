import { KNOWN_LANGUAGES, languagesOf } from './stop-words.ts';

const SAMPLE_LENGTH = 4000;

/** Scripts used by one language, or almost only one. Kana comes before Han: Japanese is written in both. */
const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Tamil}/gu, 'ta'],
];

/** The language of a text as a BCP 47 tag; null unless it is plain. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE_LENGTH).replace(/https?:\S+|[#@]\S+/g, ' ');
  const letters = countMatches(sample, /\p{L}/gu);
  if (letters === 0) return null;
  for (const [script, language] of SCRIPTS) {
    // A tenth is enough for kana, since most of a Japanese text may be Han.
    if (countMatches(sample, script) > letters * (language === 'ja' ? 0.1 : 0.5)) return language;
  }
  return detectBySmallWords(sample);
}

function detectBySmallWords(sample: string): string | null {
  const words =
    sample
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}']+/gu) ?? [];
  const hits = new Map<string, number>();
  for (const word of words) for (const language of languagesOf(word)) hits.set(language, (hits.get(language) ?? 0) + 1);
  const counts = KNOWN_LANGUAGES.map((language) => ({ language, hits: hits.get(language) ?? 0 }));
  counts.sort((a, b) => b.hits - a.hits);
  const [first, second] = counts;
  if (!first || !second || first.hits < 3 || first.hits < words.length * 0.15) return null;
  return first.hits >= second.hits * 1.3 ? first.language : null;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
