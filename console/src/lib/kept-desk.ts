import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { DESK_CACHE } from './forget-desk.ts';
import type { Viewer } from './viewer.ts';

const ADDRESS = '/kept-desk';
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000;
/** Not more often than this while the desk changes. */
const EVERY_MS = 3_000;
/** What the desk needs to open: who is signed in, the queues and the posts that were loaded. No other page. */
const KEPT_QUERIES = new Set(['viewer', 'approvals', 'approval']);
/** The posts that were loaded last. */
const MOST_QUERIES = 60;

interface KeptDesk {
  /** The build that wrote it: another one may expect other fields. */
  build: string;
  personId: string;
  keptAt: number;
  state: DehydratedState;
}

const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

/** Keeps the desk's loaded data in the browser while they change, until the returned function is called. */
export function keepDesk(queryClient: QueryClient): () => void {
  // Only secure pages have caches.
  if (typeof caches === 'undefined') return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    timer = undefined;
    void writeDesk(queryClient).catch(() => undefined);
  };
  const soon = (): void => {
    timer ??= setTimeout(write, EVERY_MS);
  };
  const leave = (): void => {
    if (timer === undefined || document.visibilityState !== 'hidden') return;
    clearTimeout(timer);
    write();
  };
  soon();
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'success' && KEPT_QUERIES.has(String(query.queryKey[0]))) soon();
  });
  document.addEventListener('visibilitychange', leave);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', leave);
  };
}

async function writeDesk(queryClient: QueryClient): Promise<void> {
  const personId = queryClient.getQueryData<Viewer | null>(['viewer'])?.id;
  if (!personId) return;
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && KEPT_QUERIES.has(String(queryKey[0])),
    shouldDehydrateMutation: () => false,
  });
  const queries = state.queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(0, MOST_QUERIES);
  const kept: KeptDesk = { build: build(), personId, keptAt: Date.now(), state: { ...state, queries } };
  const cache = await caches.open(DESK_CACHE);
  await cache.put(ADDRESS, Response.json(kept));
}

/** Fills the cache with what was kept, and returns whose it is; null if there is none, or it is too old. */
export async function restoreDesk(queryClient: QueryClient): Promise<Viewer | null> {
  if (typeof caches === 'undefined') return null;
  const kept = (await (await caches.match(ADDRESS, { cacheName: DESK_CACHE }))?.json()) as KeptDesk | undefined;
  if (!kept || kept.build !== build() || !(Date.now() - kept.keptAt < KEPT_FOR_MS)) return null;
  hydrate(queryClient, kept.state);
  return queryClient.getQueryData<Viewer | null>(['viewer']) ?? null;
}
