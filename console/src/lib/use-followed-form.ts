import { type FormValidateInput, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';

interface Source {
  settingsRevision: number;
}

/** What a save does with the form that it is of, which goes on. */
export interface Following<Settings, Values> {
  /** The values, as they are sent. */
  read: () => Values;
  onSaved: (saved: Settings, sent: Values) => void;
}

/**
 * The form of some settings, and the revision that it was filled from. A newer one fills it again as long as nothing
 * in it is unsaved; else it stays as it is, and saving it reports the conflict.
 */
export function useFollowedForm<Settings extends Source, Values extends object>(
  current: Settings,
  valuesOf: (settings: Settings) => Values,
  validate: FormValidateInput<Values> = {},
) {
  const [seen, setSeen] = useState(current);
  const form = useForm<Values>({ initialValues: valuesOf(seen), validate });
  const fill = (settings: Settings, values: Values): void => {
    setSeen(settings);
    form.resetDirty(valuesOf(settings));
    form.setValues(values);
  };
  useEffect(() => {
    if (current.settingsRevision > seen.settingsRevision && !form.isDirty()) fill(current, valuesOf(current));
  });
  const following: Following<Settings, Values> = {
    read: form.getValues,
    onSaved: (settings, sent) => fill(settings, withNewer(valuesOf(settings), sent, form.getValues())),
  };
  return { form, seen, fill, following };
}

/** What was saved, with the fields that were changed since they were sent. */
export function withNewer<Values extends object>(saved: Values, sent: Values, now: Values): Values {
  const differs = (name: keyof Values): boolean => JSON.stringify(now[name]) !== JSON.stringify(sent[name]);
  const newer = (Object.keys(now) as (keyof Values)[]).filter(differs).map((name) => [name, now[name]]);
  return { ...saved, ...Object.fromEntries(newer) };
}
