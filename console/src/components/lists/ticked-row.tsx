import { Checkbox, type CheckboxProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './bulk-bar.module.css';
import { texts } from './texts.ts';

interface Props {
  id: string;
  title: string;
  isTicked: boolean;
  onTick: () => void;
  /** The row's link. */
  children: ReactNode;
}

/** A row of a list with a box to select it. */
export function TickedRow({ id, title, isTicked, onTick, children }: Props) {
  return (
    <li data-row={id} className={classes.row}>
      <TickBox aria-label={texts.tick({ title })} checked={isTicked} onChange={onTick} />
      {children}
    </li>
  );
}

/** A box to select, with a target larger than the box. */
export function TickBox(box: CheckboxProps) {
  const id = useId();
  return (
    <label className={classes.tick} htmlFor={id}>
      <Checkbox id={id} size="xs" {...box} />
    </label>
  );
}
