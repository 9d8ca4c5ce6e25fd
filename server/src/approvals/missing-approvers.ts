import type { Decider } from '../access/members/member-queries.ts';
import { type DecisionCase, hasDecidingRole, isRefusedAsWriter } from './approval.policy.ts';
import type { ApprovalDecision } from './approval-decision.entity.ts';
import { termsOf } from './approval-terms.ts';

type Subject = Pick<DecisionCase, 'approval' | 'workspace' | 'writers'> & {
  decisions: readonly Pick<ApprovalDecision, 'userId'>[];
  /** How many approvals stand: approvalsGivenTo(). */
  given: number;
};

/**
 * How many people are missing for the approval ever to be finished: more approvals are needed than
 * there are people in the account who could still give one. 0 where it can be finished or is over.
 */
export function missingApprovers({ approval, workspace, writers, decisions, given }: Subject, deciders: readonly Decider[]): number {
  if (approval.state !== 'pending') return 0;
  const terms = termsOf(approval, workspace);
  const hasDecided = new Set(decisions.map(({ userId }) => userId));
  const left = deciders.filter(
    ({ userId, role }) => hasDecidingRole(role, terms) && !hasDecided.has(userId) && !isRefusedAsWriter(userId, terms, writers),
  );
  return Math.max(0, terms.approvalsRequired - given - left.length);
}
