import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The current time, shared by all relative times on the page; one timer, only while it is used. Between two ticks it
 * is newer than the last one, so the server's latest changes are not in the future.
 */
export function useNow(): Date {
  return new Date(
    Math.max(
      useSyncExternalStore(
        subscribe,
        () => now,
        () => now,
      ),
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
