import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface Props {
  title: ReactNode;
  /** Right of the title. */
  side?: ReactNode;
  /** Rows reach the edges; else the content is padded. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A titled part of a screen between hairlines. */
export function Panel({ title, side, isFlush = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {side}
      </div>
      <div className={isFlush ? classes.flush : classes.content}>{children}</div>
    </section>
  );
}
