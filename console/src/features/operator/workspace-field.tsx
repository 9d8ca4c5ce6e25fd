import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AccountChoice, workspacesQuery } from './queries.ts';
import { texts } from './texts.ts';

const SEARCH_AFTER_MS = 200;

interface Props {
  /** Empty while none is chosen. */
  value: string;
  onChange: (id: string) => void;
}

/** One of all workspaces of the service: the newest ones, or those that are found by their name or their account's. */
export function WorkspaceField({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const { data: found = [] } = useQuery({ ...workspacesQuery(search), placeholderData: keepPreviousData });
  // It stays a choice, whatever is searched for next.
  const [chosen, setChosen] = useState<AccountChoice | null>(null);
  const has = (id: string) => (account: AccountChoice) => account.workspaces.some((workspace) => workspace.id === id);
  const accounts = chosen && has(value)(chosen) && !found.some(has(value)) ? [chosen, ...found] : found;
  return (
    <Select
      label={texts.workspace}
      description={texts.workspaceHint}
      placeholder={texts.workspaceSearch}
      data={accounts.map(({ name, workspaces }) => ({
        group: name,
        items: workspaces.map((workspace) => ({ value: workspace.id, label: workspace.name })),
      }))}
      required
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={texts.workspaceNone}
      allowDeselect={false}
      value={value || null}
      onChange={(id) => {
        setChosen(accounts.find(has(id ?? '')) ?? null);
        onChange(id ?? '');
      }}
    />
  );
}
