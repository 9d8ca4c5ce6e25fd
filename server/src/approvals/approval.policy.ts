import type { Actor, Role } from '../access/actor.ts';
import { hasDecidingRole, roleMay, WORKSPACE_ARCHIVED } from '../access/authorise.ts';
import type { Decider } from '../access/members/member-queries.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { ApprovalStage } from '../access/workspace-policies.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import type { ErrorCode } from '../errors.ts';
import { type LocalizedMessage, type Sentence, say } from '../languages/sentence.ts';
import { emptyPlaces } from '../workspaces/change-approval-policy.ts';
import type { Approval } from './approval.entity.ts';
import type { ApprovalDecision, Decision } from './approval-decision.entity.ts';
import { type ApprovalTerms, requiredBy, termsOf } from './request-approval.ts';
import { currentStage, isAskedIn, isClientsStage, NO_VOTES, nameOfStage, type StageVotes, stagesAfter } from './stages.ts';

export interface DecisionCase {
  workspace: Workspace;
  approval: Approval;
  draft: Pick<Draft, 'contentHash'>;
  /** People with content in it that no one else has approved: writersOf(). */
  writers: readonly string[];
  /** The decisions on this approval so far. */
  decisions: readonly Pick<ApprovalDecision, 'userId' | 'clientEmail'>[];
  /** Loaded if there are stages: stageVotesOf(). */
  stageVotes: StageVotes;
  /** The intended decision; defaults to an approval. */
  decision?: Decision;
  now: Date;
}

type DecisionVerdict = { allowed: true; reason: null; code: null } | { allowed: false; reason: LocalizedMessage; code: ErrorCode };

/**
 * Whether this person may edit it and approve the result: the edited content is a new request, so it starts at the
 * first stage of the current policy, and this person is one of its authors.
 */
export function canApproveEdited(actor: Actor, subject: Omit<DecisionCase, 'stageVotes'>): DecisionVerdict {
  const restarted = { ...subject, approval: { ...subject.approval, stages: [] }, stageVotes: NO_VOTES };
  const verdict = canDecide(actor, restarted, RESTARTS);
  if (!verdict.allowed || !subject.workspace.refusesSelfApproval) return verdict;
  return refuse('self_approval_refused', say`With this edit it would contain your text; another person must decide on it.`);
}

/** Whether this actor may decide on the approval now, and if not, why in a sentence. Agents never may. */
export function canDecide(actor: Actor, subject: DecisionCase, othersDecide = WAITS): DecisionVerdict {
  if (actor.kind === 'client') {
    const isOwn = (decision: DecisionCase['decisions'][number]) => decision.clientEmail === actor.email;
    // Requesting changes publishes nothing, so it is allowed in any stage.
    const isAsked = (stage: ApprovalStage) => isClientsStage(stage) || subject.decision === 'changes_requested';
    return whyNotNow(subject, isOwn) ?? whyNotInStage(subject, isAsked, othersDecide) ?? ALLOWED;
  }
  if (actor.kind !== 'user') return refuse('insufficient_role', say`Only members of the account can decide; agents cannot.`);
  const role = actor.roles.get(subject.workspace.accountId);
  if (!role || !roleMay(role, 'decide')) return refuse('insufficient_role', say`Only an owner or approver of the account decides.`);
  if (actor.isUnconfirmed)
    return refuse(
      'email_unconfirmed',
      say`Your email address is not confirmed yet. Request the link that confirms it under Settings > Members. Without email, ask the operator of this service to confirm it.`,
    );

  const terms = termsOf(subject.approval, subject.workspace);
  if (!hasDecidingRole(role, terms)) return refuse('insufficient_role', say`Only an owner of the account decides here.`);
  const refusal =
    whyNotNow(subject, (decision) => decision.userId === actor.userId) ??
    whyNotInStage(subject, (stage) => isAskedIn(stage, { userId: actor.userId, role }), othersDecide);
  if (refusal) return refusal;
  if (isRefusedAsWriter(actor.userId, terms, subject.writers)) {
    return refuse('self_approval_refused', say`It contains text of yours; another person must decide on it.`);
  }
  return ALLOWED;
}

const WAITS = (stage: Sentence): Sentence => say`It waits in ${stage}; others decide there.`;
const RESTARTS = (stage: Sentence): Sentence => say`An edit restarts it at the stage ${stage}, where others decide.`;

const ALLOWED = { allowed: true, reason: null, code: null } as const;

/** Why the caller may not decide on it now; null if they may. */
function whyNotNow(
  { workspace, approval, draft, decisions, now }: DecisionCase,
  isOwn: (decision: DecisionCase['decisions'][number]) => boolean,
): DecisionVerdict | null {
  if (workspace.archivedAt) return refuse('invalid_state', WORKSPACE_ARCHIVED);
  if (approval.state === 'superseded') return refuse('content_changed', say`The content has changed; see the latest request.`);
  if (approval.state === 'expired' || (approval.state === 'pending' && approval.expiresAt <= now)) {
    return refuse('invalid_state', say`The approval is expired; submit the draft again.`);
  }
  if (decisions.some(isOwn)) return refuse('already_decided', say`You have decided on this already.`);
  if (approval.state !== 'pending') return refuse('already_decided', say`The approval is ${approval.state.replace('_', ' ')} already.`);
  if (draft.contentHash !== approval.contentHash) return refuse('content_changed', say`The content has changed; review it again.`);
  return null;
}

/** Why the caller may not decide in the current stage; null if they may. */
function whyNotInStage(
  { approval, workspace, stageVotes }: DecisionCase,
  isAsked: (stage: ApprovalStage) => boolean,
  othersDecide: typeof WAITS,
): DecisionVerdict | null {
  const { stages } = termsOf(approval, workspace);
  const stage = currentStage(stages, stageVotes);
  return stage && !isAsked(stage) ? refuse('insufficient_role', othersDecide(nameOfStage(stage, stages))) : null;
}

/**
 * Whether a person's approval is among the required ones: by their role, and with stages, as a decider of one, or if
 * more people are required than all of them have.
 */
export function isAskedFor(
  person: { userId: string; role: Role },
  terms: Pick<ApprovalTerms, 'deciders' | 'stages' | 'approvalsRequired'>,
): boolean {
  const { stages, approvalsRequired } = terms;
  if (!hasDecidingRole(person.role, terms)) return false;
  return approvalsRequired > requiredBy(stages) || stages.some((stage) => isAskedIn(stage, person));
}

/** The active hold, or null. */
export function holdOf({ state, heldAt, holdReason }: Approval): { since: Date; reason: string } | null {
  return state === 'approved' && heldAt && holdReason ? { since: heldAt, reason: holdReason } : null;
}

/** Whether the terms keep an author from deciding on their own content. */
export function isRefusedAsWriter(
  userId: string,
  { refusesSelfApproval }: Pick<ApprovalTerms, 'refusesSelfApproval'>,
  writers: readonly string[],
): boolean {
  return refusesSelfApproval && writers.includes(userId);
}

function refuse(code: ErrorCode, reason: LocalizedMessage): DecisionVerdict {
  return { allowed: false, reason, code };
}

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
