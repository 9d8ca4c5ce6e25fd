import type { Role } from '../../access/actor.ts';
import { hasDecidingRole } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { wantsSignature } from '../signatures/request-signature.ts';
import { stagesFor } from '../stages.ts';
import type { StandingState } from './standing-approval.entity.ts';
import { recombines, type TargetTemplate } from './template.ts';

type Policy = Pick<
  Workspace,
  'approvalsRequired' | 'stages' | 'refusesSelfApproval' | 'requiresSignature' | 'signedPlatforms' | 'deciders'
>;

/** Why the workspace's policy allows no standing approval, as a clause; null if it does. */
export function policyAgainst(policy: Policy, asked: { agentId: string; platforms: readonly string[] }): LocalizedMessage | null {
  if (policy.approvalsRequired > 1) return say`${policy.approvalsRequired} people have to approve here`;
  if (stagesFor(policy.stages, { platforms: [...asked.platforms], agentIds: [asked.agentId] }).length > 0)
    return say`it is approved in stages here`;
  if (policy.refusesSelfApproval) return say`self-approval is not allowed here, so each post needs review`;
  return null;
}

/** For templates from before combinations were stored; such posts are proposed again. */
export const RECOMBINES = say`its template allows combinations of words that no signed post had`;

/** The current facts that a standing approval depends on. */
export interface StandingGround {
  state: StandingState;
  /** Of the signer; null after they left. */
  signerRole: Role | null;
  /** Whether the agent has access to the workspace. */
  hasAccess: boolean;
  template: readonly TargetTemplate[];
  /** Whether a valid passkey signature exists. */
  signature: StandingSignature;
}

export type StandingSignature = 'none' | 'holds' | 'broken';

/** Why a signed one does not count, as a clause; null if it does. */
export function whyNotStanding(
  { state, signerRole, hasAccess, template, signature }: StandingGround,
  policy: Policy,
  asked: { agentId: string; platforms: readonly string[] },
): LocalizedMessage | null {
  if (state !== 'active') return say`it has ended`;
  if (!signerRole || !hasDecidingRole(signerRole, policy)) return say`the person who signed it is no longer an approver here`;
  if (!hasAccess) return say`the agent has no access any more`;
  if (recombines(template)) return RECOMBINES;
  if (signature === 'broken') return say`its signature does not hold`;
  if (signature === 'none' && wantsSignature(policy, asked.platforms))
    return say`approvals require a passkey signature here, and this one has none`;
  return policyAgainst(policy, asked);
}
