import { expect, it } from 'vitest';
import { createPlaces, type Further } from './take-entries.ts';

const SLOW_MS = 5_000;

const way = (connectionId: string, platform = 'bluesky') => ({ platform, connectionId });

/** Slots with a manual clock. */
function arrange(perConnection: number, perPlatform: number, further?: Further) {
  let time = 0;
  const places = createPlaces({ perConnection, perPlatform, slowMs: SLOW_MS, ...(further && { further }), now: () => time });
  const isTaken = (connectionId: string, platform?: string) => places.take(way(connectionId, platform)) !== null;
  return {
    places,
    isTaken,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

it('has slots per connection and per platform, and a full one uses no slots of the others', () => {
  const { places, isTaken } = arrange(2, 3);
  expect(['a', 'a', 'a', 'b', 'c'].map((id) => isTaken(id))).toEqual([true, true, false, true, false]);
  expect(isTaken('d', 'sandbox')).toBe(true);
  expect(places.fullConnections()).toEqual(['a']);
});

it('has a slot again when one is released', () => {
  const { places, isTaken } = arrange(1, 1);
  places.take(way('a'))?.free();
  expect([places.fullConnections(), isTaken('b'), isTaken('a')]).toEqual([[], true, false]);
});

it('leaves slots to other connections of a platform when the servers of many customers hang', () => {
  const { isTaken, pass } = arrange(4, 24);
  const hung = Array.from({ length: 60 }, (_, index) => `hung-${index}`);
  expect(hung.flatMap((id) => [1, 2, 3, 4].filter(() => isTaken(id)))).toHaveLength(24);
  expect(isTaken('healthy')).toBe(false);
  pass(SLOW_MS);
  // Those six are known to be slow by now and get no more slots; a new connection does.
  expect([hung.slice(0, 6).some((id) => isTaken(id)), isTaken('healthy')]).toEqual([false, true]);
});

it('gives a slow connection one of half as many slots, until one of its calls ends sooner', () => {
  const { places, isTaken, pass } = arrange(4, 4);
  const slow = ['a', 'b', 'c'].map((id) => places.take(way(id)));
  pass(SLOW_MS);
  for (const place of slow) place?.free();
  expect(['a', 'a', 'b', 'c'].map((id) => isTaken(id))).toEqual([true, false, true, false]);
  expect(['healthy', 'healthy', 'healthy'].map((id) => isTaken(id))).toEqual([true, true, false]);
});

const FURTHER = { all: 3, perConnection: () => 2, quickMs: 1_000 };

it('gives further slots to a connection whose calls end quickly, and to no other', () => {
  const { places, isTaken, pass } = arrange(1, 2, FURTHER);
  const takes = (id: string) => [isTaken(id), isTaken(id), isTaken(id), isTaken(id)];
  for (const [id, ms] of [
    ['quick', 999],
    ['slow', 1_000],
  ] as const) {
    const place = places.take(way(id));
    pass(ms);
    place?.free();
  }
  expect(takes('quick')).toEqual([true, true, true, false]);
  expect(takes('slow')).toEqual([true, false, false, false]);
  expect(places.fullConnections().toSorted()).toEqual(['quick', 'slow']);
});

it('uses no other slots for calls that hang in further ones, and gives that connection no more of them', () => {
  const { places, isTaken, pass } = arrange(1, 3, FURTHER);
  for (const id of ['a', 'b']) places.take(way(id))?.free();
  expect(['a', 'a', 'a', 'b', 'b', 'b'].map((id) => isTaken(id))).toEqual([true, true, true, true, true, false]);
  // Five are taken, three of them further ones: the platform has its third slot left.
  pass(1_000);
  expect([isTaken('a'), isTaken('healthy'), isTaken('late')]).toEqual([false, true, false]);
});

it('frees a slot once, however often it is released', () => {
  const { places, isTaken } = arrange(1, 1);
  const place = places.take(way('a'));
  place?.free();
  expect(isTaken('a')).toBe(true);
  place?.free();
  expect(isTaken('a')).toBe(false);
});
