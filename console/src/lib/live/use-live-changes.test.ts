import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchMore, pagedQuery } from '../paged.ts';
import { live } from './live-state.ts';
import { createGather } from './use-live-changes.ts';

afterEach(() => vi.useRealTimers());

/** A list of three pages with one row each; every request waits until the test answers it. */
async function givenList() {
  const client = new QueryClient();
  const requests: { after: string | null; answer: () => void }[] = [];
  const options = pagedQuery<string>({
    queryKey: ['list'],
    ...live('APPROVAL'),
    read: (after, signal) =>
      new Promise((resolve) => {
        const row = Number(after ?? 0) + 1;
        const page = { edges: [{ node: `row ${row}` }], pageInfo: { hasNextPage: row < 3, endCursor: String(row) } };
        const request = { after, answer: () => resolve(page) };
        requests.push(request);
        signal.addEventListener('abort', () => requests.splice(requests.indexOf(request), 1));
      }),
  });
  const observer = new InfiniteQueryObserver(client, options);
  const stop = observer.subscribe(() => {});
  const waiting = () => requests.map(({ after }) => after);
  const answer = async (after: string | null) => {
    await expect.poll(waiting).toEqual([after]);
    requests.shift()?.answer();
  };
  return { client, observer, answer, stop, rows: () => observer.getCurrentResult().data };
}

test('a change while the next page loads neither drops the page nor is missed', async () => {
  const { client, observer, answer, rows, stop } = await givenList();
  await answer(null);
  await expect.poll(rows).toEqual(['row 1']);
  void observer.fetchNextPage();
  vi.useFakeTimers();
  const changes = createGather(client);
  changes.add('APPROVAL');
  vi.runAllTimers();
  vi.useRealTimers();
  await answer('1');
  await expect.poll(rows).toEqual(['row 1', 'row 2']);
  await answer(null);
  await answer('1');
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
  expect(rows()).toEqual(['row 1', 'row 2']);
  stop();
});

test('the next page is requested again if a refetch dropped it', async () => {
  const { client, observer, answer, rows, stop } = await givenList();
  await answer(null);
  await expect.poll(rows).toEqual(['row 1']);
  const isDone = fetchMore(observer.getCurrentResult());
  // As a saved change does.
  void client.invalidateQueries();
  await answer(null);
  await answer('1');
  await isDone;
  expect(rows()).toEqual(['row 1', 'row 2']);
  stop();
});
