import { findFacets } from '../../../platforms/text/facets.ts';
import type { Source } from '../reading/read-source.ts';
import { countWord, type KnownWord } from './count-word.ts';
import type { RankedUnit } from './rank-units.ts';
import { readTerms, type Term } from './read-terms.ts';
import { isMeasure, VAGUE_WORDS } from './word-lists.ts';

/** A tag that the source could go under, best first. */
interface Candidate {
  tag: string;
  stems: string[];
  score: number;
}

const LONGEST_TAG = 30;
const SHORT_TEXT = 30;
const SUBJECT_WEIGHT = 1.6;
// Endings of words that describe rather than name, in English; elsewhere a capital or the title has to vouch for a word.
const DESCRIBING = /(?:ly|ing|ed|able|ible|ful|less|ive|ous)$/;
// No hiragana: what is written in it are endings and particles.
const PLAIN_WORD = /^(?!.*\p{Script=Hiragana})[\p{L}\p{M}\p{N}]+$/u;

/** The source's own tags; where it has none, up to `most` made of its words and nothing else. */
export function chooseTags(source: Source, ranked: readonly RankedUnit[], most: number): string[] {
  const chosen: string[] = [];
  const taken = new Set<string>();
  for (const tag of ownTags(source)) {
    if (!taken.has(tag.toLowerCase())) chosen.push(tag);
    taken.add(tag.toLowerCase());
  }
  if (chosen.length > 0) return chosen;
  const candidates = findCandidates(
    source,
    ranked.filter((unit) => unit.score > 0),
  );
  const threshold = Math.max(1.3, (candidates[0]?.score ?? 0) * 0.45);
  for (const { tag, stems, score } of candidates) {
    if (chosen.length >= most || score < threshold) break;
    if (stems.some((stem) => taken.has(stem)) || taken.has(tag.toLowerCase())) continue;
    chosen.push(tag);
    for (const stem of [...stems, tag.toLowerCase()]) taken.add(stem);
  }
  return chosen;
}

function ownTags({ paragraphs, tags }: Source): string[] {
  const written = paragraphs.flatMap(({ text }) =>
    text.includes('#') || text.includes('＃')
      ? findFacets(text)
          // "#four-day-week" is the name of something else.
          .filter(({ kind, target, end }) => kind === 'tag' && PLAIN_WORD.test(target) && text.charAt(end) !== '-')
          .map((facet) => facet.target)
      : [],
  );
  return [...written, ...tags];
}

interface Phrase {
  blocks: Set<number>;
  words: Term[];
}

function findCandidates(source: Source, units: readonly RankedUnit[]): Candidate[] {
  const words = new Map<string, KnownWord>();
  const phrases = new Map<string, Phrase>();
  const titleTerms = readTerms(source.title ?? '', source.language);
  const sentences = [{ block: -2, kind: 'sentence', text: source.title ?? '', terms: titleTerms }, ...units];
  for (const { block, kind, text, terms } of sentences) {
    for (const [index, term] of terms.entries()) {
      if (!PLAIN_WORD.test(term.word) || isMeasure(term.word, term.stem)) continue;
      countWord(words, term, block, { text, isSpoken: kind === 'sentence' });
      for (const phrase of phrasesAt(terms, index)) {
        const key = phrase.map(({ stem }) => stem).join(' ');
        phrases.set(key, { blocks: (phrases.get(key)?.blocks ?? new Set()).add(block), words: phrase });
      }
    }
  }
  const titleStems = new Set(titleTerms.filter(({ word, stem }) => !isMeasure(word, stem)).map(({ stem }) => stem));
  const single = [...words]
    .filter(([, { isSpoken }]) => isSpoken)
    .map(([stem, known]) => scoreWord(stem, known, titleStems, source.language));
  const usual = units.length > SHORT_TEXT ? 3 : 2;
  const several = [...phrases].map(([key, phrase]) => {
    const stems = key.split(' ');
    const isSubject = isSubjectPhrase(stems, words, titleStems);
    return scorePhrase(stems, phrase, titleStems, isSubject ? { least: 1, weight: SUBJECT_WEIGHT } : { least: usual, weight: 1 });
  });
  return [...several, ...single]
    .filter(({ tag, score }) => score > 0 && isGoodTag(tag))
    .sort((a, b) => b.score - a.score || (a.tag < b.tag ? -1 : 1));
}

