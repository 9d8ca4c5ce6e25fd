import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import { DomainError } from '../errors.ts';

/** Where a list goes on, and how much of it is wanted. */
export interface PageRequest {
  /** 1 to 100; what is outside is brought inside. */
  limit: number;
  /** From the page before; null or left out for the first page. */
  cursor?: string | null;
}

export interface Page<T> {
  items: T[];
  /** Null on the last page. */
  nextCursor: string | null;
}

const MAX_LIMIT = 100;

/** The opaque place right after the row with this id. */
export function cursorOf(id: string): string {
  return Buffer.from(id, 'utf8').toString('base64url');
}

/** The id a cursor stands for. Throws `bad_user_input` for anything that cursorOf() did not make. */
export function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^[a-z]{3}_[0-9a-f-]{36}$/.test(id) || cursorOf(id) !== cursor) {
    throw new DomainError('bad_user_input', { message: 'The cursor is not valid. Send next_cursor of the page before, or none.' });
  }
  return id;
}

/** One page of a list in the order of its ids. Ids grow with time: `asc` is oldest first. */
export async function findPage<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  request: PageRequest & { order: 'asc' | 'desc' },
): Promise<Page<T>> {
  const limit = pageLimit(request);
  const after = request.cursor ? [{ id: { [request.order === 'asc' ? '$gt' : '$lt']: readCursor(request.cursor) } }] : [];
  const rows = await em.find(entity, { $and: [where, ...after] } as FilterQuery<T>, {
    orderBy: { id: request.order } as never,
    // One more than asked for tells whether there is a next page.
    limit: limit + 1,
  });
  return cutPage(rows as T[], limit);
}

/** How many rows a page may hold. */
export function pageLimit({ limit }: PageRequest): number {
  return Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
}

/** A page of rows that were read with one more than `limit`. */
export function cutPage<T extends { id: string }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last.id) : null };
}
