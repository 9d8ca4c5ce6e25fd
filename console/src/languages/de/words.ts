import { wordsOf } from '../words-of.ts';

export const { capped, count, listed, number, shortDay } = wordsOf('de');
