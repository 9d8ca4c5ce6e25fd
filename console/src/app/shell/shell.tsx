import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Problem } from '../../components/problem.tsx';
import { TimeZone } from '../../components/time-zone.ts';
import { DecisionNotice } from '../../features/approvals/decision-notice.tsx';
import { DecisionDeskProvider } from '../../features/approvals/use-decision-desk.tsx';
import { useWorkspaceOrNull, viewerQuery } from '../../lib/viewer.ts';
import { NoWorkspace } from './no-workspace.tsx';
import { PhoneBar } from './phone-bar.tsx';
import classes from './shell.module.css';
import { SideNavigation } from './side-navigation.tsx';
import { StateBanner } from './state-banner.tsx';
import { texts } from '../texts.ts';

/** The frame around every screen behind the sign-in. */
export function Shell() {
  const query = useQuery(viewerQuery);
  if (query.data) {
    return (
      <DecisionDeskProvider>
        <Frame />
        <DecisionNotice />
      </DecisionDeskProvider>
    );
  }
  if (query.error) {
    return (
      <div className={classes.alone}>
        <Problem error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />
      </div>
    );
  }
  return (
    <div className={classes.shell} aria-busy="true">
      <div className={classes.nav} />
      <div className={classes.main}>
        <Skeleton height={52} radius={0} />
      </div>
    </div>
  );
}

function Frame() {
  const workspace = useWorkspaceOrNull();
  const main = useFocusOnArrival();
  const isDeciding = useRouterState({ select: ({ location }) => /^\/approvals\/./.test(location.pathname) });
  return (
    <TimeZone value={workspace?.timeZone ?? 'UTC'}>
      <div className={classes.shell} data-deciding={isDeciding || undefined}>
        <a href="#main" className={classes.skip}>
          {texts.skip}
        </a>
        <SideNavigation />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <StateBanner />
          <div className={classes.screen}>{workspace ? <Outlet key={workspace.id} /> : <NoWorkspace />}</div>
        </main>
        <PhoneBar />
      </div>
    </TimeZone>
  );
}

/** After going to another screen the keyboard is at its beginning; within one it stays where it is. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const screen = useRouterState({ select: ({ location }) => location.pathname.split('/')[1] ?? '' });
  const last = useRef(screen);
  useEffect(() => {
    if (last.current !== screen) main.current?.focus({ preventScroll: true });
    last.current = screen;
  }, [screen]);
  return main;
}
