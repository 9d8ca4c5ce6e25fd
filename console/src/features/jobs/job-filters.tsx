import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import bar from '../../components/ui/filter-bar.module.css';
import { SearchField } from '../../components/ui/search-field.tsx';
import { jobStates, publicationStates } from '../../components/ui/states.ts';
import type { PublishJobState } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { type JobChoice, type JobFilter, jobFiltersQuery } from './queries.ts';
import { texts } from './texts.ts';

const states: { value: JobChoice; label: string }[] = [
  { value: 'ALL', label: texts.all },
  ...(Object.keys(jobStates) as PublishJobState[]).map((value) => ({ value, label: jobStates[value].word })),
  { value: 'UNKNOWN', label: publicationStates.UNKNOWN.word },
  { value: 'FAILED_LATELY', label: texts.failedLately },
];

interface Props {
  filter: JobFilter;
  /** Only published posts are shown, in any state. */
  isOut: boolean;
  onChange: (filter: JobFilter) => void;
}

/** Search, and filters by state, platform and author. */
export function JobFilters({ filter, isOut, onChange }: Props) {
  const { data } = useQuery(jobFiltersQuery(useWorkspace().id));
  return (
    <search className={bar.bar}>
      <SearchField
        label={texts.search}
        searched={filter.search ?? ''}
        onSearch={(search) => onChange({ ...filter, search: search || null })}
      />
      {!isOut && (
        <Choice
          label={texts.filters.state}
          all={texts.sentAndHeld}
          options={states}
          value={filter.state}
          onChange={(state) => onChange({ ...filter, state: states.find(({ value }) => value === state)?.value ?? null })}
        />
      )}
      <Choice
        label={texts.filters.platform}
        all={texts.allPlatforms}
        options={data?.platforms ?? []}
        value={filter.platform}
        onChange={(platform) => onChange({ ...filter, platform })}
      />
      <Choice
        label={texts.filters.agent}
        all={texts.allAgents}
        options={data?.agents ?? []}
        value={filter.agentId}
        onChange={(agentId) => onChange({ ...filter, agentId })}
      />
      {((data?.labels.length ?? 0) > 0 || filter.label !== null) && (
        <Choice
          label={texts.filters.label}
          all={texts.allLabels}
          options={data?.labels ?? []}
          value={filter.label}
          onChange={(label) => onChange({ ...filter, label })}
        />
      )}
    </search>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  options: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function Choice({ label, all, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      size="xs"
      className={bar.choice}
      data={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}
