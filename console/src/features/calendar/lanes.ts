/** How long an entry of the week is, by its height. */
const ENTRY_MINUTES = 56;

export interface Place<T> {
  /** Several that do not fit next to each other are one place. */
  posts: T[];
  minute: number;
  lane: 0 | 1;
  /** Whether another place is next to it. */
  isHalf: boolean;
}

/** Places of a day's posts such that none covers another: two fit side by side, and the second place takes the rest. */
export function inLanes<T>(posts: readonly T[], minuteOf: (post: T) => number): Place<T>[] {
  const places: Place<T>[] = [];
  let neighbours: Place<T>[] = [];
  const isFree = (lane: 0 | 1, minute: number): boolean =>
    !neighbours.some((place) => place.lane === lane && place.minute + ENTRY_MINUTES > minute);
  for (const post of posts.toSorted((a, b) => minuteOf(a) - minuteOf(b))) {
    const minute = minuteOf(post);
    if (isFree(0, minute) && isFree(1, minute)) neighbours = [];
    const lane = isFree(0, minute) ? 0 : isFree(1, minute) ? 1 : null;
    if (lane === null) {
      neighbours.findLast((place) => place.lane === 1)?.posts.push(post);
      continue;
    }
    const place: Place<T> = { posts: [post], minute, lane, isHalf: false };
    neighbours.push(place);
    places.push(place);
    for (const each of neighbours) each.isHalf = neighbours.some((other) => other.lane !== each.lane);
  }
  return places;
}
