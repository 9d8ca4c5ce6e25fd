import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Where the browser refuses its storage, a choice lasts until the page is left. */
const memory = new Map<string, string>();

/** A choice kept on this device, such as the last workspace. Never a secret. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(`countersign-${name}`);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Returns whether it was stored. */
export function writeChoice(name: string, value: string): boolean {
  let isKept = true;
  try {
    localStorage.setItem(`countersign-${name}`, value);
  } catch {
    memory.set(name, value);
    isKept = false;
  }
  for (const listener of listeners) listener();
  return isKept;
}

/** The choice and its changes, also those of another tab. */
export function useChoice(name: string): string | null {
  return useSyncExternalStore(subscribe, () => readChoice(name));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
