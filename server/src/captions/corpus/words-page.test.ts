import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_FOLDER } from '../../server-folder.ts';
import { readSources, wordsPage } from './words-page.ts';

it('docs/words.md matches the generator’s output for the sources; "npm run generate" writes it', async () => {
  const page = readFileSync(join(SERVER_FOLDER, '../docs/words.md'), 'utf8');
  // made-posts.test.ts counts fewer.
  const shortPosts = /^## Short posts$.*?(?=\n\n## )/ms.exec(page)?.[0] ?? '';
  expect(shortPosts).toContain('**Altered where they fit: 0.**');
  expect(page).toBe(await wordsPage(async () => shortPosts));
});

it.each([
  ['editor-sources.txt', 60, 15, 8],
  ['editor-sources-unseen.txt', 30, 15, 8],
  ['editor-sources-third.txt', 30, 15, 8],
])('the page has the sources of %s: %d, of %d kinds, in %d languages', (file, count, kinds, languages) => {
  const sources = readSources(file);
  const of = (values: string[]) => new Set(values).size;
  expect([sources.length, of(sources.map(({ kind }) => kind)), of(sources.map(({ language }) => language))]).toEqual([
    count,
    kinds,
    languages,
  ]);
});
