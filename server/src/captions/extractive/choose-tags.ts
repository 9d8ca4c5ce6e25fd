import { findFacets } from '../../platforms/facets.ts';
import type { RankedUnit } from './rank-units.ts';
import type { Source } from './read-source.ts';
import { readTerms, type Term } from './read-terms.ts';

/** A tag that the source could go under, best first. */
interface Candidate {
  tag: string;
  stems: string[];
  score: number;
}

const LONGEST_TAG = 30;
const SHORT_TEXT = 30;
// Endings of words that describe rather than name, in English; elsewhere a capital or the title has to vouch for a word.
const DESCRIBING = /(?:ly|ing|ed|able|ible|ful|less|ive|ous)$/;
// Words that every text is full of, whatever it is about.
const GENERIC = new Set(
  `support example file user feature version thing project team document documentation information detail change update list number line case people
   default option value result note issue release problem order point question reason side start end place call name help set type form group page text
   january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
   word run part piece bit kind sort idea way others everyone morning evening`.split(/\s+/),
);
// No hiragana: what is written in it are endings and particles.
const PLAIN_WORD = /^(?!.*\p{Script=Hiragana})[\p{L}\p{M}\p{N}]+$/u;

/** Up to `most` tags made of words of the source and nothing else; its own tags come first. */
export function chooseTags(source: Source, ranked: readonly RankedUnit[], most: number): string[] {
  const chosen: string[] = [];
  const taken = new Set<string>();
  for (const tag of ownTags(source)) {
    if (chosen.length < most && !taken.has(tag.toLowerCase())) chosen.push(tag);
    taken.add(tag.toLowerCase());
  }
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

function ownTags(source: Source): string[] {
  return source.paragraphs.flatMap(({ text }) =>
    text.includes('#') || text.includes('＃')
      ? findFacets(text)
          .filter((facet) => facet.kind === 'tag' && PLAIN_WORD.test(facet.target))
          .map((facet) => facet.target)
      : [],
  );
}

interface Known {
  /** Paragraphs and items that it stands in. */
  blocks: Set<number>;
  count: number;
  capitals: number;
  forms: Map<string, number>;
}

interface Phrase {
  blocks: Set<number>;
  words: Term[];
}

function findCandidates(source: Source, units: readonly RankedUnit[]): Candidate[] {
  const words = new Map<string, Known>();
  const phrases = new Map<string, Phrase>();
  const titleTerms = readTerms(source.title ?? '', source.language);
  const sentences = [{ block: -2, terms: titleTerms }, ...units];
  for (const { block, terms } of sentences) {
    for (const [index, term] of terms.entries()) {
      if (!PLAIN_WORD.test(term.word)) continue;
      countWord(words, term, block);
      for (const phrase of phrasesAt(terms, index)) {
        const key = phrase.map(({ stem }) => stem).join(' ');
        phrases.set(key, { blocks: (phrases.get(key)?.blocks ?? new Set()).add(block), words: phrase });
      }
    }
  }
  const titleStems = new Set(titleTerms.map((term) => term.stem));
  const single = [...words].map(([stem, known]) => scoreWord(stem, known, titleStems, source.language));
  const usual = units.length > SHORT_TEXT ? 3 : 2;
  const several = [...phrases].map(([key, phrase]) => scorePhrase(key.split(' '), phrase, titleStems, usual));
  return [...several, ...single]
    .filter(({ tag, score }) => score > 0 && isGoodTag(tag))
    .sort((a, b) => b.score - a.score || (a.tag < b.tag ? -1 : 1));
}

function countWord(words: Map<string, Known>, term: Term, block: number): void {
  const known = words.get(term.stem) ?? { blocks: new Set(), count: 0, capitals: 0, forms: new Map<string, number>() };
  known.count += 1;
  known.blocks.add(block);
  if (!term.isFirst && /^\p{Lu}/u.test(term.word)) known.capitals += 1;
  known.forms.set(term.word, (known.forms.get(term.word) ?? 0) + (term.isFirst ? 0.5 : 1));
  words.set(term.stem, known);
}

function scoreWord(
  stem: string,
  { blocks, count, capitals, forms }: Known,
  titleStems: ReadonlySet<string>,
  language: string | null,
): Candidate {
  const isTitled = titleStems.has(stem);
  // A title of a word or two is the name of what it is all about.
  const isSubject = isTitled && titleStems.size <= 2;
  const [form = stem] = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  // German writes every noun with a capital; other scripts have none.
  const isName = !/^(?:de|ja|zh|ko|th|ar|he|fa|hi)/.test(language ?? '') && capitals >= Math.max(1, count * 0.6);
  const isGeneric = GENERIC.has(stem);
  const isDescribing = language?.startsWith('en') && DESCRIBING.test(stem) && !isName;
  const isFrequent = blocks.size >= (isTitled || isName ? 2 : 3);
  const weight = (isTitled ? 1.5 : 1) * (isName || isSubject ? 1.4 : 1) * (isDescribing ? 0.4 : 1) * (isTitled || isName ? 1 : 0.6);
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
    const isJoined = phrase.every((term, at) => PLAIN_WORD.test(term.word) && (at === 0 || term.start === endOf(phrase[at - 1]) + 1));
    if (phrase.length === length && isJoined) phrases.push(phrase);
  }
  return phrases;
}

function endOf(term: Term | undefined): number {
  return term ? term.start + term.word.length : 0;
}

function scorePhrase(stems: string[], { blocks, words }: Phrase, titleStems: ReadonlySet<string>, usual: number): Candidate {
  const isTitled = stems.every((stem) => titleStems.has(stem));
  const isName = words.every(({ word, isFirst }, index) => /^\p{Lu}/u.test(word) && !(index === 0 && isFirst));
  const isPhrase = !/(?:ly|est|ed)$/.test(words[0]?.word ?? '') && !/(?:ed|ly|able|est)$/.test(words.at(-1)?.word ?? '');
  const least = isTitled && isName ? 1 : isTitled || isName ? 2 : usual;
  // A whole phrase before the parts of it.
  const weight = (isTitled ? 2.3 : 1.5) * (words.length === 3 ? 1.2 : 1);
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