function scoreWord(
  stem: string,
  { blocks, count, capitals, nouns, forms }: KnownWord,
  titleStems: ReadonlySet<string>,
  language: string | null,
): Candidate {
  const isTitled = titleStems.has(stem);
  // A title of a word or two is the name of what it is all about.
  const isSubject = isTitled && titleStems.size <= 2;
  const [form = stem] = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  // German writes every noun with a capital; other scripts have none.
  const isNameable = !/^(?:de|ja|zh|ko|th|ar|he|fa|hi)/.test(language ?? '');
  // A name at the beginning of every sentence that it stands in is never written small.
  const isNeverSmall = isTitled && count > 1 && [...forms.keys()].every((word) => /^\p{Lu}/u.test(word));
  const isName = isNameable && (isNeverSmall || capitals >= Math.max(1, count * 0.6));
  const isEnglish = language?.startsWith('en') ?? false;
  // A common word has to be a noun to name anything.
  const isGeneric = VAGUE_WORDS.has(stem) || (isEnglish && !isName && (nouns < (isSubject ? 0 : 1) || DESCRIBING.test(stem)));
  const isFrequent = blocks.size >= (isTitled || isName ? 2 : 3);
  const weight = (isTitled ? 1.5 : 1) * (isName || isSubject ? 1.4 : 1) * (isTitled || isName ? 1 : 0.6);
  return {
    tag: form,
    stems: [stem],
    score: !isGeneric && (isFrequent || isSubject || (isName && isTitled)) ? Math.log2(1 + blocks.size) * weight : 0,
  };
}

/** The two and the three words that begin here, side by side: one space between them and no small word. */
function phrasesAt(terms: readonly Term[], index: number): Term[][] {
  const phrases: Term[][] = [];
  for (const length of [2, 3]) {
    const phrase = terms.slice(index, index + length);
    const isJoined = phrase.every(
      (term, at) =>
        PLAIN_WORD.test(term.word) && !isMeasure(term.word, term.stem) && (at === 0 || term.start === endOf(phrase[at - 1]) + 1),
    );
    if (phrase.length === length && isJoined) phrases.push(phrase);
  }
  return phrases;
}

function endOf(term: Term | undefined): number {
  return term ? term.start + term.word.length : 0;
}

/** Two words of the title that the text comes back to, the second a noun: what it is about. */
function isSubjectPhrase(stems: readonly string[], words: ReadonlyMap<string, KnownWord>, titleStems: ReadonlySet<string>): boolean {
  if (stems.length !== 2 || !stems.every((stem) => titleStems.has(stem)) || DESCRIBING.test(stems[1] ?? '')) return false;
  const last = words.get(stems[1] ?? '');
  if (titleStems.size === 2) return (last?.nouns ?? 0) >= 0;
  return (last?.nouns ?? 0) > 0 && stems.every((stem) => (words.get(stem)?.blocks.size ?? 0) >= 3);
}

function scorePhrase(
  stems: string[],
  { blocks, words }: Phrase,
  titleStems: ReadonlySet<string>,
  usual: { least: number; weight: number },
): Candidate {
  const isTitled = stems.every((stem) => titleStems.has(stem));
  const isName = words.every(({ word, isFirst }, index) => /^\p{Lu}/u.test(word) && !(index === 0 && isFirst));
  const isPhrase = !/(?:ly|est|ed)$/.test(words[0]?.word ?? '') && !/(?:ed|ly|able|est)$/.test(words.at(-1)?.word ?? '');
  const least = isTitled && isName ? 1 : Math.min(usual.least, isTitled || isName ? 2 : usual.least);
  // A whole phrase before the parts of it.
  const weight = (isTitled ? 2.3 : 1.5) * (words.length === 3 ? 1.2 : 1) * (isName && blocks.size > 1 ? 1.6 : usual.weight);
  const score = isPhrase && blocks.size >= least ? Math.log2(1 + blocks.size) * weight : 0;
  return { tag: camelCase(words.map(({ word }) => word)), stems, score };
}

/** "TidalHarbour"; with an underscore where letters have no case. */
function camelCase(words: string[]): string {
  if (!words.every((word) => /^[\p{Lu}\p{Ll}]/u.test(word))) return words.join('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function isGoodTag(tag: string): boolean {
  const [facet] = findFacets(`#${tag}`);
  return facet?.kind === 'tag' && facet.target === tag && tag.length <= LONGEST_TAG && tag.length >= 2;
}
