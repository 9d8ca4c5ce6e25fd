import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../components/toasts.tsx';
import { DecideApprovalDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import { createDecisionDesk, type Decision, type DecisionDesk, type DeskState } from './decision-desk.ts';
import { texts } from './texts.ts';

const Desk = createContext<DecisionDesk | null>(null);

/** Lives above all screens, so that a decision still gets sent, and can still be undone, after going elsewhere. */
export function DecisionDeskProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [desk] = useState(() =>
    createDecisionDesk(async ({ title, ...input }: Decision) => {
      await runDocument(DecideApprovalDocument, { input });
      showToast(texts.done[input.decision](title));
      // Awaited, so that the decided one does not come back into the list for a moment.
      await queryClient.invalidateQueries();
    }),
  );
  useLeaveGuard(desk);
  return <Desk value={desk}>{children}</Desk>;
}

export function useDecisionDesk(): DecisionDesk {
  const desk = useContext(Desk);
  if (!desk) throw new Error('useDecisionDesk is used outside its provider.');
  return desk;
}

export function useDeskState(): DeskState {
  const desk = useDecisionDesk();
  return useSyncExternalStore(desk.subscribe, desk.getState);
}

/** Whoever closes the page within the five seconds is asked; who leaves all the same has not decided. */
function useLeaveGuard(desk: DecisionDesk): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      const { waiting, sending } = desk.getState();
      if (waiting || sending.length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', desk.leave);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', desk.leave);
    };
  }, [desk]);
}
