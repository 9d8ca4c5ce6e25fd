import type { Role } from '../../access/actor.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { type ApprovalStage, type Stage, stageKey } from '../../access/workspace-policies.ts';
import type { Approval } from '../approval.entity.ts';
import { needsSignature } from '../signatures/needs-signature.ts';

/** Approvals that stand, by the stage they were given in. */
export type StageVotes = ReadonlyMap<string, number>;

export const NO_VOTES: StageVotes = new Map();

type Asked = Pick<Approval, 'platforms' | 'agentId'>;

/** Those stages of a policy that what is asked about goes through, in their order. */
export function stagesFor(policy: readonly Stage[], { platforms, agentId }: Asked): ApprovalStage[] {
  return policy
    .filter((stage) => stage.platforms.length === 0 || stage.platforms.some((platform) => platforms.includes(platform)))
    .filter(({ agentIds }) => agentIds.length === 0 || (agentId != null && agentIds.includes(agentId)))
    .map((stage) => ({ ...stage, key: stageKey(stage) }));
}

type Subject = Pick<Approval, 'state' | 'stages' | 'requiresSignature'> & Asked;
type Policy = Pick<Workspace, 'stages' | 'countsClients' | 'deciders' | 'requiresSignature' | 'signedPlatforms'>;

/**
 * The stages of an approval: those it was asked under, and while it is open those of the policy of now that are not among them,
 * behind them; of the same stage, the one that asks more people. So a policy that is loosened eases nothing that was asked for,
 * and one that is tightened counts at once. Where a client's yes would be an opinion, somebody of the account decides instead.
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
  const clientsDecide = workspace.countsClients && workspace.deciders !== 'owners' && !needsSignature(approval, workspace);
  return [...asked, ...added].map((stage) =>
    stage.who === 'clients' && !clientsDecide ? { ...stage, who: 'owners_and_approvers' } : stage,
  );
}

/** The first that is not through yet; null once all are, and where there are none. */
export function currentStage(stages: readonly ApprovalStage[], votes: StageVotes): ApprovalStage | null {
  return stages.find(({ key, required }) => (votes.get(key) ?? 0) < required) ?? null;
}

/** Whether a person of the account is asked in a stage, as far as the stage goes. */
export function isAskedIn({ who, userIds }: Stage, { userId, role }: { userId: string; role: Role }): boolean {
  if (who === 'clients') return false;
  if (who === 'people') return userIds.includes(userId);
  return role === 'owner' || who === 'owners_and_approvers';
}

/** "“Legal”, stage 2 of 3". */
export function nameOfStage(stage: ApprovalStage, stages: readonly ApprovalStage[]): string {
  return `“${stage.name}”, stage ${stages.findIndex(({ key }) => key === stage.key) + 1} of ${stages.length}`;
}

/** How one stage stands, to be shown. */
export interface StageStand extends Pick<Stage, 'name' | 'who' | 'required'> {
  given: number;
  state: 'through' | 'now' | 'later';
}

export function standOfStages(stages: readonly ApprovalStage[], votes: StageVotes): StageStand[] {
  const now = currentStage(stages, votes);
  return stages.map(({ key, name, who, required }) => {
    const given = Math.min(required, votes.get(key) ?? 0);
    return { name, who, required, given, state: given >= required ? 'through' : key === now?.key ? 'now' : 'later' };
  });
}
