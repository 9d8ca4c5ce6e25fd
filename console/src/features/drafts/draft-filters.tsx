import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import bar from '../../components/ui/filter-bar.module.css';
import { SearchField } from '../../components/ui/search-field.tsx';
import { draftStates } from '../../components/ui/states.ts';
import type { DraftState } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { type DraftFilter, filtersQuery, platformsQuery } from './queries.ts';
import { texts } from './texts.ts';

const NONE = { agents: [], labels: [] };
const states = Object.keys(draftStates) as DraftState[];

/** Search and filters above the list. */
export function DraftFilters({ filter, onFilter }: { filter: DraftFilter; onFilter: (filter: DraftFilter) => void }) {
  const { data: { agents, labels } = NONE } = useQuery(filtersQuery(useWorkspace().id));
  const platforms = useQuery(platformsQuery);
  return (
    <search className={bar.bar}>
      <SearchField label={texts.search} searched={filter.search} onSearch={(search) => onFilter({ ...filter, search })} />
      <Select
        aria-label={texts.filter}
        size="xs"
        className={bar.choice}
        data={[{ value: '', label: texts.all }, ...states.map((value) => ({ value, label: draftStates[value].word }))]}
        value={filter.state ?? ''}
        allowDeselect={false}
        onChange={(value) => onFilter({ ...filter, state: states.find((known) => known === value) ?? null })}
      />
      <Select
        aria-label={texts.platform}
        size="xs"
        className={bar.choice}
        searchable
        allowDeselect={false}
        data={[{ value: '', label: texts.allPlatforms }, ...(platforms.data ?? []).map(({ id, label }) => ({ value: id, label }))]}
        value={filter.platform ?? ''}
        onChange={(platform) => onFilter({ ...filter, platform: platform || null })}
      />
      <Select
        aria-label={texts.agent}
        size="xs"
        className={bar.choice}
        allowDeselect={false}
        data={[{ value: '', label: texts.allAgents }, ...agents]}
        value={filter.agentId ?? ''}
        onChange={(agentId) => onFilter({ ...filter, agentId: agentId || null })}
      />
      {(labels.length > 0 || filter.label !== null) && (
        <Select
          aria-label={texts.labels.filter}
          size="xs"
          className={bar.choice}
          searchable
          allowDeselect={false}
          data={[{ value: '', label: texts.labels.all }, ...new Set([...labels, ...(filter.label === null ? [] : [filter.label])])]}
          value={filter.label ?? ''}
          onChange={(label) => onFilter({ ...filter, label: label || null })}
        />
      )}
    </search>
  );
}
