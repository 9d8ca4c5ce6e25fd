import { useSyncExternalStore } from 'react';
import { ToneIcon } from './status.tsx';
import classes from './toasts.module.css';

interface Toast {
  id: number;
  message: string;
}

const SHOWN_MS = 5_000;
const MAX = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says that something worked. What did not work is said where it was tried, and stays there. */
export function showToast(message: string): void {
  lastId += 1;
  const toast = { id: lastId, message };
  set([...toasts, toast].slice(-MAX));
  setTimeout(() => set(toasts.filter((other) => other !== toast)), SHOWN_MS);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of the messages; always there, so that screen readers hear what comes into it. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={classes.toasts} role="status">
      {shown.map(({ id, message }) => (
        <p key={id} className={classes.toast}>
          <ToneIcon tone="good" />
          <span>{message}</span>
        </p>
      ))}
    </div>
  );
}
