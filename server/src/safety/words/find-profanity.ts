import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import { matchesOf } from '../../platforms/text/matches-of.ts';
import type { TextFinding } from '../safety-finding.ts';
import { OFFENSIVE } from './offensive-words.ts';

/** English, with spellings such as "sh1t". */
const MATCHER = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** The library also matches within a word, such as "cockpit". Only whole words in their usual forms count. */
const BEFORE = /(?:^|[^\p{L}\p{N}])(?:mother|bull|horse|dumb|jack|ape|bat)?$/iu;
const AFTER = /^(?:s|es|ed|er|ers|in|ing|y|ty|hole|holes|head|heads|face)?(?![\p{L}\p{N}])/iu;
const LONGEST_FORM = 12;
const WORD = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}]+)*/gu;
const LETTER_BY_LETTER = /(?<![\p{L}\p{N}])\p{L}(?:[.*_-]\p{L}){2,9}(?![\p{L}\p{N}])/gu;
/** "f u c k"; words of one letter may stand before it. */
const LETTER_BY_SPACE = /(?<![\p{L}\p{N}'’])\p{L}(?: \p{L}){2,11}(?![\p{L}\p{N}'’])/gu;
const MASKED = /(?<![\p{L}\p{N}])(?:f[*#@]{1,2}c?k|sh[*#@!]t|b[*#@!]tch|c[*#@]nt|a[*#@]{2}hole)(?:s|ed|er|ers|ing)?(?![\p{L}\p{N}])/giu;
/** Between these there are no spaces. */
const UNSPACED_LANGUAGES = ['ja', 'zh', 'ko', 'th'];

/** Birds, plants, dishes and machines. */
const HARMLESS_AFTER =
  /(?:\b(?:great|blue|coal|marsh|willow|crested|bearded|long-tailed|tufted|azure|penduline|weather|ball|stop|game|pea|wood|shuttle|spotted|petit|black|heath|jack|wild|smart|kick|hard|moby|private|pain in the|magna|summa) )$/i;
const HARMLESS_BEFORE =
  /^(?:[- ](?:for tat|willows?|pheasant|robin|a[- ]leekie|laude|grano|load|van|crow|turpin|whittington|tracy|francis|cheney|bruna|puddings?|o'clock|of light|in the armou?r|on the beach|and the city|pistols|education|the (?:ignition|spark|growth)|de agua|d'acqua)\b|'(?:s|n)\b)/i;

const OFFENDS = keepWords(say`Many readers take offence at this word. Leave it in only if you mean it.`);

interface Known {
  whole: Map<string, Set<string>>;
  beginnings: Map<string, Set<string>>;
  /** Words within a run of letters without spaces. */
  anywhere: RegExp;
}

/** In each map: the languages in which a word offends; empty where in all. */
const KNOWN = readWords();
const LONGEST_BEGINNING = Math.max(...[...KNOWN.beginnings.keys()].map(({ length }) => length));

/** Words that many readers find offensive, in some thirty languages. */
export function findProfanity(text: string): TextFinding[] {
  // Without stop words, plain Latin letters are taken for English.
  const language = detectLanguage(text) ?? (/[^\p{ASCII}\p{P}\p{S}\p{M}\p{Z}\p{Cf}]/u.test(text) ? null : 'en');
  const spans = [...disguised(text, language), ...known(text, language), ...spelt(text), ...unspaced(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  let end = 0;
  // One word may match several entries.
  return spans.flatMap((span): TextFinding[] => {
    if (span.start < end) return [];
    end = span.end;
    return [{ check: 'profanity', severity: 'warn', ...OFFENDS, span }];
  });
}

interface Stretch {
  start: number;
  end: number;
}

/** English words in disguise: "sh1t", "fuuuck". */
function disguised(text: string, language: string | null): Stretch[] {
  return MATCHER.getAllMatches(text, true).flatMap(({ startIndex: start, endIndex }) => {
    const written = text.slice(start, endIndex + 1).toLowerCase();
    const form =
      BEFORE.test(text.slice(Math.max(0, start - LONGEST_FORM), start)) &&
      AFTER.exec(text.slice(endIndex + 1, endIndex + 1 + LONGEST_FORM));
    if (!form || SPARED.has(written)) return [];
    const end = endIndex + 1 + form[0].length;
    const meant = KNOWN.whole.get(written);
    // Words that offend only in English are left to the list, as are words of another language that the library
    // misjudges.
    if (meant ? meant.size > 0 : language !== 'en' && !STRONG.test(written)) return [];
    return isHarmless(text, start, end) ? [] : [{ start, end }];
  });
}

/** Usually a sea wall. */
const SPARED = new Set(['dyke']);
const STRONG = /f+u+c+k|s+h+[i1!]+t|c+u+n+t|n+[i1]+g+g/i;

function known(text: string, language: string | null): Stretch[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index }) => {
    const word = written.toLowerCase();
    const languages = KNOWN.whole.get(word) ?? beginningOf(word);
    const end = index + written.length;
    if (!languages || (languages.size > 0 && !languages.has(language ?? '')) || isHarmless(text, index, end)) return [];
    return languages.size > 0 && isName(written) ? [] : [{ start: index, end }];
  });
}

/** "f.u.c.k", "f*ck". */
function spelt(text: string): Stretch[] {
  const masked = matchesOf(text, MASKED);
  const letters = matchesOf(text, LETTER_BY_LETTER).filter(({ 0: written }) => {
    const word = written.replace(/[^\p{L}]/gu, '').toLowerCase();
    return (KNOWN.whole.get(word) ?? beginningOf(word))?.size === 0;
  });
  const spaced = matchesOf(text, LETTER_BY_SPACE).flatMap(({ 0: written, index }) => {
    const word = written.replaceAll(' ', '').toLowerCase();
    const from = [0, 1, 2].find((first) => KNOWN.whole.get(word.slice(first))?.size === 0 || beginningOf(word.slice(first))?.size === 0);
    return from === undefined ? [] : [{ start: index + 2 * from, end: index + written.length }];
  });
  return [...spaced, ...[...masked, ...letters].map(({ 0: written, index }) => ({ start: index, end: index + written.length }))];
}

function beginningOf(word: string): Set<string> | undefined {
  for (let length = 2; length <= Math.min(word.length, LONGEST_BEGINNING); length += 1) {
    const languages = KNOWN.beginnings.get(word.slice(0, length));
    if (languages) return languages;
  }
  return undefined;
}

function unspaced(text: string): Stretch[] {
  return matchesOf(text, KNOWN.anywhere).map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
}

/** "Dick", "Cock", "Fanny": capitalized, they are names. */
function isName(written: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(written);
}

function isHarmless(text: string, start: number, end: number): boolean {
  return HARMLESS_AFTER.test(text.slice(Math.max(0, start - 20), start)) || HARMLESS_BEFORE.test(text.slice(end, end + 20));
}

function readWords(): Known {
  const whole = new Map<string, Set<string>>();
  const beginnings = new Map<string, Set<string>>();
  const anywhere: string[] = [];
  for (const [language, words] of Object.entries(OFFENSIVE)) {
    for (const entry of words.split(/\s+/)) {
      const word = entry.replace(/^\?|\*$/g, '');
      if (UNSPACED_LANGUAGES.includes(language)) anywhere.push(word);
      const map = entry.endsWith('*') ? beginnings : whole;
      const isEverywhere = !entry.startsWith('?');
      const languages = map.get(word);
      if (!isEverywhere && languages?.size !== 0) map.set(word, new Set([...(languages ?? []), language]));
      else map.set(word, new Set());
    }
  }
  return { whole, beginnings, anywhere: new RegExp(anywhere.sort((a, b) => b.length - a.length).join('|'), 'gu') };
}
