import { expect, it } from 'vitest';
import { emptyPlaces } from './change-approval-policy.ts';

const for1 = (...people: string[]) => ({ wanted: 1, mayFill: (person: string) => people.includes(person) });

it('moves a person with alternatives on to the place that no one else can take', () => {
  expect(emptyPlaces([for1('Ada', 'Ben'), for1('Ada')], ['Ada', 'Ben'])).toEqual([0, 0]);
  expect(emptyPlaces([for1('Ada', 'Ben'), for1('Ben', 'Cleo'), for1('Ada'), for1('Ben')], ['Ada', 'Ben', 'Cleo'])).toEqual([0, 0, 0, 1]);
});

it('leaves empty what no one is left for, and fills the first ones first', () => {
  expect(emptyPlaces([for1('Ada'), for1('Ada')], ['Ada'])).toEqual([0, 1]);
  expect(emptyPlaces([{ wanted: 3, mayFill: () => true }], ['Ada'])).toEqual([2]);
  expect(emptyPlaces([{ wanted: -1, mayFill: () => true }], ['Ada'])).toEqual([0]);
});

it('leaves as few empty as possible, in any order: compared with an exhaustive search', () => {
  const people = ['Ada', 'Ben', 'Cleo', 'Dan'];
  const best = (places: string[][], free: string[]): number => {
    const [place, ...rest] = places;
    if (!place) return 0;
    const taken = place
      .filter((person) => free.includes(person))
      .map((person) =>
        best(
          rest,
          free.filter((one) => one !== person),
        ),
      );
    return Math.min(1 + best(rest, free), ...taken);
  };
  for (let number = 0; number < 16 ** 3; number++) {
    const places = [0, 4, 8].map((shift) => people.filter((_person, index) => (number >> (shift + index)) & 1));
    const empty = emptyPlaces(
      places.map((asked) => for1(...asked)),
      people,
    ).reduce((sum, one) => sum + one, 0);
    expect([number, empty]).toEqual([number, best(places, people)]);
  }
});
