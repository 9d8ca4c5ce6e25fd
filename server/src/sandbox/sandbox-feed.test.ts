import { pino } from 'pino';
import { expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { SandboxPost } from './sandbox.entities.ts';
import { createSandboxFeed } from './sandbox-feed.ts';

const database = useTestDatabase();
const createFeed = () => createSandboxFeed(database.orm, 'https://posts.example.org', pino({ level: 'silent' }));

it('keeps a post whatever happens to the surrounding transaction, as on a foreign server', async () => {
  const feed = createFeed();
  const ctx = contextFor(createTestServices(database));
  const work = inTransaction(ctx, async () => {
    await feed.post('feed_1', 'pub_1', 'it happened');
    throw new Error('rolled back');
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await feed.find('feed_1', 'pub_1')).toMatchObject({ id: expect.stringMatching(/^spo_/) });
});

it('finds a post by its intent in its own feed only, with the address of the feed page', async () => {
  const feed = createFeed();
  const made = await feed.post('feed_2', 'pub_2', 'here');
  expect(made.url).toBe(`https://posts.example.org/sandbox#${made.id}`);
  expect(await feed.find('feed_2', 'pub_2')).toEqual(made);
  expect(await feed.find('feed_3', 'pub_2')).toBeNull();
  expect(await feed.find('feed_2', 'pub_3')).toBeNull();
});

it('counts the attempts of an intent, also concurrent ones', async () => {
  const feed = createFeed();
  const counts = await Promise.all(Array.from({ length: 5 }, () => feed.countTry('feed_4', 'pub_4')));
  expect(counts.sort()).toEqual([1, 2, 3, 4, 5]);
  expect(await feed.countTry('feed_4', 'pub_5')).toBe(1);
});

it('takes many posts at once, each of them once, also next to a locked one', async () => {
  const feed = createFeed();
  const texts = Array.from({ length: 60 }, (_, number) => (number === 40 ? 'no text of a database\0' : `number ${number}`));
  const made = await Promise.allSettled(texts.map((text, number) => feed.post('feed_5', `pub_${number}`, text)));
  expect(made.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []))).toEqual([40]);
  const posts = await database.orm.em.fork().find(SandboxPost, { feed: 'feed_5' });
  expect(posts.map(({ text }) => text).sort()).toEqual(texts.filter((_, number) => number !== 40).sort());
});
