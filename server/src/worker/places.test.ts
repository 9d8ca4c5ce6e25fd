import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const SLOW_MS = 5_000;

const way = (connectionId: string, platform = 'bluesky') => ({ platform, connectionId });

/** Places, with a clock that is moved by hand. */
function arrange(perConnection: number, perPlatform: number) {
  let time = 0;
  const places = createPlaces({ perConnection, perPlatform, slowMs: SLOW_MS, now: () => time });
  const isTaken = (connectionId: string, platform?: string) => places.take(way(connectionId, platform)) !== null;
  return {
    places,
    isTaken,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

it('has places for each connection and for each platform, and one that is full takes none of the others', () => {
  const { places, isTaken } = arrange(2, 3);
  expect(['a', 'a', 'a', 'b', 'c'].map((id) => isTaken(id))).toEqual([true, true, false, true, false]);
  expect(isTaken('d', 'sandbox')).toBe(true);
  expect(places.fullConnections()).toEqual(['a']);
});

it('has a place again when one is given back', () => {
  const { places, isTaken } = arrange(1, 1);
  places.take(way('a'))?.free();
  expect([places.fullConnections(), isTaken('b'), isTaken('a')]).toEqual([[], true, false]);
});

it('leaves places to the others of a platform where the servers of many customers hang', () => {
  const { isTaken, pass } = arrange(4, 24);
  const hung = Array.from({ length: 60 }, (_, index) => `hung-${index}`);
  expect(hung.flatMap((id) => [1, 2, 3, 4].filter(() => isTaken(id)))).toHaveLength(24);
  expect(isTaken('healthy')).toBe(false);
  pass(SLOW_MS);
  // Those six are known to be slow by now, and get nothing more; somebody new does.
  expect([hung.slice(0, 6).some((id) => isTaken(id)), isTaken('healthy')]).toEqual([false, true]);
});

it('gives a connection that is known to be slow one place, of half as many, until a call of it ends sooner', () => {
  const { places, isTaken, pass } = arrange(4, 4);
  const slow = ['a', 'b', 'c'].map((id) => places.take(way(id)));
  pass(SLOW_MS);
  for (const place of slow) place?.free();
  expect(['a', 'a', 'b', 'c'].map((id) => isTaken(id))).toEqual([true, false, true, false]);
  expect(['healthy', 'healthy', 'healthy'].map((id) => isTaken(id))).toEqual([true, true, false]);
});
