import { expect, it } from 'vitest';
import { PLAIN_VOICE } from '../../access/workspace-policies.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';
import { madePosts } from './made-posts.ts';

const platforms = NETWORKS.map(createWordsOnlyPlatform);

it('of 1,000 short posts in twelve languages none is altered on a network that takes it as it is', async () => {
  const posts = madePosts(1_000);
  expect(new Set(posts).size).toBeGreaterThan(990);
  const altered: string[] = [];
  let fitting = 0;
  for (const sourceText of posts) {
    const captions = await composeCaptions({ sourceText, link: null, platforms, tone: null, language: null, voice: PLAIN_VOICE });
    for (const [index, { text, thread, omissions = [] }] of captions.entries()) {
      const post = { text: sourceText, tags: [], thread: [], link: null };
      const faults = platforms[index]?.validate(post).filter(({ field }) => field === 'text') ?? [];
      if (faults.length > 0) continue;
      fitting += 1;
      if (text !== sourceText || thread.length + omissions.length > 0)
        altered.push(`${captions[index]?.platform}: ${JSON.stringify([sourceText, text])}`);
    }
  }
  expect(altered).toEqual([]);
  expect(fitting).toBeGreaterThan(1_000 * (platforms.length - 3));
});

it.each(['https://example.org/a', null])('a link that makes a post too long for X is the second post: %j', async (link) => {
  const words = `${'The boats are painted in colours of their own. '.repeat(5)}${'And '.repeat(7)}${'x'.repeat(4)}. Come early.`;
  expect(words).toHaveLength(280);
  const sourceText = link === null ? `${words}\n\nhttps://example.org/a` : words;
  const [x] = await composeCaptions({
    sourceText,
    link,
    platforms: platforms.filter(({ id }) => id === 'x'),
    tone: null,
    language: null,
  });
  expect([x?.text, x?.thread]).toEqual([words, ['https://example.org/a']]);
});
