import { requireWorkspace } from '../access/authorise.ts';
import { lockAgainstSenders } from '../access/sending-locks.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { lockInUse } from './lock-workspace.ts';

/**
 * Pauses a workspace: nothing new is sent from the next intent on, and what is in progress ends in a definite state.
 * Idempotent. Owners and the operator only.
 */
export async function pauseWorkspace(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await lockToPause(ctx, workspaceId);
  if (workspace.pausedAt) return workspace;
  workspace.pausedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: workspace.accountId, action: 'workspace.paused', subjectId: workspace.id });
  return workspace;
}

/** Resumes a paused workspace. */
export async function resumeWorkspace(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await lockToPause(ctx, workspaceId);
  if (!workspace.pausedAt) return workspace;
  workspace.pausedAt = null;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: workspace.accountId, action: 'workspace.resumed', subjectId: workspace.id });
  await gatesMayHaveOpened(ctx, workspace.accountId);
  return workspace;
}

async function lockToPause(ctx: Context, workspaceId: string): Promise<Workspace> {
  assertTransaction(ctx);
  const { id } = await requireWorkspace(ctx, workspaceId, 'manage');
  await lockAgainstSenders(ctx, id);
  return lockInUse(ctx, id);
}
