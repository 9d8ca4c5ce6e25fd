import { expect, it } from 'vitest';
import { type Emoji, findEmojis } from './find-emojis.ts';

const ALL: Emoji[] = [
  ['☕', 'hot beverage', 'coffee drink'],
  ['🍵', 'teacup without handle', 'drink tea'],
  ['🥐', 'croissant', 'pâtisserie'],
];

it('finds emojis by word prefixes, ignoring case and accents', () => {
  const found = (query: string) => findEmojis(ALL, query).map(([emoji]) => emoji);
  expect(found('')).toEqual(['☕', '🍵', '🥐']);
  expect(found('Drink')).toEqual(['☕', '🍵']);
  expect(found('hot dri')).toEqual(['☕']);
  expect(found('patis')).toEqual(['🥐']);
  expect(found('verage')).toEqual([]);
});
