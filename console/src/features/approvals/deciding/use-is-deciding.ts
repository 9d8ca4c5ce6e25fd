import { useSyncExternalStore } from 'react';
import { isDeciding } from './decision-desk.ts';
import { useDecisionDesk } from './use-decision-desk.tsx';

/** Whether somebody's decision on this one waits or is on its way; whoever asks is drawn anew only when that changes. */
export function useIsDeciding(approvalId: string): boolean {
  const desk = useDecisionDesk();
  return useSyncExternalStore(desk.subscribe, () => isDeciding(desk.getState(), approvalId));
}
