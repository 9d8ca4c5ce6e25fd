/** Places that ask for people of a kind, each for a different one. */
export interface Places<Person> {
  wanted: number;
  mayFill(person: Person): boolean;
}

/**
 * How many of each stay empty when everybody takes one place at the most, and as many as possible are taken; the first ones are
 * filled first. Whoever could take several moves on where somebody else can take no other.
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
