import type { ReactNode } from 'react';
import classes from './empty.module.css';

/** An empty list: says what will appear, and how to get it. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      <div className={classes.how}>{children}</div>
    </div>
  );
}
