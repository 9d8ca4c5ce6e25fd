import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { examplesPage } from './examples-page.ts';

it('docs/examples.md matches the generator’s output; "npm run generate" writes it', async () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../../../docs/examples.md'), 'utf8')).toBe(await examplesPage());
});
