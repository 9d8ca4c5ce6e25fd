import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import type { Cursors } from './cursors.ts';

/** The position in a list, and how many items to return. */
export interface PageRequest {
  /** 1 to 100; other values are clamped. */
  limit: number;
  /** From the page before; null or left out for the first page. */
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

/** How many rows a page may hold. */
export function pageLimit({ limit }: PageRequest): number {
  return Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
}

/** A page of rows that were read with one more than `limit`. */
export function cutPage<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null, cursorOf };
}
