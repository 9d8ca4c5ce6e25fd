import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import type { ChangeFeed } from './change-feed.ts';
import { waitForNews } from './wait-for-news.ts';

const silent = { listen: async () => () => {} } as unknown as ChangeFeed;

it.each([
  ['there is no need to wait', true],
  ['the time is over', false],
])('a request that waited leaves nothing on the signal of the server, where %s', async (_name, isThere) => {
  const { signal } = new AbortController();
  await waitForNews(silent, { isNews: () => false, look: async () => isThere, milliseconds: 1, signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
