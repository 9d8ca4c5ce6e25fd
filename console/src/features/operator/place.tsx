import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './operator.module.css';

/** A part of the page that notices link to: scrolled into view once loaded. */
export function Place({ id, children }: { id: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isLinked = useRouterState({ select: ({ location }) => location.hash === id });
  useEffect(() => {
    if (isLinked) place.current?.scrollIntoView({ block: 'start' });
  }, [isLinked]);
  return (
    <div id={id} ref={place} className={classes.place}>
      {children}
    </div>
  );
}
