import { showToast } from '../ui/toasts.tsx';
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
export function beginSoon(begin: () => void): Soon {
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

/** As `beginSoon`, with a message by which it is undone. */
export function startSoon(message: string, begin: () => void): void {
  showToast(message, { label: texts.undo, run: beginSoon(begin).stop }, UNDO_MS);
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    for (const go of [...waiting]) go();
  });
}
