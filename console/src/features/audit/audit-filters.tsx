import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
