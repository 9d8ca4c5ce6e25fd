import { validateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import type { Span } from '../../platforms/platform.ts';

/** The possible lengths of a seed (BIP-39), longest first. */
const LENGTHS = [24, 21, 18, 15, 12];
const SHORTEST = 12;
/** Random words of 2,048 hardly ever repeat; text that does is not a seed. */
const MOST_REPEATED = 3;
/**
 * Checksums per text and list: a leaked seed is found among the first, and a text of only list words costs no
 * more.
 */
const MOST_CHECKS = 1_000;
const LISTS = [english, spanish, french, italian, portuguese].map((words) => ({
  words,
  known: new Set(words.map((word) => word.normalize('NFKD'))),
}));
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** Between two words of a seed: spaces, commas, line ends, and list numbers. */
const BETWEEN = /^[\s,;.|/\d:)("'-]{1,8}$/;

/**
 * Wallet seeds: twelve or more consecutive words of one list whose last word is a valid checksum, so ordinary
 * sentences hardly ever match. Each word is read a bounded number of times.
 */
export function findWalletSeeds(text: string): Span[] {
  const words = [...text.matchAll(WORD)].map(({ 0: written, index }) => ({
    written: written.toLowerCase().normalize('NFKD'),
    start: index,
    end: index + written.length,
  }));
  if (words.length < SHORTEST) return [];
  return LISTS.flatMap(({ words: list, known }) => {
    const spans: Span[] = [];
    const budget = { left: MOST_CHECKS };
    let first = 0;
    for (let next = 1; next <= words.length; next += 1) {
      const [previous, word] = [words[next - 1], words[next]];
      const goesOn =
        previous &&
        word &&
        known.has(previous.written) &&
        known.has(word.written) &&
        BETWEEN.test(text.slice(previous.end, word.start).slice(0, 9));
      if (goesOn) continue;
      if (next - first >= SHORTEST) spans.push(...seedsIn(words.slice(first, next), list, budget));
      first = next;
    }
    return spans;
  });
}

interface Word extends Span {
  written: string;
}

function seedsIn(run: readonly Word[], list: string[], budget: { left: number }): Span[] {
  const spans: Span[] = [];
  for (let first = 0; first + SHORTEST <= run.length; first += 1) {
    const length = LENGTHS.find((count) => isSeed(run.slice(first, first + count), count, list, budget));
    const [start, end] = [run[first]?.start, run[first + (length ?? 1) - 1]?.end];
    if (length === undefined || start === undefined || end === undefined) continue;
    spans.push({ start, end });
    first += length - 1;
  }
  return spans;
}

function isSeed(words: readonly Word[], count: number, list: string[], budget: { left: number }): boolean {
  if (words.length !== count || new Set(words.map(({ written }) => written)).size < count - MOST_REPEATED) return false;
  budget.left -= 1;
  return budget.left >= 0 && validateMnemonic(words.map(({ written }) => written).join(' '), list);
}
