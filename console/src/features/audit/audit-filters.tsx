import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchWords } from '../../components/ui/use-search-words.ts';
import { LAST_DAY } from '../../lib/time/zoned-time.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './audit.module.css';
import { type AuditFilter, aboutAuditQuery } from './queries.ts';
import { NOUNS, texts } from './texts.ts';

interface Props {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

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
      <Day label={texts.filters.from} day={filter.from} onChange={(from) => set({ from })} />
      <Day label={texts.filters.to} day={filter.to} onChange={(to) => set({ to })} />
      <Subject subjectId={filter.subjectId} onChange={(subjectId) => set({ subjectId })} />
    </div>
  );
}

/** Earlier years are those of half-typed dates, such as 0202. */
const FIRST_DAY = '2000-01-01';

/** A day that filters once it is typed completely. */
function Day({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState({ day, applied: day });
  return (
    <TextInput
      label={label}
      size="xs"
      type="date"
      min={FIRST_DAY}
      max={LAST_DAY}
      value={typed.applied === day ? typed.day : day}
      onChange={({ currentTarget: { value, validity } }) => {
        const isWhole = !validity.badInput && (value === '' || value >= FIRST_DAY);
        setTyped({ day: value, applied: isWhole ? value : day });
        if (isWhole) onChange(value);
      }}
    />
  );
}

function Subject({ subjectId, onChange }: { subjectId: string; onChange: (subjectId: string) => void }) {
  const { field, words, type } = useSearchWords(subjectId, onChange);
  return (
    <TextInput
      ref={field}
      label={texts.filters.subject}
      size="xs"
      placeholder={texts.subject}
      value={words}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  );
}
