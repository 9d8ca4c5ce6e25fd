import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import bar from './filter-bar.module.css';
import { useSearchWords } from './use-search-words.ts';

interface Props {
  label: string;
  /** What the list is searched for. */
  searched: string;
  /** Called with the trimmed words once typing pauses. */
  onSearch: (words: string) => void;
}

/** The search of a list, within its filter bar. */
export function SearchField({ label, searched, onSearch }: Props) {
  const { field, words, type } = useSearchWords(searched, onSearch);
  return (
    <TextInput
      ref={field}
      aria-label={label}
      placeholder={label}
      type="search"
      size="xs"
      className={bar.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={words}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  );
}
