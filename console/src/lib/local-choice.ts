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

/** As this tab has it; null where nothing was chosen yet. */
const ofTab = new Map<string, string | null>();

/** A choice of this tab, which no other tab changes; a new tab begins with the last one on this device. */
export function useTabChoice(name: string): string | null {
  return useSyncExternalStore(subscribeHere, () => readTabChoice(name));
}

/** For this tab and for those that open after it. */
export function writeTabChoice(name: string, value: string): void {
  keepInTab(name, value);
  writeChoice(name, value);
}

function readTabChoice(name: string): string | null {
  const known = ofTab.get(name);
  if (known !== undefined) return known;
  try {
    keepInTab(name, sessionStorage.getItem(`countersign-${name}`) ?? readChoice(name));
  } catch {
    keepInTab(name, readChoice(name));
  }
  return ofTab.get(name) ?? null;
}

function keepInTab(name: string, value: string | null): void {
  ofTab.set(name, value);
  try {
    // Outlasts a reload.
    if (value !== null) sessionStorage.setItem(`countersign-${name}`, value);
  } catch {
    // Without storage it is the tab's until the page is left.
  }
}

function subscribeHere(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
