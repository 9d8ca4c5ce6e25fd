import { DomainError } from '../errors.ts';
import type { Sealer } from '../sealing/sealer.ts';

/** What makes and reads the cursors of one list. */
export interface Cursors {
  /** The opaque place right after the row with this id. */
  of(id: string): string;
  /**
   * The id that a cursor stands for. Throws `foreign_cursor` for one of another list, of another owner's, or of a version before this;
   * `bad_user_input` for what is no cursor at all.
   */
  read(cursor: string): string;
}

/** So many hex digits tell whose a cursor is: 64 bits. */
const MARK_LENGTH = 16;
const FORM = /^(?:\S{24} )?[a-z]{3}_[0-9a-f-]{36}/;

/**
 * The cursors of `list` as its owner has it: a workspace, an account, whatever the list is of, by id. Each carries a mark of both, which
 * only this service can make, so that a place in one list is never taken for one in another.
 */
export function cursorsOf({ sealer }: { sealer: Pick<Sealer, 'hash'> }, list: string, ownerId: string): Cursors {
  const of = (place: string): string => {
    const mark = sealer.hash('cursor', `${list}\0${ownerId}\0${place}`).slice(0, MARK_LENGTH);
    return Buffer.from(`${place} ${mark}`, 'utf8').toString('base64url');
  };
  return {
    of,
    read(cursor) {
      const said = Buffer.from(cursor, 'base64url').toString('utf8');
      const [place = ''] = FORM.exec(said) ?? [];
      const isWhole = Buffer.from(said, 'utf8').toString('base64url') === cursor && /^(?: [0-9a-f]{16})?$/.test(said.slice(place.length));
      if (!place || !isWhole)
        throw new DomainError('bad_user_input', { message: 'The cursor is not valid. Send the one of the page before, or none.' });
      if (of(place) !== cursor) throw new DomainError('foreign_cursor');
      return place;
    },
  };
}
