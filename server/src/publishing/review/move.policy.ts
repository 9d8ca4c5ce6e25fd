import type { Actor } from '../../access/actor.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { isAskedFor } from '../../approvals/approval.policy.ts';
import { termsOf } from '../../approvals/approval-terms.ts';
import type { PublishJob } from '../publish-job.entity.ts';

export interface MoveCase {
  workspace: Workspace;
  /** The live job; null without a submission. */
  job: PublishJob | null;
  /** The job's approval. */
  approval: Approval | null;
  /** The new time; null for as soon as it may. */
  at: Date | null;
}

/**
 * Whether a new time needs a new approval. It does, unless the workspace lets a person's own move keep the approval,
 * the mover is one of its approvers, and the new time is before the approval expires. A move by an agent always does.
 */
export function moveAsksAgain(actor: Actor, { workspace, job, approval, at }: MoveCase): boolean {
  if (!job) return false;
  if (actor.kind !== 'user' || workspace.movesAskAgain) return true;
  const { userId, roles } = actor;
  const role = roles.get(workspace.accountId);
  // Content without an approval has passed no stage.
  const terms = approval ? termsOf(approval, workspace) : { ...workspace, stages: [] };
  if (!role || !isAskedFor({ userId, role }, terms)) return true;
  return approval !== null && at !== null && at > approval.expiresAt;
}
