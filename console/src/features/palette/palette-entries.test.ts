import { expect, test } from 'vitest';
import { matchEntries, type PaletteEntry } from './palette-entries.ts';

const entry = (label: string, group: PaletteEntry['group'] = 'pages'): PaletteEntry => ({ key: label, group, label, run: () => {} });
const entries = [entry('Agents & access'), entry('Audit log'), entry('Let an agent in', 'actions'), entry('Soup', 'draft')];
const matched = (query: string): string[] => matchEntries(entries, query).map(({ label }) => label);

test('an empty search keeps all entries', () => {
  expect(matched(' ')).toHaveLength(4);
});

test('every typed word must be a prefix of a word of the entry, in any order', () => {
  expect(matched('ag')).toEqual(['Agents & access', 'Let an agent in', 'Soup']);
  expect(matched('in LET')).toEqual(['Let an agent in', 'Soup']);
  expect(matched('gent')).toEqual(['Soup']);
});
