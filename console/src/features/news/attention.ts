import { useSyncExternalStore } from 'react';

/** After this long without input, an open page may be unattended. */
const IDLE_MS = 60_000;

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

let lastSign = performance.now();
const listeners = new Set<() => void>();
let idle: ReturnType<typeof setTimeout> | undefined;

const isHere = (): boolean => document.visibilityState === 'visible' && document.hasFocus() && performance.now() - lastSign < IDLE_MS;

function tell(): void {
  for (const listener of listeners) listener();
}

function noteSign(): void {
  lastSign = performance.now();
  clearTimeout(idle);
  idle = setTimeout(tell, IDLE_MS);
  tell();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const sign of SIGNS) window.addEventListener(sign, noteSign, { passive: true });
    window.addEventListener('blur', tell);
    document.addEventListener('visibilitychange', tell);
    // Coming to the page was a sign.
    noteSign();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(idle);
    for (const sign of SIGNS) window.removeEventListener(sign, noteSign);
    window.removeEventListener('blur', tell);
    document.removeEventListener('visibilitychange', tell);
  };
}

/** Whether a person is in front of the page: it is visible, has the focus, and was touched within a minute. */
export const useAttention = (): boolean => useSyncExternalStore(subscribe, isHere);
