import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createCaptionWriter } from '../captions/create-caption-writer.ts';
import { composeCaptions } from '../captions/embedded/compose-captions.ts';
import { createLog } from '../log.ts';
import type { AccountLimit, Post } from '../platforms/platform.ts';
import { readPost } from '../platforms/read-post.ts';
import { readPosts } from '../platforms/read-posts.ts';
import { createPlatforms, NETWORKS } from '../platforms/registry.ts';
import type { SandboxFeed } from '../platforms/sandbox/sandbox-feed.ts';
import { createWordsOnlyPlatform } from '../platforms/words-only-platform.ts';
import { checkSafety } from '../safety/check-safety.ts';
import { PLAIN_SETTINGS } from '../safety/safety-finding.ts';
import { countWork } from '../testing/inputs/hostile-units.ts';
import { keepThreadsBusy } from '../testing/inputs/keep-threads-busy.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { createPool, inThread } from './long-work.ts';
import { beginWork, endWork } from './work-budget.ts';

const platforms = NETWORKS.map(createWordsOnlyPlatform);
const writer = createCaptionWriter({ model: null, log: createLog({ logLevel: 'silent' }) });
const asked = (sourceText: string) => ({ sourceText, link: null, platforms, tone: null, language: null });

it('a long text is composed, measured and checked in a thread: the work left here does not grow with it', async () => {
  const workFor = (size: number) =>
    countWork(async () => {
      const text = 'Ship it #a www.a.de/b 日 '.repeat(size);
      await writer.compose(asked(text));
      await readPosts(platforms.map((platform) => ({ platform, post: { text, tags: [], thread: [], link: null } })));
      await checkSafety([{ platform: null, field: 'text', text }]);
    });
  await workFor(200);
  expect(await workFor(400)).toBeLessThan(2 * 400 * 25);
});

it.each<[string, AccountLimit[], Partial<Post>, string]>([
  [
    'tiktok',
    [{ setting: 'privacy_level', values: ['SELF_ONLY'] }],
    { settings: { privacy_level: 'PUBLIC_TO_EVERYONE' } },
    'setting_not_accepted',
  ],
  ['postiz', [{ behind: 'vk' }], {}, 'character_refused'],
])('a long post is measured by what the network says of the account too, as a short one is: %s', async (id, limits, more, code) => {
  const ports = { sandboxFeed: {} as SandboxFeed, outbound: createTestOutbound(), website: '', clients: {} };
  const platform = createPlatforms(ports).get(id)?.withLimits?.(limits) ?? expect.fail(`There is no ${id}.`);
  const post = { text: `${randomUUID()} [id1|Ada]  `.repeat(120), tags: [], thread: [], link: null, ...more };
  const [read] = await readPosts([{ platform, post }]);
  expect(platform.validate(post).map((violation) => violation.code)).toContain(code);
  expect(read?.violations).toEqual(platform.validate(post));
});

it('a short text is looked through in turns of its own, wherever one has taken long: between any two shapes', async () => {
  const text = `Never seen before: ${randomUUID()}.`;
  expect(await slowTurns(() => checkSafety([{ platform: null, field: 'text', text }]))).toBeGreaterThanOrEqual(60);
});

it('posts that are known already are handed out in turns of their own, too: one with thousands of links takes a while to copy', async () => {
  const text = `Known already ${randomUUID()}. `.repeat(200);
  const wishes = platforms.slice(0, 6).map((platform) => ({ platform, post: { text, tags: [], thread: [], link: null } }));
  await readPosts(wishes);
  expect(await slowTurns(() => readPosts(wishes))).toBeGreaterThanOrEqual(6);
});

it('the number of marks in a text is limited, except for links', () => {
  const facetsOf = (text: string) =>
    platforms.map(
      (platform) => readPost({ platform, post: { text, tags: [], thread: [], link: null } }).preview.parts[0]?.facets.length ?? 0,
    );
  expect(Math.max(...facetsOf('@ada #a '.repeat(2_000)))).toBe(500);
  expect(Math.max(...facetsOf('https://a.example '.repeat(600)))).toBe(600);
});

it('a thread gives exactly the text that would be generated here', async () => {
  const request = asked('The harbour opens at nine. Bring your papers, please! #harbour\n\n'.repeat(40));
  expect((await writer.compose(request)).map(({ origin: _, modelUse: __, ...caption }) => caption)).toEqual(await composeCaptions(request));
});

it('refuses a text that needs more work than a request may, by the same count every time', async () => {
  const workFor = async (text: string, most: number) => {
    beginWork(most);
    let rest = 0;
    await composeCaptions(asked(text)).finally(() => {
      rest = endWork();
    });
    return most - rest;
  };
  await expect(workFor('www.a.de/b 日'.repeat(100), 100_000)).rejects.toMatchObject({ code: 'text_too_complex', status: 422 });
  const taken = await workFor('#a 日'.repeat(100), 1e9);
  expect(taken).toBeGreaterThan(100_000);
  expect(await workFor('#a 日'.repeat(100), 1e9)).toBe(taken);
});

