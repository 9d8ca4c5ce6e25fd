import { Button, Popover, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOpenAtOnce } from '../../../components/ui/use-open-at-once.ts';
import type { ApprovalState, GoesOut } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { filterChoicesQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { type ApprovalFilter, withChoice } from './approval-filter.ts';
import { FilterButton } from './filter-panel.tsx';

interface Props {
  filter: ApprovalFilter;
  /** How many are set. */
  chosen: number;
  onFilter: (filter: ApprovalFilter) => void;
}

const options = <T extends string>(labels: Record<T, string>) => Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
const states = options(texts.filters);
const times = options(texts.goesOutWhen);
const findings = options(texts.findingChoices);

/** The open panel. Loaded when it is first opened. */
export function FilterChoices({ filter, chosen, onFilter }: Props) {
  const { button, isOpen, setOpen } = useOpenAtOnce();
  const { data } = useQuery(filterChoicesQuery(useWorkspace().id));
  const choose = <K extends keyof ApprovalFilter>(name: K, value: ApprovalFilter[K] | undefined): void =>
    onFilter(withChoice(filter, name, value));
  return (
    <Popover position="bottom-end" width={260} trapFocus shadow="md" returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <FilterButton ref={button} chosen={chosen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Choice
            label={texts.state}
            data={states}
            value={filter.state ?? 'PENDING'}
            isFixed
            onChange={(value) => choose('state', value === 'PENDING' || value === null ? undefined : (value as ApprovalState))}
          />
          <Choice
            label={texts.platform}
            data={(data?.platforms ?? []).map(({ id, label }) => ({ value: id, label }))}
            value={filter.platform ?? null}
            onChange={(value) => choose('platform', value ?? undefined)}
          />
          <Choice
            label={texts.agent}
            data={data?.agents ?? []}
            value={filter.agentId ?? null}
            onChange={(value) => choose('agentId', value ?? undefined)}
          />
          <Choice
            label={texts.findings}
            data={findings}
            value={filter.hasFindings === undefined ? null : filter.hasFindings ? 'with' : 'without'}
            onChange={(value) => choose('hasFindings', value === null ? undefined : value === 'with')}
          />
          <Choice
            label={texts.goesOut}
            data={times}
            value={filter.goesOut ?? null}
            onChange={(value) => choose('goesOut', (value as GoesOut) ?? undefined)}
          />
          {chosen > 0 && (
            <Button variant="subtle" size="xs" onClick={() => onFilter(filter.sort ? { sort: filter.sort } : {})}>
              {texts.clearFilters}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  label: string;
  data: { value: string; label: string }[];
  value: string | null;
  /** One of them is always chosen. */
  isFixed?: boolean;
  onChange: (value: string | null) => void;
}

function Choice({ isFixed = false, ...select }: ChoiceProps) {
  return (
    <Select
      size="xs"
      placeholder={texts.any}
      clearable={!isFixed}
      allowDeselect={!isFixed}
      // Inside the panel, so choosing does not close it.
      comboboxProps={{ withinPortal: false }}
      {...select}
    />
  );
}
