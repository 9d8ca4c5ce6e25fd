import { expect, test } from 'vitest';
import type { FindingViewFragment, PayloadViewFragment } from '../../gql/graphql.ts';
import { marksOf } from './post-marks.ts';

const payload = {
  platform: { id: 'bluesky', label: 'Bluesky', publishing: 'ready' },
  violations: [
    {
      code: 'text_too_long',
      field: 'text',
      message: 'Too long.',
      remedy: 'Shorten it.',
      count: 310,
      limit: 300,
      unit: 'graphemes',
      start: 300,
      end: 310,
    },
  ],
} as PayloadViewFragment;

const finding: FindingViewFragment = {
  id: 'f1',
  check: 'leak',
  severity: 'WARN',
  message: 'A key?',
  platform: 'bluesky',
  field: 'thread/1',
  place: 'in post 3 of the thread',
  start: 3,
  end: 9,
  override: null,
};

test('violations and findings are marked in the post that they are about', () => {
  expect(marksOf(payload, [finding], 0)).toEqual([{ start: 300, end: 310, tone: 'bad', message: 'Too long. Shorten it.' }]);
  expect(marksOf(payload, [finding], 1)).toEqual([]);
  expect(marksOf(payload, [finding], 2)).toEqual([{ start: 3, end: 9, tone: 'wait', message: 'A key?' }]);
});

test('a finding of all platforms is marked, one of another platform is not', () => {
  expect(marksOf(payload, [{ ...finding, platform: 'sandbox' }], 2)).toEqual([]);
  expect(marksOf(payload, [{ ...finding, platform: null, severity: 'BLOCK' }], 2)).toMatchObject([{ tone: 'bad' }]);
});

test('a finding without a position in the text is not marked', () => {
  expect(marksOf(payload, [{ ...finding, start: null, end: null }], 2)).toEqual([]);
});
