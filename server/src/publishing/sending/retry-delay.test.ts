import { expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

it('grows with each try up to a quarter of an hour', () => {
  expect([1, 2, 5, 20].map((tries) => retryDelayMs(tries, null, 0.5))).toEqual([2_000, 4_000, 32_000, 900_000]);
});

it('is what the platform asks for if that is more, and never less than the backoff', () => {
  expect([retryDelayMs(1, 600, 0.5), retryDelayMs(8, 1, 0.5), retryDelayMs(1, 999_999, 0.5)]).toEqual([600_000, 256_000, 86_400_000]);
});
