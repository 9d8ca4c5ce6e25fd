import { useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';
import type { Tone } from './states.ts';
import { ToneIcon } from './status.tsx';
import classes from './toasts.module.css';

/** The action of a toast. */
interface ToastAction {
  label: string;
  run: () => void;
}

interface Toast {
  id: number;
  message: string;
  tone: Tone;
  action: ToastAction | null;
}

const SHOWN_MS = 5_000;
/** Longer, so the action can be reached. */
const SHOWN_WITH_ACTION_MS = 10_000;
/** The maximum of toasts with actions. A further one removes the oldest toast that only reports success. */
const MAX = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Reports success. Errors are shown where they occur, and stay. */
export function showToast(message: string, action: ToastAction | null = null, shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS): void {
  const toast = add({ message, action, tone: 'good' });
  setTimeout(() => hide(toast), shownMs);
}

/**
 * Reports an error without a place on the screen: of a toast's action, or from before the page. Stays until it is
 * closed.
 */
export function showRefusal(message: string): void {
  add({ message, action: { label: texts.close, run: () => {} }, tone: 'bad' });
}

function add(shown: Omit<Toast, 'id'>): Toast {
  lastId += 1;
  const toast = { ...shown, id: lastId };
  // A success message replaces the previous one: in quick succession they would cover the content.
  const before = shown.action ? undefined : toasts.find(({ action }) => !action);
  const leaves = before ?? (toasts.length < MAX ? undefined : toasts.find(({ tone }) => tone === 'good'));
  set([...toasts.filter((other) => other !== leaves), toast]);
  return toast;
}

function hide(toast: Toast): void {
  set(toasts.filter((other) => other !== toast));
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => toasts;

/** The container of toasts; always present, so screen readers announce them. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, current, current);
  return (
    <div className={classes.toasts} role="status">
      {shown.map((toast) => (
        <p key={toast.id} className={classes.toast}>
          <ToneIcon tone={toast.tone} />
          <span>{toast.message}</span>
          {toast.action && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                hide(toast);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
