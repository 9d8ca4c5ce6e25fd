import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';

const SEARCH_AFTER_MS = 300;

interface SearchWords {
  field: RefObject<HTMLInputElement | null>;
  words: string;
  type: (words: string) => void;
}

/** What is typed into a list's search field, passed on trimmed once typing pauses. `searched`: what the list is searched for now. */
export function useSearchWords(searched: string, onSearch: (words: string) => void): SearchWords {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(searched);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), SEARCH_AFTER_MS);
  // Also changed by a link or by going back, but never under the typing hand.
  useEffect(() => {
    if (document.activeElement !== field.current) setWords(searched);
  }, [searched]);
  return {
    field,
    words,
    type: (typed) => {
      setWords(typed);
      search(typed);
    },
  };
}
