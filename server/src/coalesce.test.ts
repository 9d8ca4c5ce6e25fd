import { expect, it } from 'vitest';
import { type Coalesced, coalesce } from './coalesce.ts';

/** Doubles numbers, and records which were batched. */
function arrange(changed: Partial<Coalesced<number, string>> = {}) {
  const [rounds, alone, faults]: [number[][], number[], unknown[]] = [[], [], []];
  const double = coalesce<number, string>({
    async together(items) {
      rounds.push([...items]);
      return new Map(items.map((item) => [item, String(item * 2)]));
    },
    async alone(item) {
      alone.push(item);
      return `${item * 2} alone`;
    },
    report: (error) => faults.push(error),
    ...changed,
  });
  return { double, rounds, alone, faults };
}

it('batches concurrent items, and gives each its own result', async () => {
  const { double, rounds } = arrange();
  expect(await Promise.all([1, 2, 3].map(double))).toEqual(['2', '4', '6']);
  expect(rounds).toEqual([[1, 2, 3]]);
});

it('keeps later items for the next batch', async () => {
  const first = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const rounds: number[][] = [];
  const { double } = arrange({
    patienceMs: 60_000,
    async together(items) {
      rounds.push([...items]);
      begun.resolve();
      if (rounds.length === 1) await first.promise;
      return new Map(items.map((item) => [item, String(item * 2)]));
    },
  });
  const one = double(1);
  await begun.promise;
  const others = [2, 3].map(double);
  first.resolve();
  expect(await Promise.all([one, ...others])).toEqual(['2', '4', '6']);
  expect(rounds).toEqual([[1], [2, 3]]);
});

it('limits the wait behind a batch that hangs', async () => {
  const begun = Promise.withResolvers<void>();
  const { double } = arrange({
    patienceMs: 10,
    async together(items) {
      begun.resolve();
      if (items.includes(1)) await new Promise(() => {});
      return new Map(items.map((item) => [item, String(item * 2)]));
    },
  });
  void double(1);
  await begun.promise;
  expect(await double(2)).toBe('4');
});

it('runs left-out items alone', async () => {
  const { double, alone } = arrange({
    together: async (items) => new Map(items.filter((item) => item !== 2).map((item) => [item, String(item * 2)])),
  });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual(['2', '4 alone', '6']);
  expect(alone).toEqual([2]);
});

it('does each alone where all of them failed, so that the fault is of the one that it belongs to', async () => {
  const broken = new Error('One of them is at fault.');
  const { double, faults } = arrange({
    together: () => Promise.reject(broken),
    alone: (item) => (item === 2 ? Promise.reject(broken) : Promise.resolve(`${item * 2} alone`)),
  });
  expect(await Promise.allSettled([1, 2, 3].map(double))).toEqual([
    { status: 'fulfilled', value: '2 alone' },
    { status: 'rejected', reason: broken },
    { status: 'fulfilled', value: '6 alone' },
  ]);
  expect(faults).toEqual([broken]);
});

it('starts the next batch without waiting for calls that ended on their own', async () => {
  const { double } = arrange({
    patienceMs: 60_000,
    together: async (items) => new Map(items.filter((item) => item !== 1).map((item) => [item, String(item * 2)])),
    alone: () => new Promise(() => {}),
  });
  void double(1);
  expect(await double(2)).toBe('4');
  expect(await double(3)).toBe('6');
});

it('runs as many batches at once as configured, each with as many calls as configured', async () => {
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = Promise.withResolvers<void>();
  const rounds: number[][] = [];
  const { double } = arrange({
    patienceMs: 60_000,
    atOnce: 2,
    most: 2,
    async together(items) {
      rounds.push([...items]);
      if (rounds.length === 2) second.resolve();
      await ends[rounds.length - 1]?.promise;
      return new Map(items.map((item) => [item, String(item * 2)]));
    },
  });
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(double));
  await second.promise;
  expect(rounds).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (const { resolve } of ends) resolve();
  expect(await answers).toEqual(['2', '4', '6', '8', '10', '12']);
  expect(rounds[2]).toEqual([5, 6]);
});
