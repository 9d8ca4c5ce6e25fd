import type { ReactNode } from 'react';
import classes from './entrance.module.css';

/** The frame of the screens before one is signed in. */
export function Entrance({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <main className={classes.entrance}>
      <title>{`${title} · Countersign`}</title>
      <div className={classes.box}>
        <p className={classes.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Countersign
        </p>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}
