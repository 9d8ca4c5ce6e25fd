import { isDeciding } from './decision-desk.ts';
import { useDeskState } from './use-decision-desk.tsx';

/** Whether somebody's decision on this one waits or is on its way. */
export function useIsDeciding(approvalId: string): boolean {
  return useDeskState((state) => isDeciding(state, approvalId));
}
