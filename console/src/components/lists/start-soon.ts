import { showToast } from '../ui/toasts.tsx';
import { askBeforeLeaving } from './run-each.ts';
import { texts } from './texts.ts';

/** How long an action that has no counterpart can be undone before it begins. */
export const UNDO_MS = 5_000;

const waiting = new Set<() => void>();

/** Begins after a few seconds unless it is undone; at once if the page is left. */
export function startSoon(message: string, begin: () => void): void {
  const end = askBeforeLeaving();
  const timer = setTimeout(() => go(), UNDO_MS);
  const stop = (): void => {
    clearTimeout(timer);
    end();
    waiting.delete(go);
  };
  const go = (): void => {
    stop();
    begin();
  };
  waiting.add(go);
  showToast(message, { label: texts.undo, run: stop }, UNDO_MS);
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    for (const go of [...waiting]) go();
  });
}
