import type { Role } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type ApprovalStage, type Stage, stageKey } from '../access/workspace-policies.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import type { Approval, ApprovalState } from './approval.entity.ts';
import { needsSignature } from './signatures/request-signature.ts';

/** The number of valid approvals by stage key, and of client approvals that do not count. */
export type StageVotes = ReadonlyMap<string, number>;

/** Among the votes, instead of a stage's key: a client's approval in their stage that does not count. */
export const CLIENT_OPINION = 'opinion';

export const NO_VOTES: StageVotes = new Map();

type Asked = Pick<Approval, 'platforms' | 'agentIds'>;

/** The policy's stages that apply to the subject, in order. */
export function stagesFor(policy: readonly Stage[], { platforms, agentIds: whose }: Asked): ApprovalStage[] {
  return policy
    .filter((stage) => stage.platforms.length === 0 || stage.platforms.some((platform) => platforms.includes(platform)))
    .filter(({ agentIds }) => agentIds.length === 0 || agentIds.some((id) => whose.includes(id)))
    .map((stage) => ({ ...stage, key: stageKey(stage) }));
}

type Subject = Pick<Approval, 'state' | 'stages' | 'deciders' | 'requiresSignature'> & Asked;
type Policy = Pick<Workspace, 'stages' | 'countsClients' | 'deciders' | 'requiresSignature' | 'signedPlatforms'>;

/**
 * The stages of an approval: those at the time of the request, and while it is open, those that the current policy
 * adds, at the end; of two versions of a stage, the one that needs more people. So loosening a policy never eases an
 * open request, and tightening it applies at once. Where a client's approval would not count, members of the account
 * decide in that stage.
 */
export function stagesOf(approval: Subject, workspace: Policy): ApprovalStage[] {
  const { stages } = approval;
  if (approval.state !== 'pending') return stages;
  const today = stagesFor(workspace.stages, approval);
  const asked = stages.map((stage) => {
    const required = today.find(({ key }) => key === stage.key)?.required ?? 0;
    return { ...stage, required: Math.max(stage.required, required) };
  });
  const added = today.filter(({ key }) => !stages.some((stage) => stage.key === key));
  const isForOwners = approval.deciders === 'owners' || workspace.deciders === 'owners';
  const clientsDecide = workspace.countsClients && !isForOwners && !needsSignature(approval, workspace);
  return clientsDecide ? [...asked, ...added] : forTheAccount([...asked, ...added]);
}

function forTheAccount(stages: readonly ApprovalStage[]): ApprovalStage[] {
  return stages.map((stage) => (stage.who === 'clients' ? { ...stage, who: 'owners_and_approvers' } : stage));
}

/** Where a client's approval does not count, members decide in the client's stage; otherwise it would never end. */
export function stagesAfter(stages: readonly ApprovalStage[], votes: StageVotes): readonly ApprovalStage[] {
  return votes.has(CLIENT_OPINION) ? forTheAccount(stages) : stages;
}

/** The first open stage; null once all are done, and without stages. */
export function currentStage(stages: readonly ApprovalStage[], votes: StageVotes): ApprovalStage | null {
  return stagesAfter(stages, votes).find(({ key, required }) => (votes.get(key) ?? 0) < required) ?? null;
}

/** Whether it is the clients' stage, where they respond even if it does not count. */
export const isClientsStage = ({ key }: ApprovalStage): boolean => key === 'clients';

/** Whether a member may decide in the stage. */
export function isAskedIn({ who, userIds }: Stage, { userId, role }: { userId: string; role: Role }): boolean {
  if (who === 'clients') return false;
  if (who === 'people') return userIds.includes(userId);
  return role === 'owner' || who === 'owners_and_approvers';
}

/** "“Legal”, stage 2 of 3". */
export function nameOfStage(stage: ApprovalStage, stages: readonly ApprovalStage[]): Sentence {
  return say`“${stage.name}”, stage ${stages.findIndex(({ key }) => key === stage.key) + 1} of ${stages.length}`;
}

/** One stage's status for display. */
export interface StageStatus extends Pick<Stage, 'name' | 'who' | 'required'> {
  given: number;
  /** `ended`: the approval was closed before enough had approved in it. */
  state: 'through' | 'now' | 'later' | 'ended';
}

export function statusOfStages(state: ApprovalState, stages: readonly ApprovalStage[], votes: StageVotes): StageStatus[] {
  // A decided approval stays decided, even if an approver has left since.
  if (state === 'approved') return stages.map(({ name, who, required }) => ({ name, who, required, given: required, state: 'through' }));
  const now = currentStage(stages, votes);
  const isOpen = state === 'pending';
  return stagesAfter(stages, votes).map(({ key, name, who, required }) => {
    const given = Math.min(required, votes.get(key) ?? 0);
    if (given >= required) return { name, who, required, given, state: 'through' };
    return { name, who, required, given, state: !isOpen ? 'ended' : key === now?.key ? 'now' : 'later' };
  });
}
