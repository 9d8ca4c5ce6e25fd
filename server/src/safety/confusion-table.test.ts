import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { confusionPage, confusionTable } from './confusion-table.ts';

it('of at least 150 texts that should have a finding, misses at most a tenth, and of as many harmless ones, flags hardly any', async () => {
  const { bad, harmless, missed, undeserved, rows } = await confusionTable();
  expect(Math.min(bad, harmless)).toBeGreaterThanOrEqual(150);
  expect(missed.length / bad, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.1);
  expect(undeserved.length / harmless, JSON.stringify(undeserved, null, 1)).toBeLessThanOrEqual(0.02);
  // Every check of texts has test texts.
  expect(rows.filter((row) => row.bad === 0)).toEqual([]);
});

it('for texts that were written without knowing the checks, hardly misses or flags more', async () => {
  const { bad, harmless, missed, undeserved } = await confusionTable('fresh');
  expect(Math.min(bad, harmless)).toBeGreaterThanOrEqual(100);
  expect(missed.length / bad, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.1);
  expect(undeserved.length / harmless, JSON.stringify(undeserved, null, 1)).toBeLessThanOrEqual(0.02);
});

it('has at least 120 unseen texts in the first round, half of them harmless', async () => {
  const { bad, harmless } = await confusionTable('unseen');
  expect(Math.min(bad, harmless)).toBeGreaterThanOrEqual(60);
});

it('docs/safety-checks.md matches the checks’ current findings; "npm run generate" writes it', async () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../../docs/safety-checks.md'), 'utf8')).toBe(await confusionPage());
});
