import { Skeleton } from '@mantine/core';
import page from '../../components/ui/page.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import classes from './shell.module.css';

/** The shell while the viewer is unknown. */
export function ShellSkeleton() {
  return (
    <div className={classes.shell} aria-busy="true">
      <div className={classes.nav} />
      <div className={classes.main}>
        <div className={page.header}>
          <Skeleton height={18} width={140} />
        </div>
        <SkeletonRows />
      </div>
    </div>
  );
}
