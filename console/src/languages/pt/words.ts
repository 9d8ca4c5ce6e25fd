import { wordsOf } from '../words-of.ts';

export const { capped, count, isOne, listed, number, shortDay } = wordsOf('pt-PT');

/** "3 publicações". */
export function posts(quantity: number): string {
  return count(quantity, 'publicação', 'publicações');
}

/** "3 créditos", "1 crédito de publicação automática". */
export function credits(quantity: number, unit: 'PUBLICATION' | 'AUTOPOSTING'): string {
  return unit === 'PUBLICATION'
    ? count(quantity, 'crédito', 'créditos')
    : count(quantity, 'crédito de publicação automática', 'créditos de publicação automática');
}
