import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';

const HOUR_MS = 3_600_000;

type Order = Pick<Workspace, 'askInTurn' | 'turnHours'>;

/** Since when those are asked whose stage it is now. */
export const askedSince = ({ askedSince: since, createdAt }: Pick<Approval, 'askedSince' | 'createdAt'>): Date => since ?? createdAt;

/** How often the request has been passed on to the next person of its stage by now; 0 while it is the first one's turn. */
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
