import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createChangeFeed, type News } from './change-feed.ts';
import { waitForNews } from './watch-changes.ts';

const silent = { changes: { listen: async () => () => {}, close: async () => {} }, actor: { kind: 'system' } } as const;

it.each([
  ['there is no need to wait', true],
  ['the time is over', false],
])('a request that waited leaves nothing on the signal of the server, where %s', async (_name, isThere) => {
  const { signal } = new AbortController();
  await waitForNews(silent, { isNews: () => false, look: async () => isThere, milliseconds: 1, signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('polls every two seconds if the database does not notify, without a LISTEN connection', async () => {
  vi.useFakeTimers();
  try {
    const feed = createChangeFeed(() => 'postgres://unknown@nowhere.invalid/none', createLog({ logLevel: 'silent' }), { isLive: false });
    const heard: News[] = [];
    const leave = await feed.listen((news) => heard.push(news));
    await vi.advanceTimersByTimeAsync(4_000);
    leave();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(heard).toEqual([{ type: 'missed' }, { type: 'missed' }]);
  } finally {
    vi.useRealTimers();
  }
});
