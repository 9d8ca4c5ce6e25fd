import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';

const HOUR_MS = 3_600_000;

type Order = Pick<Workspace, 'askInTurn' | 'turnHours'>;

/** When the current stage began. */
export const askedSince = ({ askedSince: since, createdAt }: Pick<Approval, 'askedSince' | 'createdAt'>): Date => since ?? createdAt;

/** How many times the request was passed on to the next person of its stage; 0 during the first turn. */
export function turnAt(approval: Pick<Approval, 'askedSince' | 'createdAt'>, { turnHours }: Order, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - askedSince(approval).getTime()) / (turnHours * HOUR_MS)));
}

/**
 * Which of the possible approvers have been asked by now: in the workspace's order as many as are needed, one more
 * per turn, and all once the order is exhausted. Without an order, all at once.
 */
export function askedInTurn(
  mayDecide: readonly string[],
  { askInTurn }: Order,
  { required, turn }: { required: number; turn: number },
): string[] {
  const inOrder = askInTurn.filter((userId) => mayDecide.includes(userId));
  return required + turn > inOrder.length ? [...mayDecide] : inOrder.slice(0, required + turn);
}
