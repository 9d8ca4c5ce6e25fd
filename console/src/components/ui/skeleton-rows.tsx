import { Skeleton } from '@mantine/core';
import classes from './rows.module.css';

const widths = ['68%', '52%', '60%', '44%', '64%', '50%', '58%', '46%'];

/** Rows as lists have them, before their content is there. */
export function SkeletonRows({ count = 6 }: { count?: number }) {
  return (
    <ul className={classes.rows}>
      {widths.slice(0, count).map((width) => (
        <li key={width} className={classes.row}>
          <div className={classes.main}>
            <Skeleton height={14} width={width} mb={8} />
            <Skeleton height={10} width="36%" />
          </div>
          <Skeleton height={14} width={96} />
        </li>
      ))}
    </ul>
  );
}
