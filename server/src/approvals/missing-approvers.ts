import type { Decider } from '../access/members/member-queries.ts';
import { type DecisionCase, hasDecidingRole, isRefusedAsWriter } from './approval.policy.ts';
import type { ApprovalDecision } from './approval-decision.entity.ts';
import { termsOf } from './approval-terms.ts';
import { needsSignature } from './signatures/needs-signature.ts';

type Subject = Pick<DecisionCase, 'approval' | 'workspace' | 'writers'> & {
  decisions: readonly Pick<ApprovalDecision, 'userId' | 'clientEmail' | 'counts' | 'decision' | 'signatureId'>[];
};

/**
 * How many people are missing for the approval ever to be finished: more approvals are needed than
 * there are people in the account who could still give one. 0 where it can be finished or is over.
 */
export function missingApprovers({ approval, workspace, writers, decisions }: Subject, deciders: readonly Decider[]): number {
  if (approval.state !== 'pending') return 0;
  const terms = termsOf(approval, workspace);
  const hasDecided = new Set(decisions.map(({ userId }) => userId));
  const left = deciders.filter(
    ({ userId, role }) => hasDecidingRole(role, terms) && !hasDecided.has(userId) && !isRefusedAsWriter(userId, terms, writers),
  );
  const standing = new Set(deciders.filter(({ role }) => hasDecidingRole(role, terms)).map(({ userId }) => userId));
  const isSigned = needsSignature(approval, workspace);
  const given = decisions.filter(
    ({ decision, userId, signatureId }) => decision === 'approved' && userId != null && standing.has(userId) && (!isSigned || signatureId),
  );
  const byClient = decisions.some(({ decision, clientEmail, counts }) => decision === 'approved' && clientEmail != null && counts);
  const byClients = byClient && !isSigned ? 1 : 0;
  return Math.max(0, terms.approvalsRequired - given.length - byClients - left.length);
}
