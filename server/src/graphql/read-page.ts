import { cursorOf, type PageRequest, type Page as RowPage } from '../db/keyset-page.ts';
import { DomainError } from '../errors.ts';
import { MAX_PAGE_SIZE, type PageArgs } from './page.args.ts';
import type { Page } from './page.ts';

const DEFAULT_PAGE_SIZE = 25;

/** Relay's arguments as the domain's lists take them. */
export function pageRequest({ first, after }: PageArgs): PageRequest {
  const limit = first ?? DEFAULT_PAGE_SIZE;
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new DomainError('bad_user_input', { message: `first must be from 1 to ${MAX_PAGE_SIZE}, not ${limit}.` });
  }
  return { limit, cursor: after ?? null };
}

/** A page of rows as a Relay connection; `toCursor` for a list that is not in the order of its ids. */
export function toPage<Row extends { id: string }, Node>(
  { items, nextCursor }: RowPage<Row>,
  toNode: (row: Row) => Node,
  toCursor: (row: Row) => string = ({ id }) => cursorOf(id),
): Page<Node> {
  const edges = items.map((row) => ({ cursor: toCursor(row), node: toNode(row) }));
  return { edges, pageInfo: { hasNextPage: nextCursor !== null, endCursor: edges.at(-1)?.cursor ?? null } };
}
