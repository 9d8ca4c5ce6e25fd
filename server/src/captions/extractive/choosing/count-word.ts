import type { Term } from './read-terms.ts';

/** What is known of a word of the source. */
export interface KnownWord {
  /** Paragraphs and items that it stands in. */
  blocks: Set<number>;
  /** Whether it stands in the title or in a sentence, and not in a list alone. */
  isSpoken: boolean;
  count: number;
  capitals: number;
  /** How often it stands where a noun does, less how often where a verb does. */
  nouns: number;
  forms: Map<string, number>;
}

// Before a noun, and before a verb.
const BEFORE_NOUN =
  /(?:^|[\s("“])(?:an?|the|this|that|these|those|our|your|my|their|its|his|her|every|each|no|some|any|more|most|many|of|for|with|\d[\d.,]*|two|three|four|five|\p{L}+['’]s)\s+(?:\p{L}+\s+)?$/iu;
const BEFORE_VERB =
  /(?:^|[\s("“])(?:to|i|we|you|they|he|she|it|who|which|will|can|could|would|should|must|may|might|do|does|did|not|never|please)\s+$/iu;
const LOOK_BACK = 32;

/** Adds one place that a word stands in. */
export function countWord(
  words: Map<string, KnownWord>,
  term: Term,
  block: number,
  { text, isSpoken }: { text: string; isSpoken: boolean },
): void {
  const known = words.get(term.stem) ?? {
    blocks: new Set(),
    isSpoken: false,
    count: 0,
    capitals: 0,
    nouns: 0,
    forms: new Map<string, number>(),
  };
  const before = text.slice(Math.max(0, term.start - LOOK_BACK), term.start);
  known.nouns += BEFORE_VERB.test(before) ? -1 : BEFORE_NOUN.test(before) ? 1 : 0;
  known.count += 1;
  known.isSpoken ||= isSpoken;
  known.blocks.add(block);
  if (!term.isFirst && /^\p{Lu}/u.test(term.word)) known.capitals += 1;
  known.forms.set(term.word, (known.forms.get(term.word) ?? 0) + (term.isFirst ? 0.5 : 1));
  words.set(term.stem, known);
}
