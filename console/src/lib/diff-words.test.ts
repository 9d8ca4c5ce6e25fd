import { expect, test } from 'vitest';
import { diffWords } from './diff-words.ts';

const join = (before: string, after: string, without: 'added' | 'removed'): string =>
  diffWords(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test('finds the added and removed words', () => {
  expect(diffWords('open on Saturday at eight', 'open on Sunday at eight')).toEqual([
    { number: 0, kind: 'same', text: 'open on ' },
    { number: 1, kind: 'removed', text: 'Saturday' },
    { number: 2, kind: 'added', text: 'Sunday' },
    { number: 3, kind: 'same', text: ' at eight' },
  ]);
});

test.each([
  ['', 'all new'],
  ['all gone', ''],
  ['same', 'same'],
  ['a b c d', 'd c b a'],
  ['line\n\nline 🧵', 'line\nline 🧵 #tag'],
])('from %j to %j no text is lost on either side', (before, after) => {
  expect(join(before, after, 'added')).toBe(before);
  expect(join(before, after, 'removed')).toBe(after);
});

test('very long texts are shown as replaced entirely', () => {
  const before = 'word '.repeat(3_000);
  const after = 'other '.repeat(3_000);
  expect(diffWords(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
