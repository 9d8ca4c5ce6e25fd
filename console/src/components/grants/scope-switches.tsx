import { Switch } from '@mantine/core';
import { useId } from 'react';
import classes from './scope-switches.module.css';
import { scopeWords, UNATTENDED } from './scope-words.ts';

interface Props {
  label: string;
  hint: string;
  /** The warning for unattended publishing. */
  unattended: string;
  /** The scopes that can be kept; others cannot be switched on. */
  offered: readonly string[];
  kept: readonly string[];
  onChange: (kept: string[]) => void;
}

/** The agent's scopes with a sentence and a switch each; they can only be reduced. */
export function ScopeSwitches({ label, hint, unattended, offered, kept, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={classes.scopes} aria-describedby={id}>
      <legend className={classes.label}>{label}</legend>
      <p id={id} className={classes.hint}>
        {hint}
      </p>
      {offered.map((scope) => (
        <Switch
          key={scope}
          label={scopeWords(scope)}
          description={scope === UNATTENDED ? unattended : undefined}
          classNames={{ description: classes.warning }}
          checked={kept.includes(scope)}
          onChange={({ currentTarget: { checked } }) => onChange(offered.filter((one) => (one === scope ? checked : kept.includes(one))))}
        />
      ))}
    </fieldset>
  );
}
