import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import { DomainError } from '../errors.ts';
import type { Sealer } from '../sealing/sealer.ts';

/** The position in a list, and how many items to return. */
export interface PageRequest {
  /** 1 to 100; other values are clamped. */
  limit: number;
  /** From the previous page; null or absent for the first page. */
  cursor?: string | null;
}

export interface Page<T> {
  items: T[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** The cursor right after one of the items. */
  cursorOf(item: T): string;
}

const MAX_LIMIT = 100;

/** One page of a list in the order of its ids. Ids grow with time: `asc` is oldest first. */
export async function findPage<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  request: PageRequest & { cursors: Cursors; order: 'asc' | 'desc' },
): Promise<Page<T>> {
  const { cursor, cursors, order } = request;
  const limit = pageLimit(request);
  const after = cursor ? [{ id: { [order === 'asc' ? '$gt' : '$lt']: cursors.read(cursor) } }] : [];
  const rows = await em.find(entity, { $and: [where, ...after] } as FilterQuery<T>, {
    orderBy: { id: order } as never,
    // One more than requested shows whether there is a next page.
    limit: limit + 1,
  });
  return cutPage(rows as T[], limit, (row) => cursors.of(row.id));
}

/** The number of rows on a page. */
export function pageLimit({ limit }: PageRequest): number {
  return Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
}

/** A page of rows that were read with one more than `limit`. */
export function cutPage<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null, cursorOf };
}

/** Creates and reads the cursors of one list. */
export interface Cursors {
  /** The opaque cursor right after the row with this id. */
  of(id: string): string;
  /**
   * The id behind a cursor. Throws `foreign_cursor` for one of another list, of another owner, or of an older
   * version; `bad_user_input` for anything that is not a cursor.
   */
  read(cursor: string): string;
}

/** The hex digits that authenticate a cursor: 64 bits. */
const MARK_LENGTH = 16;
const FORM = /^(?:\S{24} )?[a-z]{3}_[0-9a-f-]{36}/;

/**
 * The cursors of `list` for its owner: the workspace, account or other parent of the list, by id. Each carries a MAC
 * of both, which only this service can compute, so a cursor of one list is never accepted in another.
 */
export function cursorsOf({ sealer }: { sealer: Pick<Sealer, 'hash'> }, list: string, ownerId: string): Cursors {
  const of = (place: string): string => {
    const mark = sealer.hash('cursor', `${list}\0${ownerId}\0${place}`).slice(0, MARK_LENGTH);
    return Buffer.from(`${place} ${mark}`, 'utf8').toString('base64url');
  };
  return {
    of,
    read(cursor) {
      const decoded = Buffer.from(cursor, 'base64url').toString('utf8');
      const [place = ''] = FORM.exec(decoded) ?? [];
      const isWhole =
        Buffer.from(decoded, 'utf8').toString('base64url') === cursor && /^(?: [0-9a-f]{16})?$/.test(decoded.slice(place.length));
      if (!place || !isWhole)
        throw new DomainError('bad_user_input', { message: 'The cursor is not valid. Send the one of the page before, or none.' });
      if (of(place) !== cursor) throw new DomainError('foreign_cursor');
      return place;
    },
  };
}

const MAX_WORDS = 8;
/** PostgreSQL rejects a search term of more than 2,046 bytes; this much of its beginning is enough. */
const MAX_LETTERS = 255;

/** The words of a typed search, letters and digits only: none of it is ever parsed as syntax. */
export function searchWords(typed: string): string[] {
  const words = (typed.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  return words.map((word) => [...word].slice(0, MAX_LETTERS).join(''));
}

/** Words as a tsquery: every one is required, as the beginning of at least one word. Empty without words. */
export function searchQuery(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ');
}
