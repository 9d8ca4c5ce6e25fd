import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeKind } from '../../gql/graphql.ts';
import { setLiveState } from './live-state.ts';
import { watchWaking } from './watch-waking.ts';

/** One publication changes several things at once; refetches are batched. */
const GATHER_MS = 150;
/** The first screen comes first: the stream begins with what has changed since the page was opened. */
const FIRST_SCREEN_MS = 3_000;
/** A tab in the background lets its stream go: a browser has only few connections to one server. */
const HIDDEN_MS = 20_000;

/** Refetches every query with `live(…)` when the workspace changes. Used once, in the shell. */
export function useLiveChanges(workspaceId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!workspaceId) return;
    const gather = createGather(queryClient);
    let close: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = async (): Promise<void> => {
      if (close) return;
      let isWanted = true;
      close = () => {
        isWanted = false;
      };
      const file = await import('./open-changes.ts').catch(() => null);
      if (!isWanted) return;
      close = null;
      if (!file) return setLiveState('lost');
      close = file.openChanges(workspaceId, {
        begun: () => setLiveState('live'),
        changed: gather.add,
        lost: () => {
          setLiveState('lost');
          gather.add('EVERYTHING');
        },
      });
    };
    const rest = (): void => {
      close?.();
      close = null;
      setLiveState('connecting');
    };
    const turn = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') void open();
      else timer = setTimeout(rest, HIDDEN_MS);
    };
    const again = (): void => {
      if (document.visibilityState !== 'visible') return;
      rest();
      void open();
    };
    // Reported at once, rather than after a timeout.
    const offline = (): void => {
      close?.();
      close = null;
      setLiveState('lost');
    };
    const stopWatching = watchWaking(again);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', turn);
    timer = setTimeout(turn, FIRST_SCREEN_MS);
    return () => {
      stopWatching();
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', turn);
      clearTimeout(timer);
      gather.stop();
      rest();
    };
  }, [workspaceId, queryClient]);
}

/** Collects changes for a moment, then refetches the queries that show what changed. */
export function createGather(queryClient: QueryClient) {
  const kinds = new Set<ChangeKind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    const changed = new Set(kinds);
    kinds.clear();
    const livesOn = ({ meta }: Query): boolean =>
      meta?.live !== undefined && (changed.has('EVERYTHING') || meta.live.some((kind) => changed.has(kind)));
    // An initial load or the next page of a list is not restarted: a refetch would drop the page without an error. The
    // result may be older than the change, so a refetch follows it.
    const isLoading = ({ state }: Query): boolean =>
      state.fetchStatus === 'fetching' && (state.data === undefined || state.fetchMeta?.fetchMore !== undefined);
    for (const { promise, queryKey } of queryClient.getQueryCache().findAll({ predicate: (query) => livesOn(query) && isLoading(query) })) {
      const again = () => queryClient.invalidateQueries({ queryKey, exact: true });
      promise?.then(again, again);
    }
    void queryClient.invalidateQueries({ predicate: (query) => livesOn(query) && !isLoading(query) });
  };
  return {
    add: (kind: ChangeKind): void => {
      kinds.add(kind);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
