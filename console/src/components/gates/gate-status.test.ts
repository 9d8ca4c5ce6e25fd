import { expect, test } from 'vitest';
import { summaryOf } from './gate-status.ts';

const planned = { gate: 'SCHEDULE', status: 'WAIT' } as const;
const broken = { gate: 'CONNECTION', status: 'BLOCK' } as const;

test('a post that only waits for its time is not blocked', () => {
  expect(summaryOf([], false)).toBe('Nothing stops it.');
  expect(summaryOf([planned], false)).toBe('Nothing stops it: it will be published as scheduled.');
  expect(summaryOf([planned], true)).toBe('Only the approval is missing.');
  expect(summaryOf([planned, broken], false)).toBe('1 thing stops it.');
  expect(summaryOf([planned, broken], true)).toBe('1 thing stops it besides your approval.');
});
