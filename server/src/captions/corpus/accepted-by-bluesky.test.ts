import { expect, it } from 'vitest';
import { publishCorpus } from '../../testing/servers/publish-corpus.ts';

it('a real Bluesky server takes what becomes of the texts as it is, threads, scripts and emoji among them', async () => {
  const names = ['essay-software', 'list-numbered', 'emoji-only', 'zalgo', 'hebrew', 'japanese', 'links-many', 'hashtags-own'];
  const { written, standing, faults } = await publishCorpus(names);
  expect(written.length).toBeGreaterThan(names.length);
  expect(standing.sort()).toEqual(written.sort());
  expect(faults).toEqual([]);
});
