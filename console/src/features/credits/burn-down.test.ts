import { expect, test } from 'vitest';
import { courseOf, stepsOf } from './burn-down.ts';

const days = (...left: number[]) => left.map((count, index) => ({ day: `2026-11-${20 + index}`, left: count }));
const until = '2026-11-25';

test('shows nothing without credits added, used or committed', () => {
  expect(courseOf({ left: days(70, 70, 70), until, promises: [] })).toBeNull();
  expect(courseOf({ left: days(70, 70, 69), until, promises: [] })).not.toBeNull();
  expect(courseOf({ left: days(70, 70, 70), until, promises: [{ day: until, credits: 1 }] })).not.toBeNull();
});

test('commitments are deducted on their day, never below zero', () => {
  const course = courseOf({
    left: days(9, 7, 5),
    until,
    promises: [
      { day: '2026-11-22', credits: 1 },
      { day: '2026-11-24', credits: 6 },
    ],
  });
  expect(course?.ahead.map(({ left }) => left)).toEqual([4, 4, 0, 0]);
  expect(course).toMatchObject({ most: 9, promised: 7, missing: 2 });
});

test('the table lists the days with changes, and today', () => {
  const course = courseOf({
    left: days(9, 9, 7, 7),
    until,
    promises: [
      { day: '2026-11-23', credits: 1 },
      { day: until, credits: 2 },
    ],
  });
  expect(course && stepsOf(course)).toEqual([
    { day: '2026-11-20', left: 9, isAhead: false },
    { day: '2026-11-22', left: 7, isAhead: false },
    { day: '2026-11-23', left: 7, isAhead: false },
    { day: '2026-11-23', left: 6, isAhead: true },
    { day: '2026-11-25', left: 4, isAhead: true },
  ]);
});
