import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { confusionPage, confusionTable } from './confusion-table.ts';

it('of at least 150 texts that should be found, at most a tenth is missed, and of as many harmless ones hardly any is found', async () => {
  const { bad, harmless, missed, undeserved, rows } = await confusionTable();
  expect(Math.min(bad, harmless)).toBeGreaterThanOrEqual(150);
  expect(missed.length / bad, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.1);
  expect(undeserved.length / harmless, JSON.stringify(undeserved, null, 1)).toBeLessThanOrEqual(0.02);
  // Every check of texts has test texts.
  expect(rows.filter((row) => row.bad === 0)).toEqual([]);
});

it('of texts that were written before the checks were looked at, hardly more is missed or found for nothing', async () => {
  const { bad, harmless, missed, undeserved } = await confusionTable('fresh');
  expect(Math.min(bad, harmless)).toBeGreaterThanOrEqual(100);
  expect(missed.length / bad, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.1);
  expect(undeserved.length / harmless, JSON.stringify(undeserved, null, 1)).toBeLessThanOrEqual(0.02);
});

it('the unseen texts of the first round are at least 120, half of them harmless', async () => {
  const { bad, harmless } = await confusionTable('unseen');
  expect(Math.min(bad, harmless)).toBeGreaterThanOrEqual(60);
});

it('docs/safety-checks.md shows what the checks find today; "npm run generate" writes it', async () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../../../docs/safety-checks.md'), 'utf8')).toBe(await confusionPage());
});
