/** Places for people of a kind, each for a different person. */
export interface Places<Person> {
  wanted: number;
  mayFill(person: Person): boolean;
}

/**
 * How many places stay empty in each if every person takes at most one and as many as possible are filled (bipartite
 * matching), the first ones first. A person with alternatives moves where another has none.
 */
export function emptyPlaces<Person>(places: readonly Places<Person>[], people: readonly Person[]): number[] {
  const taken = new Map<Person, Places<Person>>();
  const isFilled = (place: Places<Person>, asked: Set<Person>): boolean =>
    people.some((person) => {
      if (asked.has(person) || !place.mayFill(person)) return false;
      asked.add(person);
      const other = taken.get(person);
      if (other && !isFilled(other, asked)) return false;
      taken.set(person, place);
      return true;
    });
  return places.map((place) => {
    let empty = Math.max(0, place.wanted);
    while (empty > 0 && isFilled(place, new Set())) empty--;
    return empty;
  });
}
