import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import bar from './filter-bar.module.css';

interface Props {
  label: string;
  /** What the list is searched for when it is opened. */
  initial: string;
  /** Called with the trimmed words once typing pauses. */
  onSearch: (words: string) => void;
}

const SEARCH_AFTER_MS = 300;

/** The search of a list, within its filter bar. */
export function SearchField({ label, initial, onSearch }: Props) {
  const [words, setWords] = useState(initial);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), SEARCH_AFTER_MS);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      type="search"
      size="xs"
      className={bar.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={words}
      onChange={(event) => {
        setWords(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
