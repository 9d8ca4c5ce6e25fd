import { expect, test } from 'vitest';
import { inLanes } from './lanes.ts';

const placed = (...minutes: number[]) =>
  inLanes(minutes, (minute) => minute).map(({ posts, lane, isHalf }) => `${posts.join('+')} ${isHalf ? `half ${lane}` : 'whole'}`);

test('a post alone has the whole width', () => {
  expect(placed(600, 480)).toEqual(['480 whole', '600 whole']);
});

test('two at the same time are side by side, and what comes after them is not', () => {
  expect(placed(600, 600, 700)).toEqual(['600 half 0', '600 half 1', '700 whole']);
});

test('a chain of posts takes turns', () => {
  expect(placed(600, 630, 660, 690)).toEqual(['600 half 0', '630 half 1', '660 half 0', '690 half 1']);
});

test('of more than two at a time the second place takes the rest', () => {
  expect(placed(600, 600, 610, 620)).toEqual(['600 half 0', '600+610+620 half 1']);
});
