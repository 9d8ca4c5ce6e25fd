import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './labels.module.css';
import { filtersQuery } from './queries.ts';
import { texts } from './texts.ts';

const { maxItems, maxLength } = FIELD_RULES.draft.labels;

/** Words to find a draft by. */
export function Labels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <ul className={classes.labels} aria-label={texts.labels.title}>
      {labels.map((label) => (
        <li key={label} className={classes.label} dir="auto">
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Typed, or chosen from those of the workspace. */
export function LabelsField({ value, onChange }: { value: string[]; onChange: (labels: string[]) => void }) {
  const { data } = useQuery(filtersQuery(useWorkspace().id));
  return (
    <TagsInput
      label={texts.labels.title}
      description={texts.labels.hint}
      maw={420}
      data={data?.labels ?? []}
      maxTags={maxItems}
      maxLength={maxLength}
      acceptValueOnBlur
      value={value}
      onChange={onChange}
    />
  );
}
