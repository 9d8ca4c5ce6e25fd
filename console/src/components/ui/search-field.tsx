import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import bar from './filter-bar.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search of a list, within its filter bar. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      type="search"
      size="xs"
      className={bar.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
