import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { forgetWords, type Kept, keepWords, keptNames, readWords } from '../../lib/kept-words.ts';
import { type Viewer, viewerQuery } from '../../lib/viewer.ts';

export interface KeptWords<Words> {
  /** What an earlier page left unsaved; null where nothing was, or it was discarded or saved since. */
  found: Kept<Words> | null;
  /** Whether the browser keeps what is typed now. */
  isKept: boolean;
  /** After a save, or when they are not wanted. Nothing of this form is kept any more until something else is typed. */
  forget(): void;
}

interface Form {
  /** Of one form about one thing, such as `draft ID`. */
  name: string;
  /** What is typed over: words kept over another base are not offered. */
  base?: string;
}

/** Of the person who is signed in; on a client's page there is none. */
const ofPerson = (queryClient: QueryClient): string => `${queryClient.getQueryData<Viewer | null>(viewerQuery.queryKey)?.id ?? ''} `;

/** Reads what an earlier page left of a form, before the first frame of it. */
export function useFoundWords<Words>({ name, base = '' }: Form): Kept<Words> | null {
  const queryClient = useQueryClient();
  return useState(() => readWords<Words>(ofPerson(queryClient) + name, base))[0];
}

/** Fills a form, once, with what was found. */
export function useRestoredWords<Words>(found: Kept<Words> | null, restore: ((words: Words) => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears.
  useLayoutEffect(() => {
    if (found) restore?.(found.words);
  }, []);
}

/** Keeps `words` in the browser as long as they are unsaved. `found` is what `useFoundWords` has read. */
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
      setKept(keepWords(key, base, JSON.parse(now)));
    } else if (wasUnsaved.current && !isUnsaved) {
      forgetWords(key);
      setShown(null);
    }
  }, [key, base, now, isUnsaved]);
  const forget = (): void => {
    forgotten.current = now;
    forgetWords(key);
    setShown(null);
  };
  return { found: shown, isKept, forget };
}

/** Forgets the words of a form once they have arrived, also after its page is gone. */
export function forgetFormWords(queryClient: QueryClient, name: string): void {
  forgetWords(ofPerson(queryClient) + name);
}

/** Whether the person has left words unsaved in any form of this browser. */
export function hasUnsavedWords(queryClient: QueryClient): boolean {
  return keptNames(ofPerson(queryClient)).length > 0;
}

/** What the person has left unsaved is not kept beyond their session. */
export function forgetPersonsWords(queryClient: QueryClient): void {
  for (const name of keptNames(ofPerson(queryClient))) forgetWords(name);
}
