import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { useSearchWords } from '../../../components/ui/use-search-words.ts';
import type { ApprovalSort } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { type ApprovalFilter, totalOf, withChoice } from './approval-filter.ts';
import classes from './approval-list.module.css';
import { FilterPanel } from './filter-panel.tsx';

export interface ToolsProps {
  filter: ApprovalFilter;
  onFilter: (filter: ApprovalFilter) => void;
  /** Whether the field for it is there; it takes the room of a row. */
  isSearching: boolean;
  onSearching: (isSearching: boolean) => void;
}

const sorts = Object.entries(texts.sorts).map(([value, label]) => ({ value: value as ApprovalSort, label }));

/** Order, search and filters of the queue; independent of the open post. */
export const ListTools = memo(function ListTools({ filter, onFilter, isSearching, onSearching }: ToolsProps) {
  return (
    <>
      <NativeSelect
        aria-label={texts.sort}
        size="xs"
        className={classes.sort}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        data={sorts}
        value={filter.sort ?? 'OLDEST'}
        onChange={({ currentTarget: { value } }) =>
          onFilter(withChoice(filter, 'sort', value === 'OLDEST' ? undefined : (value as ApprovalSort)))
        }
      />
      <Button
        size="xs"
        px={8}
        variant={isSearching ? 'light' : 'default'}
        aria-label={texts.search}
        aria-expanded={isSearching}
        onClick={() => onSearching(!isSearching)}
      >
        <IconSearch size={16} aria-hidden />
      </Button>
      <FilterPanel filter={filter} onFilter={onFilter} />
    </>
  );
});

/** How many there are where that is known without reading them all; else how many are read. */
export function Count({ filter, shown, hasMore }: { filter: ApprovalFilter; shown: number; hasMore: boolean }) {
  const { waitingApprovals } = useWorkspace();
  if ((filter.state ?? 'PENDING') !== 'PENDING') return texts.shown({ count: shown, hasMore });
  return texts.waiting({ count: totalOf(filter, { shown, hasMore, waiting: waitingApprovals }) });
}

interface SearchProps extends Pick<ToolsProps, 'filter' | 'onFilter'> {
  isFocused: boolean;
  onLeave: () => void;
}

export function Search({ filter, onFilter, isFocused, onLeave }: SearchProps) {
  const { field, words, type } = useSearchWords(filter.search ?? '', (typed) => onFilter(withChoice(filter, 'search', typed || undefined)));
  return (
    <TextInput
      ref={field}
      type="search"
      size="xs"
      flex={1}
      maxLength={100}
      aria-label={texts.search}
      placeholder={texts.search}
      autoFocus={isFocused}
      onKeyDown={({ key }) => key === 'Escape' && words === '' && onLeave()}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={words}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  );
}
