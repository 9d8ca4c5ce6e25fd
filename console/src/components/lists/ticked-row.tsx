import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
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
      <Checkbox size="xs" className={classes.tick} aria-label={texts.tick({ title })} checked={isTicked} onChange={onTick} />
      {children}
    </li>
  );
}
