import { useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';
import type { Tone } from './states.ts';
import { ToneIcon } from './status.tsx';
import classes from './toasts.module.css';

/** What can be done about what a toast tells of. */
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
/** Longer, so that the action can be reached. */
const SHOWN_WITH_ACTION_MS = 10_000;
/** Of those that offer something. One more makes the oldest leave that says that something worked. */
const MAX = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says that something worked. What did not work is said where it was tried, and stays there. */
export function showToast(message: string, action: ToastAction | null = null): void {
  const toast = add({ message, action, tone: 'good' });
  setTimeout(() => hide(toast), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

/** Says what did not work where no place on the screen is for it: behind a message's button, or before there was a page. It stays until it is closed. */
export function showRefusal(message: string): void {
  add({ message, action: { label: texts.close, run: () => {} }, tone: 'bad' });
}

function add(shown: Omit<Toast, 'id'>): Toast {
  lastId += 1;
  const toast = { ...shown, id: lastId };
  // What only says that something worked takes the place of what said so before: at speed they would cover what is looked at.
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

/** The place of the messages; always there, so that screen readers hear what comes into it. */
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
