import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values; a value of null is left out. */
export function Facts({ of }: { of: [name: string, value: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {of
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt className={classes.name}>{name}</dt>
            <dd className={classes.value}>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
