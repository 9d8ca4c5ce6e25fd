import { wordsOf } from '../words-of.ts';

const words = wordsOf('fr');

export const { capped, count, listed, number, shortDay } = words;

/** French uses the singular for zero, one and one and a half. */
export function form(quantity: number, one: string, many: string): string {
  return words.isOne(quantity) ? one : many;
}

/** "de Paris", "d’Amsterdam"; "que Marie", "qu’Anne". */
export function elided(word: 'de' | 'que', name: string): string {
  return /^[aeiouàâéèêëîïôöûü]/i.test(name) ? `${word.slice(0, -1)}’${name}` : `${word} ${name}`;
}
