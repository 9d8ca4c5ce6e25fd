import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/http/api-error.ts';
import { runEach } from './run-each.ts';

const refusal = (code: string, retryAfterSeconds: number | null = null): ApiError =>
  new ApiError({ code, message: 'No.', remedy: 'Yes.', status: 409, retryAfterSeconds });

afterEach(() => vi.unstubAllGlobals());

/** Whether the browser would ask before the page is left now. */
function asksToLeave(): boolean {
  return !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('while it runs, the browser asks before the page is left', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  const asked: boolean[] = [];
  await runEach([1, 2], async () => void asked.push(asksToLeave()));
  expect([...asked, asksToLeave()]).toEqual([true, true, false]);
});

test('a refused row does not affect the others', async () => {
  const { done, refused } = await runEach([1, 2, 3, 4, 5, 6], async (row) => {
    if (row === 3) throw refusal('invalid_state');
  });
  expect(done.toSorted()).toEqual([1, 2, 4, 5, 6]);
  expect(refused.map(({ row, error }) => [row, error.code])).toEqual([[3, 'invalid_state']]);
});

test('at most four run at once', async () => {
  let [running, most] = [0, 0];
  await runEach(
    Array.from({ length: 20 }, (_, row) => row),
    async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    },
  );
  expect(most).toBe(4);
});

test('at a rate limit it reports it, waits as long as the server asks, and continues', async () => {
  const waits: number[] = [];
  const said: number[] = [];
  let tries = 0;
  const { done } = await runEach(
    [1],
    async () => {
      tries += 1;
      if (tries < 3) throw refusal('rate_limited', 7);
    },
    { wait: async (ms) => void waits.push(ms), onWait: (seconds) => void said.push(seconds) },
  );
  expect({ done, waits, said }).toEqual({ done: [1], waits: [7_000, 7_000], said: [7, 7] });
});
