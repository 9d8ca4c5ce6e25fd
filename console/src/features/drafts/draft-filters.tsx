import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { draftStates } from '../../components/states.ts';
import type { DraftState } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './draft.module.css';
import { agentsQuery, type DraftFilter, platformsQuery } from './queries.ts';
import { texts } from './texts.ts';

const states = Object.keys(draftStates) as DraftState[];

/** Search and filters above the list. */
export function DraftFilters({ filter, onFilter }: { filter: DraftFilter; onFilter: (filter: DraftFilter) => void }) {
  const agents = useQuery(agentsQuery(useWorkspace().id));
  const platforms = useQuery(platformsQuery);
  return (
    <search className={classes.filters}>
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        type="search"
        size="xs"
        className={classes.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filter.search}
        onChange={({ currentTarget: { value } }) => onFilter({ ...filter, search: value })}
      />
      <Select
        aria-label={texts.filter}
        size="xs"
        w={170}
        data={[{ value: '', label: texts.all }, ...states.map((value) => ({ value, label: texts.state(value) }))]}
        value={filter.state ?? ''}
        allowDeselect={false}
        onChange={(value) => onFilter({ ...filter, state: states.find((known) => known === value) ?? null })}
      />
      <Select
        aria-label={texts.platform}
        placeholder={texts.platform}
        size="xs"
        w={150}
        clearable
        searchable
        data={(platforms.data ?? []).map(({ id, label }) => ({ value: id, label }))}
        value={filter.platform}
        onChange={(platform) => onFilter({ ...filter, platform })}
      />
      <Select
        aria-label={texts.agent}
        placeholder={texts.agent}
        size="xs"
        w={150}
        clearable
        data={agents.data ?? []}
        value={filter.agentId}
        onChange={(agentId) => onFilter({ ...filter, agentId })}
      />
    </search>
  );
}
