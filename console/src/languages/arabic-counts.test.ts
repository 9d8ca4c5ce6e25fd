import { expect, test } from 'vitest';
import { count, number, POSTS } from './ar/words.ts';

test.each([
  [0, '0 منشور'],
  [1, 'منشور واحد'],
  [2, 'منشوران'],
  [3, '3 منشورات'],
  [10, '10 منشورات'],
  [11, '11 منشورًا'],
  [99, '99 منشورًا'],
  [100, '100 منشور'],
  [102, '102 منشور'],
  [103, '103 منشورات'],
  [1_000, `${number(1_000)} منشور`],
])('%i is counted as Arabic does', (quantity, counted) => {
  expect(count(quantity, POSTS)).toBe(counted);
});
