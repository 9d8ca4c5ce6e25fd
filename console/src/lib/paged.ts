import { type InfiniteData, infiniteQueryOptions, type QueryKey, type QueryMeta } from '@tanstack/react-query';

interface Page<T> {
  rows: T[];
  next: string | null;
}

/** A page of a list, as returned by the API. */
interface ConnectionAnswer<T> {
  edges: { node: T }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface Options<T> {
  queryKey: QueryKey;
  /** Undefined or null if the viewer may not see the list. */
  read: (after: string | null, signal: AbortSignal) => Promise<ConnectionAnswer<T> | null | undefined>;
  /** With `meta` from `live(…)`: when to refetch. */
  refetchInterval?: number | (() => number);
  meta?: QueryMeta;
}

const LARGEST_PAGE = 100;

/** The rows of all pages, up to `most`. */
export async function readAllPages<T>(
  most: number,
  read: (after: string | null, first: number) => Promise<ConnectionAnswer<T> | null | undefined>,
): Promise<T[]> {
  const rows: T[] = [];
  let after: string | null = null;
  do {
    const answer: ConnectionAnswer<T> | null | undefined = await read(after, Math.min(LARGEST_PAGE, most - rows.length));
    rows.push(...(answer?.edges.map(({ node }) => node) ?? []));
    after = answer?.pageInfo.hasNextPage ? answer.pageInfo.endCursor : null;
  } while (after !== null && rows.length < most);
  return rows;
}

/** One function for all: another one each time would have all rows compared each time that something is drawn. */
function rowsOf<T>({ pages }: InfiniteData<Page<T>>): T[] {
  return pages.flatMap(({ rows }) => rows);
}

/** A list that grows by a page at a time; its data is the rows of all pages so far. */
export function pagedQuery<T>({ queryKey, read, refetchInterval, meta }: Options<T>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const answer = await read(pageParam, signal);
      return {
        rows: answer?.edges.map(({ node }) => node) ?? [],
        next: answer?.pageInfo.hasNextPage ? answer.pageInfo.endCursor : null,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: rowsOf<T>,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
    ...(meta === undefined ? {} : { meta }),
  });
}

interface GrowingList {
  data?: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<GrowingList>;
  refetch: () => Promise<unknown>;
}

/**
 * Adds the next page to a list. A refetch and a next page replace each other without an error: one that was under way is
 * repeated afterwards, and where one that began meanwhile, after a saved change for instance, has dropped the page, the
 * page is requested again.
 */
export async function fetchMore(list: GrowingList): Promise<void> {
  const before = rowCount(list);
  let now = await list.fetchNextPage();
  while (now.hasNextPage && !now.isError && rowCount(now) <= before) now = await now.fetchNextPage();
  if (list.isFetching) await now.refetch();
}

/** NaN, which is not below anything, where the data are not just rows. */
const rowCount = ({ data }: GrowingList): number => (Array.isArray(data) ? data.length : Number.NaN);
