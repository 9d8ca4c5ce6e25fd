import fc from 'fast-check';
import { expect } from 'vitest';
import { countIndependently } from '../../testing/database/count-independently.ts';
import { readable, wild } from '../../testing/inputs/any-source.ts';
import { testPlatforms } from '../../testing/platforms.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';

prove('words', 'whatever the source, no post exceeds a limit of its network', async (count) => {
  const texts = count(100_000, 200);
  const platforms = testPlatforms();
  let posts = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(readable, wild), async (sourceText) => {
      const captions = await composeCaptions({ sourceText, link: null, platforms, tone: null, language: null });
      for (const [index, { text, thread, tags }] of captions.entries()) {
        const platform = platforms[index];
        if (!platform) throw new Error('There are as many captions as platforms.');
        posts += 1;
        if (!text.trim()) continue;
        expect([platform.id, ...countIndependently(platform, { text, thread, tags, link: null })]).toEqual([platform.id]);
        expect([text, ...thread].every((part) => part.isWellFormed())).toBe(true);
      }
    }),
    { numRuns: texts },
  );
  return `${texts} random texts on ${platforms.length} networks: ${posts} posts, 0 over a limit as twitter-text, the lexicon of Bluesky and plain counts see it`;
});
