import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const way = (connectionId: string, platform = 'bluesky') => ({ platform, connectionId });

it('has places for each connection and for each platform, and one that is full takes none of the others', () => {
  const places = createPlaces({ perConnection: 2, perPlatform: 3 });
  expect(['a', 'a', 'a', 'b', 'c'].map((id) => places.take(way(id)))).toEqual([true, true, false, true, false]);
  expect(places.take(way('d', 'sandbox'))).toBe(true);
  expect(places.fullConnections()).toEqual(['a']);
});

it('has a place again when one is given back', () => {
  const places = createPlaces({ perConnection: 1, perPlatform: 1 });
  places.take(way('a'));
  places.free(way('a'));
  expect([places.fullConnections(), places.take(way('b')), places.take(way('a'))]).toEqual([[], true, false]);
});
