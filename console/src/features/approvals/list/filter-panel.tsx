import { Button, type ButtonProps } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { texts } from '../texts.ts';
import { type ApprovalFilter, countFilters } from './approval-filter.ts';

const FilterChoices = lazy(async () => ({ default: (await import('./filter-choices.tsx')).FilterChoices }));

interface Props {
  filter: ApprovalFilter;
  onFilter: (filter: ApprovalFilter) => void;
}

/** The filters of the list. */
export function FilterPanel({ filter, onFilter }: Props) {
  const chosen = countFilters(filter) + (filter.state ? 1 : 0);
  const [wasOpened, setWasOpened] = useState(false);
  const closed = <FilterButton chosen={chosen} aria-haspopup="dialog" aria-expanded={false} onClick={() => setWasOpened(true)} />;
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <FilterChoices filter={filter} chosen={chosen} onFilter={onFilter} />
    </Suspense>
  );
}

/** Opens the filters, and says how many are set. */
export function FilterButton({ chosen, ...button }: { chosen: number } & ButtonProps & ComponentProps<'button'>) {
  return (
    <Button size="xs" px={8} variant={chosen > 0 ? 'light' : 'default'} aria-label={texts.filter({ chosen })} {...button}>
      <IconFilter size={16} aria-hidden />
      {chosen > 0 && <span>{chosen}</span>}
    </Button>
  );
}
