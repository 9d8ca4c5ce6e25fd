import { Outlet } from '@tanstack/react-router';
import { DecisionNotice } from '../features/approvals/deciding/decision-notice.tsx';
import { DecisionDeskProvider } from '../features/approvals/deciding/use-decision-desk.tsx';

/** Around every screen, the sign-in too: what became of a decision is said even where the session ended meanwhile. */
export function Root() {
  return (
    <DecisionDeskProvider>
      <Outlet />
      <DecisionNotice />
    </DecisionDeskProvider>
  );
}
