import { Outlet } from '@tanstack/react-router';
import { DecisionNotice } from '../features/approvals/deciding/decision-notice.tsx';
import { DecisionDeskProvider } from '../features/approvals/deciding/use-decision-desk.tsx';

/** Wraps every screen, including the sign-in: the outcome of a decision is shown even if the session ended meanwhile. */
export function Root() {
  return (
    <DecisionDeskProvider>
      <Outlet />
      <DecisionNotice />
    </DecisionDeskProvider>
  );
}
