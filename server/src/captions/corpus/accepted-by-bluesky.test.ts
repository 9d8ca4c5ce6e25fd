import { expect, it } from 'vitest';
import { publishCorpus } from '../../testing/servers/publish-corpus.ts';

it('a real Bluesky server accepts the generated captions of the corpus, including threads, scripts and emoji', async () => {
  const names = ['essay-software', 'list-numbered', 'emoji-only', 'zalgo', 'hebrew', 'japanese', 'links-many', 'hashtags-own'];
  const { written, standing, faults } = await publishCorpus(names);
  expect(written.length).toBeGreaterThan(names.length);
  expect(standing.sort()).toEqual(written.sort());
  expect(faults).toEqual([]);
});
