import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import bar from '../../components/ui/filter-bar.module.css';
import { jobStates } from '../../components/ui/states.ts';
import type { PublishJobState } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { type JobFilter, jobFiltersQuery } from './queries.ts';
import { texts } from './texts.ts';

const states = Object.keys(jobStates) as PublishJobState[];

interface Props {
  filter: JobFilter;
  /** Only published posts are shown, in any state. */
  isOut: boolean;
  onChange: (filter: JobFilter) => void;
}

/** Filters jobs by state, platform and author. */
export function JobFilters({ filter, isOut, onChange }: Props) {
  const { data } = useQuery(jobFiltersQuery(useWorkspace().id));
  const isState = (value: string | null): PublishJobState | null => states.find((known) => known === value) ?? null;
  return (
    <search className={bar.bar}>
      {!isOut && (
        <Choice
          label={texts.filters.state}
          all={texts.all}
          options={states.map((value) => ({ value, label: texts.state(value) }))}
          value={filter.state}
          onChange={(state) => onChange({ ...filter, state: isState(state) })}
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
