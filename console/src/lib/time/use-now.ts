import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The current time, for all relative times on the page at once; one timer, only while somebody
 * looks. Between two ticks it is newer than the last one: what the server did just now is not ahead.
 */
export function useNow(): Date {
  return new Date(
    Math.max(
      useSyncExternalStore(subscribe, () => now),
      Date.now(),
    ),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
