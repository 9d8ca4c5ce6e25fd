import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LAST_DAY } from '../../lib/time/zoned-time.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './audit.module.css';
import { type AuditFilter, aboutAuditQuery } from './queries.ts';
import { NOUNS, texts } from './texts.ts';

interface Props {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

const SEARCH_AFTER_MS = 300;

/** Filters by actor, action, time and subject. */
export function AuditFilters({ filter, onChange }: Props) {
  const actors = useQuery(aboutAuditQuery(useWorkspace().id)).data?.actors ?? [];
  const set = (part: Partial<AuditFilter>): void => onChange({ ...filter, ...part });
  const nouns = Object.entries(NOUNS).map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.filters}>
      <Select
        label={texts.filters.actor}
        size="xs"
        searchable
        data={[{ value: '', label: texts.everybody }, ...actors]}
        value={filter.actorId}
        allowDeselect={false}
        onChange={(actorId) => set({ actorId: actorId ?? '' })}
      />
      <Select
        label={texts.filters.noun}
        size="xs"
        data={[{ value: '', label: texts.everything }, ...nouns]}
        value={filter.action}
        allowDeselect={false}
        onChange={(action) => set({ action: action ?? '' })}
      />
      <TextInput
        label={texts.filters.from}
        size="xs"
        type="date"
        max={LAST_DAY}
        value={filter.from}
        onChange={({ currentTarget: { value } }) => set({ from: value })}
      />
      <TextInput
        label={texts.filters.to}
        size="xs"
        type="date"
        max={LAST_DAY}
        value={filter.to}
        onChange={({ currentTarget: { value } }) => set({ to: value })}
      />
      <Subject subjectId={filter.subjectId} onChange={(subjectId) => set({ subjectId })} />
    </div>
  );
}

function Subject({ subjectId, onChange }: { subjectId: string; onChange: (subjectId: string) => void }) {
  const [typed, setTyped] = useState(subjectId);
  // Also chosen on a row, and by going back.
  useEffect(() => setTyped(subjectId), [subjectId]);
  const search = useDebouncedCallback((value: string) => onChange(value.trim()), SEARCH_AFTER_MS);
  return (
    <TextInput
      label={texts.filters.subject}
      size="xs"
      placeholder={texts.subject}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value);
      }}
    />
  );
}
