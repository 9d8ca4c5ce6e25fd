import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SeeNoticesDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { viewerQuery } from '../../lib/viewer.ts';
import { useAttention } from './attention.ts';
import type { NoticeBatch } from './queries.ts';

/** How long a row must be visible to count as seen. */
const DWELL_MS = 1_000;
/** The visible share of it. */
const SHARE = 0.6;
const MOST_AT_ONCE = 100;

/**
 * Marks notices as seen that were really visible: on the screen, in a visible, focused page, for a moment. Seen
 * notices are not mailed, so an open page alone marks nothing. `watch(id)`: the ref of a row; `fresh`: what was new
 * meanwhile.
 */
export function useSeen(workspaceId: string, batches: readonly NoticeBatch[]) {
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { mutate, error } = useMutation({
    mutationFn: (seen: { shownIds?: string[]; upToId?: string }) => runDocument(SeeNoticesDocument, { workspaceId, ...seen }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['news', workspaceId] }),
      ]),
  });
  const { onScreen, watch } = useOnScreen();
  const isHere = useAttention();
  const shown = batches
    .filter(({ id, unseenCount }) => unseenCount > 0 && onScreen.has(id))
    .slice(0, MOST_AT_ONCE)
    .map(({ newest }) => newest.id)
    .join();
  useEffect(() => {
    if (!isHere || shown === '') return;
    const timer = setTimeout(() => {
      const shownIds = shown.split(',');
      setFresh((before) => new Set([...before, ...shownIds]));
      mutate({ shownIds });
    }, DWELL_MS);
    return () => clearTimeout(timer);
  }, [isHere, shown, mutate]);
  const seeAll = (): void => {
    const newest = batches
      .map((batch) => batch.newest.id)
      .toSorted()
      .at(-1);
    if (newest) mutate({ upToId: newest });
  };
  const see = (id: string): void => mutate({ shownIds: [id] });
  return { fresh, error, watch, see, seeAll };
}

/** Which rows are on the screen, by the id that each was watched with. */
function useOnScreen() {
  const [onScreen, setOnScreen] = useState<ReadonlySet<string>>(new Set());
  const ids = useRef(new Map<Element, string>());
  const [observer] = useState(
    () =>
      new IntersectionObserver(
        (entries) =>
          setOnScreen((before) => {
            const now = new Set(before);
            for (const { target, isIntersecting } of entries) {
              const id = ids.current.get(target);
              if (id !== undefined) isIntersecting ? now.add(id) : now.delete(id);
            }
            return now;
          }),
        { threshold: SHARE },
      ),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  const watch = useCallback(
    (id: string) => (element: Element | null) => {
      if (!element) return;
      ids.current.set(element, id);
      observer.observe(element);
      return () => {
        observer.unobserve(element);
        ids.current.delete(element);
        setOnScreen((before) => new Set([...before].filter((other) => other !== id)));
      };
    },
    [observer],
  );
  return { onScreen, watch };
}
