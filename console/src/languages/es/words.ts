import { wordsOf } from '../words-of.ts';

const LOCALE = 'es';
const rules = new Intl.PluralRules(LOCALE);

export const { capped, listed, number, shortDay } = wordsOf(LOCALE);

/** "1 publicación", "3 publicaciones"; after full millions Spanish adds "de": "1.000.000 de publicaciones". */
export function count(quantity: number, one: string, many: string): string {
  const form = rules.select(quantity);
  if (form === 'one') return `${number(quantity)} ${one}`;
  return `${number(quantity)} ${form === 'many' ? 'de ' : ''}${many}`;
}

/** "1 publicación", "3 publicaciones". */
export function posts(quantity: number): string {
  return count(quantity, 'publicación', 'publicaciones');
}
