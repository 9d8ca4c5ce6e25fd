import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

/** A disclosure: its content is rendered only once opened. */
export function Fold({ name, isOpen = false, children }: { name: string; isOpen?: boolean; children: ReactNode }) {
  // Keeps what was typed when it is closed.
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details
      className={classes.fold}
      open={isOpen}
      aria-label={name}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{name}</summary>
      {(wasOpened || isOpen) && <div className={classes.folded}>{children}</div>}
    </details>
  );
}
