import { useQueryClient } from '@tanstack/react-query';
import { useViewer, type Viewer, viewerQuery } from '../../lib/viewer.ts';
import { showRefusal } from '../ui/toasts.tsx';
import { askBeforeLeaving } from './run-each.ts';
import { texts } from './texts.ts';

/** How long an action that has no counterpart can be undone before it begins. */
export const UNDO_MS = 5_000;

/** An action that is about to begin, on whichever page the person is by then. */
export interface Soon {
  /** In milliseconds, as of `Date.now()`. */
  at: number;
  /** It does not begin. */
  stop(): void;
  /** It begins at once. */
  go(): void;
}

const waiting = new Set<() => void>();

/** Begins after a few seconds unless it is stopped; at once if the browser leaves the page. */
function beginSoon(begin: () => void): Soon {
  const end = askBeforeLeaving();
  const stop = (): void => {
    clearTimeout(timer);
    end();
    waiting.delete(go);
  };
  const go = (): void => {
    stop();
    begin();
  };
  const timer = setTimeout(go, UNDO_MS);
  waiting.add(go);
  return { at: Date.now() + UNDO_MS, stop, go };
}

/** Begins an action after a few seconds, unless it is stopped or its person is not the one who is signed in by then. */
export function useBeginSoon(): (begin: () => void) => Soon {
  const queryClient = useQueryClient();
  const { id } = useViewer();
  const isTheirs = (): boolean => queryClient.getQueryData<Viewer | null>(viewerQuery.queryKey)?.id === id;
  return (begin) => beginSoon(() => (isTheirs() ? begin() : showRefusal(texts.anotherPerson)));
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    for (const go of [...waiting]) go();
  });
}
