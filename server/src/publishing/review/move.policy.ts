import type { Actor } from '../../access/actor.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { termsOf } from '../../approvals/approval-terms.ts';
import type { PublishJob } from '../publish-job.entity.ts';

export interface MoveCase {
  workspace: Workspace;
  /** The live one; null where nothing is asked for. */
  job: PublishJob | null;
  /** What the job waits for or goes out under. */
  approval: Approval | null;
  /** The new time; null for as soon as it may. */
  at: Date | null;
}

/**
 * Whether another time asks people again. It does, unless the workspace says that a person's own
 * move keeps the approval, whoever moves it is somebody whose decision counts, and the new time lies
 * within the life of what was asked. An agent's move always asks.
 */
export function moveAsksAgain(actor: Actor, { workspace, job, approval, at }: MoveCase): boolean {
  if (!job) return false;
  if (actor.kind !== 'user' || workspace.movesAskAgain) return true;
  const role = actor.roles.get(workspace.accountId);
  const deciders = approval ? termsOf(approval, workspace).deciders : workspace.deciders;
  if (role !== 'owner' && !(role === 'approver' && deciders === 'owners_and_approvers')) return true;
  return approval !== null && at !== null && at > approval.expiresAt;
}
