import type { Decider } from '../access/members/member-queries.ts';
import { type DecisionCase, hasDecidingRole, isRefusedAsWriter } from './approval.policy.ts';
import type { ApprovalDecision } from './approval-decision.entity.ts';
import { type ApprovalTerms, termsOf } from './approval-terms.ts';
import { isAskedIn, type StageVotes, stagesAfter } from './stages/stages.ts';

type Subject = Pick<DecisionCase, 'approval' | 'workspace' | 'writers'> & {
  decisions: readonly Pick<ApprovalDecision, 'userId'>[];
  /** How many approvals stand: approvalsGivenTo(). */
  given: number;
  stageVotes: StageVotes;
};

/**
 * How many people are missing for the approval ever to be finished: more approvals are needed than
 * there are people in the account who could still give one. 0 where it can be finished or is over.
 */
export function missingApprovers(
  { approval, workspace, writers, decisions, given, stageVotes }: Subject,
  deciders: readonly Decider[],
): number {
  if (approval.state !== 'pending') return 0;
  const terms = termsOf(approval, workspace);
  const hasDecided = new Set(decisions.map(({ userId }) => userId));
  const left = deciders.filter(
    ({ userId, role }) => hasDecidingRole(role, terms) && !hasDecided.has(userId) && !isRefusedAsWriter(userId, terms, writers),
  );
  return missingInSteps(terms, { stageVotes, given }, left);
}

/**
 * Each person decides once, so whoever is counted for one stage is not there for the next, nor for what is asked beyond the
 * stages. Clients are shared with when it is their turn.
 */
function missingInSteps(
  { stages, approvalsRequired }: ApprovalTerms,
  { stageVotes, given }: Pick<Subject, 'stageVotes' | 'given'>,
  people: readonly Decider[],
): number {
  let left = [...people];
  let [missing, beyond] = [0, approvalsRequired - given];
  for (const stage of stagesAfter(stages, stageVotes)) {
    const wanted = Math.max(0, stage.required - (stageVotes.get(stage.key) ?? 0));
    beyond -= wanted;
    if (stage.who === 'clients') continue;
    const found = left.filter((person) => isAskedIn(stage, person)).slice(0, wanted);
    missing += wanted - found.length;
    left = left.filter((person) => !found.includes(person));
  }
  return missing + Math.max(0, beyond - left.length);
}
