import { isDeciding } from './decision-desk.ts';
import { useDeskState } from './use-decision-desk.tsx';

/** Whether a decision on this approval is pending or being sent. */
export function useIsDeciding(approvalId: string): boolean {
  return useDeskState((state) => isDeciding(state, approvalId));
}
