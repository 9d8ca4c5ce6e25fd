import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_FOLDER } from '../../server-folder.ts';
import { readSources, wordsPage } from './words-page.ts';

it('docs/words.md is what the generator makes of the sources; "npm run generate" writes it', async () => {
  expect(readFileSync(join(SERVER_FOLDER, '../docs/words.md'), 'utf8')).toBe(await wordsPage());
});

it('the page has 60 sources of 15 kinds in 8 languages, and 30 that were written later', () => {
  const sources = readSources('editor-sources.txt');
  expect(sources).toHaveLength(60);
  expect(new Set(sources.map(({ kind }) => kind)).size).toBe(15);
  expect(new Set(sources.map(({ language }) => language)).size).toBe(8);
  expect(readSources('editor-sources-unseen.txt')).toHaveLength(30);
});
