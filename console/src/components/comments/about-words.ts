import { useSyncExternalStore } from 'react';

/** Words of a draft to comment on. */
export interface AboutWords {
  quote: string;
  /** The platform whose text contains them; null: the source text. */
  platform: string | null;
}

export const isSameWords = (one: AboutWords | null, other: AboutWords | null): boolean =>
  one !== null && one.quote === other?.quote && one.platform === other.platform;

/** The selection to comment on, of one draft at a time. */
let current: { draftId: string; words: AboutWords } | null = null;
const listeners = new Set<() => void>();

/** Null clears the selection of this draft; another draft's is kept. */
export function speakAbout(draftId: string, words: AboutWords | null): void {
  if (!words && current?.draftId !== draftId) return;
  current = words && { draftId, words };
  for (const tell of listeners) tell();
}

export function aboutWordsOf(draftId: string): AboutWords | null {
  return current?.draftId === draftId ? current.words : null;
}

export function useAboutWords(draftId: string): AboutWords | null {
  return useSyncExternalStore(subscribe, () => aboutWordsOf(draftId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
