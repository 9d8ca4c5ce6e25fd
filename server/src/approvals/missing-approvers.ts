import type { Decider } from '../access/members/member-queries.ts';
import type { ApprovalStage } from '../access/workspace-policies.ts';
import { type DecisionCase, hasDecidingRole, isRefusedAsWriter } from './approval.policy.ts';
import type { ApprovalDecision } from './approval-decision.entity.ts';
import { termsOf } from './approval-terms.ts';
import { isAskedIn, type StageVotes } from './stages/stages.ts';

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
  if (terms.stages.length > 0) return missingInStages(terms.stages, stageVotes, left);
  return Math.max(0, terms.approvalsRequired - given - left.length);
}

/** Each person decides once, so whoever is counted for one stage is not there for the next. Clients are shared with when it is their turn. */
function missingInStages(stages: readonly ApprovalStage[], votes: StageVotes, people: readonly Decider[]): number {
  let left = [...people];
  let missing = 0;
  for (const stage of stages.filter(({ who }) => who !== 'clients')) {
    const wanted = Math.max(0, stage.required - (votes.get(stage.key) ?? 0));
    const found = left.filter((person) => isAskedIn(stage, person)).slice(0, wanted);
    missing += wanted - found.length;
    left = left.filter((person) => !found.includes(person));
  }
  return missing;
}
