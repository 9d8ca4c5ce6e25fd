import './mantine-behind.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { IdentityProvider } from '../../components/identity/identity-provider.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { TimeZone } from '../../components/ui/time-zone.ts';
import { SessionOver } from '../../features/sign-in/session-over.tsx';
import { useLiveChanges } from '../../lib/live/use-live-changes.ts';
import { useWorkspaceOrNull, viewerQuery } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { PhoneBar } from './phone-bar.tsx';
import classes from './shell.module.css';
import { ShellSkeleton } from './shell-skeleton.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { StateBanner } from './state-banner.tsx';

const BeforeEntering = lazy(async () => ({ default: (await import('./before-entering.tsx')).BeforeEntering }));

const NoWorkspace = lazy(async () => ({ default: (await import('./no-workspace.tsx')).NoWorkspace }));

/** The first screen is loaded by then, also on a slow phone. */
const AFTER_FIRST_SCREEN_MS = 4_000;

/** The frame around every screen behind the sign-in. */
export function Shell() {
  const query = useQuery(viewerQuery);
  // The shell stays until the sign-in is loaded; a second step there would carry the first one's address with it, and
  // so on forever.
  const isLeaving = useRouterState({ select: ({ location }) => location.pathname === '/sign-in' });
  // Recovery codes are read after the server has let their person in.
  const [isKeepingCodes, setKeepingCodes] = useState(false);
  if (query.data && (query.data.lacksSecondFactor || isKeepingCodes)) {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <BeforeEntering onCodes={() => setKeepingCodes(true)} onKept={() => setKeepingCodes(false)} />
      </Suspense>
    );
  }
  if (query.data) {
    return (
      <IdentityProvider>
        <Frame />
        <SessionOver />
      </IdentityProvider>
    );
  }
  // The session ended while the page was open.
  if (query.data === null && !isLeaving) return <ToSignIn />;
  if (query.error) {
    return (
      <div className={classes.alone}>
        <Problem error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />
      </div>
    );
  }
  return <ShellSkeleton />;
}

/** A component of its own, so the shell is not rendered again on each navigation. */
function ToSignIn() {
  const next = useRouterState({ select: ({ location }) => location.href });
  return <Navigate to="/sign-in" search={{ next }} replace />;
}

function Frame() {
  const workspace = useWorkspaceOrNull();
  useLiveChanges(workspace?.id);
  useOfflineDesk();
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
          <div className={classes.screen}>
            {workspace ? (
              <Outlet key={workspace.id} />
            ) : (
              <Suspense>
                <NoWorkspace />
              </Suspense>
            )}
          </div>
        </main>
        <PhoneBar />
      </div>
    </TimeZone>
  );
}

/** Once the page is idle, keeps what it takes to open the desk without a connection. */
function useOfflineDesk(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    let stop: (() => void) | null = () => {};
    const begin = async (): Promise<void> => {
      const [{ keepDesk }, { keepFilesOffline }] = await Promise.all([
        import('../../lib/kept-desk.ts'),
        import('../../lib/offline-files.ts'),
      ]);
      if (stop === null) return;
      stop = keepDesk(queryClient);
      await keepFilesOffline();
    };
    const timer = setTimeout(() => void begin().catch(() => undefined), AFTER_FIRST_SCREEN_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [queryClient]);
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
