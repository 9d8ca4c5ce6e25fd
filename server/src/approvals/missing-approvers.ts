import { hasDecidingRole } from '../access/authorise.ts';
import type { Decider } from '../access/members/member-queries.ts';
import { emptyPlaces } from '../workspaces/fill-places.ts';
import { type DecisionCase, isRefusedAsWriter } from './approval.policy.ts';
import type { ApprovalDecision } from './approval-decision.entity.ts';
import { termsOf } from './approval-terms.ts';
import { isAskedIn, type StageVotes, stagesAfter } from './stages/stages.ts';

type Subject = Pick<DecisionCase, 'approval' | 'workspace' | 'writers'> & {
  decisions: readonly Pick<ApprovalDecision, 'userId'>[];
  /** The number of valid approvals: approvalsGivenTo(). */
  given: number;
  stageVotes: StageVotes;
};

/**
 * How many people are missing for the approval to be completable: more approvals are required than members could
 * still give, each in one stage or beyond them. 0 if it can be completed or has ended.
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
  const stages = stagesAfter(terms.stages, stageVotes).map((stage) => ({
    stage,
    wanted: Math.max(0, stage.required - (stageVotes.get(stage.key) ?? 0)),
  }));
  const inStages = stages.reduce((sum, { wanted }) => sum + wanted, 0);
  const places = [
    // Clients are invited when their stage begins.
    ...stages.flatMap(({ stage, wanted }) =>
      stage.who === 'clients' ? [] : { wanted, mayFill: (person: Decider) => isAskedIn(stage, person) },
    ),
    { wanted: terms.approvalsRequired - given - inStages, mayFill: () => true },
  ];
  return emptyPlaces(places, left).reduce((sum, empty) => sum + empty, 0);
}
