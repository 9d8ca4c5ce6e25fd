import { joined, say } from '../../languages/sentence.ts';
import { ConnectError } from '../platform.ts';

/** Where an account may post: a board, a location, a wall. */
export interface PostingPlace {
  id: string;
  name: string;
}

const MOST_NAMED = 20;

/** The place with the name, or the id, that a person entered. Throws a ConnectError with the names to choose from. */
export function pickPlace<Place extends PostingPlace>(label: string, entered: string, places: readonly Place[]): Place {
  if (places.length === 0) throw new ConnectError(say`${label} lists nothing that you may post to. Create it there first.`);
  const wanted = folded(entered);
  const named = places.filter(({ id, name }) => id === entered.trim() || folded(name) === wanted);
  const [only] = named;
  if (only && named.length === 1) return only;
  if (only) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new ConnectError(say`${label} has several with the name "${entered}". Enter one of their ids instead: ${ids}.`);
  }
  const names = places.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = places.length - names.length;
  throw new ConnectError(
    joined([
      say`${label} has no "${entered}" that you may post to. There is: ${names.join(', ')}.`,
      ...(more > 0 ? [say`And ${more} more.`] : []),
    ]),
  );
}

const folded = (name: string): string => name.normalize('NFC').trim().toLowerCase();
