import { useSyncExternalStore } from 'react';

/** Words of a draft that somebody wants to say something about. */
export interface AboutWords {
  quote: string;
  /** In whose words they stand; null: in the source text. */
  platform: string | null;
}

/** From where words are chosen to where something is said: of one draft at a time. */
let current: { draftId: string; words: AboutWords } | null = null;
const listeners = new Set<() => void>();

export function speakAbout(draftId: string, words: AboutWords | null): void {
  current = words && { draftId, words };
  for (const tell of listeners) tell();
}

export function useAboutWords(draftId: string): AboutWords | null {
  const about = useSyncExternalStore(subscribe, () => current);
  return about?.draftId === draftId ? about.words : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
