import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasUnsaved, type Kept, readUnsaved, removeOldUnsaved, removeUnsaved, saveUnsaved } from '../../lib/unsaved-text.ts';
import { type Viewer, viewerQuery } from '../../lib/viewer.ts';

// Once for a page with forms; the sign-in page does without it.
removeOldUnsaved();

export interface KeptWords<Words> {
  /** Unsaved text of an earlier page; null if there is none, or it was discarded or saved. */
  found: Kept<Words> | null;
  /** Whether the browser keeps the current text. */
  isKept: boolean;
  /** After a save, or to discard. Keeps nothing of this form until something else is typed. */
  forget(): void;
}

interface Form {
  /** Of one form about one thing, such as `draft ID`. */
  name: string;
  /** What the text is based on: text kept for another base is not restored. */
  base?: string;
}

/** Of the signed-in person; on a client's page there is none. */
const ofPerson = (queryClient: QueryClient): string => `${queryClient.getQueryData<Viewer | null>(viewerQuery.queryKey)?.id ?? ''} `;

/** Reads a form's unsaved text before its first render. */
export function useFoundWords<Words>({ name, base = '' }: Form): Kept<Words> | null {
  const queryClient = useQueryClient();
  return useState(() => readUnsaved<Words>(ofPerson(queryClient) + name, base))[0];
}

/** Fills a form, once, with restored text. */
export function useRestoredWords<Words>(found: Kept<Words> | null, restore: ((words: Words) => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears.
  useLayoutEffect(() => {
    if (found) restore?.(found.words);
  }, []);
}

/** Keeps `words` in the browser as long as they are unsaved. `found`: the result of `useFoundWords`. */
export function useKeptWords<Words>(
  { name, base = '', found }: Form & { found: Kept<Words> | null },
  words: Words,
  isUnsaved: boolean,
): KeptWords<Words> {
  const queryClient = useQueryClient();
  const key = ofPerson(queryClient) + name;
  const [shown, setShown] = useState(found);
  const [isKept, setKept] = useState(true);
  const wasUnsaved = useRef(false);
  const forgotten = useRef<string | null>(null);
  const now = JSON.stringify(words);
  useEffect(() => {
    if (isUnsaved && forgotten.current !== now) {
      wasUnsaved.current = true;
      setKept(saveUnsaved(key, base, JSON.parse(now)));
    } else if (wasUnsaved.current && !isUnsaved) {
      removeUnsaved(key);
      setShown(null);
      setKept(true);
    }
  }, [key, base, now, isUnsaved]);
  const forget = (): void => {
    forgotten.current = now;
    removeUnsaved(key);
    setShown(null);
  };
  return { found: shown, isKept, forget };
}

/** Removes a form's text once it was saved, even after its page is gone; what another tab has is not saved yet. */
export function forgetFormWords(queryClient: QueryClient, name: string): void {
  removeUnsaved(ofPerson(queryClient) + name);
}

/** Whether any form of this browser has unsaved text of the person. */
export function hasUnsavedWords(queryClient: QueryClient): boolean {
  return hasUnsaved(ofPerson(queryClient));
}