it('refuses markup with more quotes than a parser can follow, and takes as many paragraphs', async () => {
  await expect(writer.compose(asked('> a\n\n'.repeat(20_000)))).rejects.toMatchObject({
    code: 'text_too_complex',
    status: 422,
  });
  await expect(writer.compose(asked('a\n\n'.repeat(20_000)))).resolves.toBeDefined();
});

it('refuses markup that is nested deeper than a parser can follow', async () => {
  await expect(writer.compose(asked(`${'> a\n'.repeat(3)}${'> '.repeat(20_000)}a`))).rejects.toMatchObject({
    code: 'text_too_complex',
    status: 422,
  });
});

it('rethrows the errors of a thread', async () => {
  await expect(inThread('page', { html: '<title>x</title>', base: 'no address' })).rejects.toThrow(/Invalid URL/);
  expect(await inThread('weakness', { password: 'password1234', about: [] })).toMatch(/easily guessed/);
});

it('refuses further tasks once so many wait for a thread', async () => {
  const pool = createPool({ threads: 1, mostWaiting: 200 });
  const task = { name: 'page' as const, input: { html: '<title>x</title>', base: 'https://a.example/' } };
  const results = Array.from({ length: 202 }, () =>
    pool.run(task).then(
      () => 'done',
      ({ code, details }) => ({ code, details }),
    ),
  );
  expect((await Promise.all(results)).filter((each) => each !== 'done')).toEqual([
    { code: 'service_busy', details: { retry_after_seconds: 5 } },
  ]);
  expect(await results.at(-1)).toMatchObject({ code: 'service_busy' });
});

it('accepts other customers’ texts while one customer’s texts fill the queue', async () => {
  const owner = 'acc_other';
  const task = { html: '<title>x</title>', base: 'https://a.example/' };
  const flood = Array.from({ length: 230 }, () =>
    inThread('page', task, 'acc_flood').then(
      () => 'done',
      ({ code, message }) => `${code}: ${message}`,
    ),
  );
  const text = `Never read before ${randomUUID()}. `.repeat(150);
  const post = { text, tags: [], thread: [], link: null };
  const all = await Promise.allSettled([
    writer.compose({ ...asked(text), owner }),
    writer.write({ ...asked(text), owner }),
    readPosts([{ platform: platforms[0] as (typeof platforms)[number], post }], owner),
    checkSafety([{ platform: null, field: 'text', text }], { ...PLAIN_SETTINGS, blockedTerms: ['festival'] }, owner),
  ]);
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  const refused = (await Promise.all(flood)).filter((said) => said !== 'done');
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused)).toEqual(new Set(['service_busy: Too many of your requests are already waiting. Send fewer at once.']));
});

it('a post as most people write it for six networks waits for no thread, and a password for no text', async () => {
  const busy = keepThreadsBusy().then(() => 'waited');
  const posts = Array.from({ length: 6 }, (_, index) => ({
    platform: null,
    field: 'text',
    text: `${index} The harbour opens at nine. `.repeat(30).slice(0, 800),
  }));
  const read = readPosts(
    platforms.slice(0, 6).map((platform) => ({ platform, post: { text: posts[0]?.text ?? '', tags: [], thread: [], link: null } })),
  );
  expect(await Promise.race([busy, Promise.all([checkSafety(posts), read]).then(() => 'read')])).toBe('read');
  const judged = inThread('weakness', { password: 'password1234', about: [] }).then(() => 'judged');
  expect(await Promise.race([busy, judged])).toBe('judged');
  await busy;
});

it('caches findings, also for a workspace’s own terms: the second check waits for no thread', async () => {
  const posts = [{ platform: null, field: 'text', text: 'The harbour festival, at evil.shop too. '.repeat(150) }];
  const settings = { ...PLAIN_SETTINGS, deniedHosts: ['evil.shop'], blockedTerms: ['festival'] };
  const first = await checkSafety(posts, settings);
  const busy = keepThreadsBusy().then(() => 'waited');
  expect(await Promise.race([busy, checkSafety(posts, settings)])).toEqual(first);
  expect(first.map(({ check }) => check)).toContain('blocked_term');
  expect(await checkSafety(posts, { ...settings, blockedTerms: [] })).not.toContainEqual(
    expect.objectContaining({ check: 'blocked_term' }),
  );
  await busy;
});

/** The number of turns of the event loop, if every clock check finds that much time has passed. */
async function slowTurns(run: () => Promise<unknown>): Promise<number> {
  const now = vi.spyOn(performance, 'now');
  let time = 0;
  now.mockImplementation(() => (time += 20));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await run();
  isDone = true;
  now.mockRestore();
  return turns;
}
