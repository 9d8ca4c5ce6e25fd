import { expect, it } from 'vitest';
import { createCaptionWriter } from './captions/create-caption-writer.ts';
import { createExtractiveGenerator } from './captions/extractive/extractive-generator.ts';
import { createLog } from './log.ts';
import { inThread } from './long-work.ts';
import { readPosts } from './platforms/read-posts.ts';
import { NETWORKS } from './platforms/registry.ts';
import { createWordsOnlyPlatform } from './platforms/words-only-platform.ts';
import { checkSafety } from './safety/check-safety.ts';
import { countWork } from './testing/hostile-units.ts';
import { beginWork, endWork } from './work-budget.ts';

const platforms = NETWORKS.map(createWordsOnlyPlatform);
const embedded = createExtractiveGenerator();
const writer = createCaptionWriter({ embedded, model: null, log: createLog({ logLevel: 'silent' }) });
const asked = (sourceText: string) => ({ sourceText, link: null, platforms, tone: null, language: null });

it('a long text is composed, measured and checked in a thread: what is left to do here does not grow with it', async () => {
  const workFor = (size: number) =>
    countWork(async () => {
      const text = 'Ship it #a www.a.de/b 日 '.repeat(size);
      await writer.compose(asked(text));
      await readPosts(platforms.map((platform) => ({ platform, post: { text, tags: [], thread: [], link: null } })));
      await checkSafety([{ platform: null, field: 'text', text }]);
    });
  await workFor(200);
  expect(await workFor(400)).toBeLessThan(2 * 400 * 25);
}, 60_000);

it('a thread gives the very words that would have been made here', async () => {
  const request = asked('The harbour opens at nine. Bring your papers, please! #harbour\n\n'.repeat(40));
  expect((await writer.compose(request)).map(({ origin: _, modelUse: __, ...caption }) => caption)).toEqual(
    await embedded.generate(request),
  );
});

it('a text that takes more work than one request may ask for is refused, by the same count every time', async () => {
  const workFor = async (text: string, most: number) => {
    beginWork(most);
    let rest = 0;
    await embedded.generate(asked(text)).finally(() => {
      rest = endWork();
    });
    return most - rest;
  };
  await expect(workFor('www.a.de/b 日'.repeat(100), 100_000)).rejects.toMatchObject({ code: 'text_too_laborious', status: 422 });
  const taken = await workFor('#a 日'.repeat(100), 1e9);
  expect(taken).toBeGreaterThan(100_000);
  expect(await workFor('#a 日'.repeat(100), 1e9)).toBe(taken);
});

it('a refusal comes back from a thread as it was thrown there', async () => {
  await expect(inThread('page', { html: '<title>x</title>', base: 'no address' })).rejects.toThrow(/Invalid URL/);
  expect(await inThread('weakness', { password: 'password1234', about: [] })).toMatch(/easily guessed/);
}, 30_000);
