import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../../components/ui/toasts.tsx';
import { DecideApprovalDocument, ViewerDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { type Viewer, viewerQuery } from '../../../lib/viewer.ts';
import { sendingTexts as texts } from '../sending-texts.ts';
import { createDecisionDesk, type Decision, type DecisionDesk, type DeskState, isDeciding } from './decision-desk.ts';
import { forgetLeft, hasArrived, keepForOwner, keepWhileAway, type Left, markSent, settleLeft } from './unsent-decisions.ts';

const Desk = createContext<DecisionDesk | null>(null);

/** Above all screens, so a decision is sent, and can be undone, after navigating away. */
export function DecisionDeskProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [desk] = useState(() => {
    const settled = async ({ approvalId, decision, title }: Decision): Promise<void> => {
      // Loaded only now: the provider is part of the first visit.
      import('./forget-decided.ts').then(
        ({ forgetDecided }) => forgetDecided(queryClient, approvalId),
        () => undefined,
      );
      showToast(texts.done[decision]({ title }));
      // Awaited, so the decided one does not reappear in the list for a moment. The stream reports everything
      // else.
      await queryClient.invalidateQueries({ queryKey: ['approvals'] });
    };
    const send = async (decision: Decision): Promise<void> => {
      const { title: _title, ...input } = decision;
      await runDocument(DecideApprovalDocument, { input }, { outlivesPage: true });
      await settled(decision);
    };
    return createDecisionDesk(send, {
      isUp: () => navigator.onLine,
      onUp: (listener) => window.addEventListener('online', listener),
      hasArrived: async (decision) => {
        const isThere = await hasArrived(decision);
        if (isThere) await settled(decision);
        return isThere;
      },
      isAnothers: async () => {
        const { viewer } = await runDocument(ViewerDocument, {});
        return viewer !== null && viewer.id !== queryClient.getQueryData<Viewer | null>(viewerQuery.queryKey)?.id;
      },
    });
  });
  useUnsentDecisions(desk);
  return <Desk value={desk}>{children}</Desk>;
}

export function useDecisionDesk(): DecisionDesk {
  const desk = useContext(Desk);
  if (!desk) throw new Error('useDecisionDesk is used outside its provider.');
  return desk;
}

/** Selects a part of the state or a derived plain value. Renders again only when that changes. */
export function useDeskState<T>(select: (state: DeskState) => T): T {
  const desk = useDecisionDesk();
  return useSyncExternalStore(desk.subscribe, () => select(desk.getState()));
}

/**
 * Kept in the browser until its outcome is known, and marked before it is sent: a killed page may have sent it. Resolves
 * when the outcome is known.
 */
function holdAgain(desk: DecisionDesk, decision: Decision): Promise<void> {
  return new Promise((resolve) => {
    const stop = desk.subscribe(() => {
      if (desk.getState().sending.includes(decision)) markSent(decision);
      if (isDeciding(desk.getState(), decision.approvalId)) return;
      stop();
      forgetLeft(decision);
      resolve();
    });
    desk.hold(decision);
  });
}

async function settle(desk: DecisionDesk, { decision, isHeld }: Left): Promise<void> {
  if (isHeld) return holdAgain(desk, decision);
  try {
    const isThere = await hasArrived(decision);
    forgetLeft(decision);
    if (!isThere) desk.giveBack(decision);
  } catch {
    // Unknown so far: the next page checks again.
  }
}

/** Leaving the page sends pending decisions; failed ones are returned on the next page. */
function useUnsentDecisions(desk: DecisionDesk): void {
  const queryClient = useQueryClient();
  useEffect(() => keepWhileAway(desk, () => queryClient.getQueryData<Viewer | null>(viewerQuery.queryKey)?.id), [desk, queryClient]);

  // Read from the cache: the shell loads the viewer.
  const { data: viewer } = useQuery({ ...viewerQuery, enabled: false });
  const personId = viewer?.id;
  const owner = useRef<string>(undefined);
  useEffect(() => {
    if (!personId) return;
    // The session ended, and another person signed in on the same page.
    if (owner.current && owner.current !== personId) keepForOwner(owner.current, desk.clear());
    owner.current = personId;
    settleLeft(personId, (left) => settle(desk, left));
  }, [desk, personId]);
}
