import type { ReactNode } from 'react';
import classes from './empty.module.css';

/** An empty list: what will appear here, and how it gets there. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      <div className={classes.how}>{children}</div>
    </div>
  );
}
