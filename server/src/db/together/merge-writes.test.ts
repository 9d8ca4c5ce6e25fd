import { expect, it } from 'vitest';
import { BoundValues } from '../reading/bound-values.ts';
import { mergeWrites, type Write } from './merge-writes.ts';

const write = (table: string, ...values: string[]): Write => ({ text: table, values: BoundValues.from(values) as BoundValues });
const merged = (...lists: Write[][]) => mergeWrites(lists).map(({ text, values }) => [text, ...values]);

it('writes rows of the same table by one statement, and those that name others behind them', () => {
  expect(
    merged([write('drafts', '[1]'), write('jobs', '[2]')], [write('drafts', '[3,4]'), write('words', '[5]'), write('jobs', '[6]')]),
  ).toEqual([
    ['drafts', '[1,3,4]'],
    ['words', '[5]'],
    ['jobs', '[2,6]'],
  ]);
});

it('keeps the order of each, also where it is another one', () => {
  expect(merged([write('drafts', '[1]'), write('jobs', '[2]')], [write('jobs', '[3]'), write('drafts', '[4]')])).toEqual([
    ['drafts', '[1]'],
    ['jobs', '[2,3]'],
    ['drafts', '[4]'],
  ]);
});

it('leaves apart what is written with other values', () => {
  const apart = merged([write('events', '[1]', 'a')], [write('events', '[2]', 'b')]);
  expect(apart.toSorted()).toEqual([
    ['events', '[1]', 'a'],
    ['events', '[2]', 'b'],
  ]);
});
