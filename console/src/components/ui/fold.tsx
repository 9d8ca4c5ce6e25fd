import type { ReactNode } from 'react';
import classes from './fold.module.css';

/** A line that opens; what is behind it stays out of the way until somebody wants it. */
export function Fold({ name, isOpen = false, children }: { name: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className={classes.fold} open={isOpen} aria-label={name}>
      <summary>{name}</summary>
      <div className={classes.folded}>{children}</div>
    </details>
  );
}
