import { expect, it } from 'vitest';
import { takeSlot } from './attempt-limit.ts';

it('serializes attempts, and refuses callers behind a long queue with a time to retry', async () => {
  const order: number[] = [];
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) => takeSlot({ slotMs: 10 }, 'an address').then(() => void order.push(i))),
  );
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order.length).toBeGreaterThanOrEqual(8);
  expect(refused.length).toBeGreaterThanOrEqual(15);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 1 } });
  // The queue has moved on, and another address has its own.
  await takeSlot({ slotMs: 10 }, 'an address');
  await takeSlot({ slotMs: 60_000 }, 'another address');
});
