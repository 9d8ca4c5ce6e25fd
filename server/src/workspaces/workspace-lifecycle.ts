import { LockMode } from '@mikro-orm/postgresql';
import { lockAgainstSenders } from '../access/accounts.ts';
import { requirePerson, requireWorkspace, requireWorkspaceOrArchived } from '../access/authorise.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/follow-events.ts';
import { recordEvent } from '../events/record-event.ts';
import { say } from '../languages/sentence.ts';
import { lockWorkspacesOf, requireRoom } from './create-workspace.ts';
import { lockInUse } from './lock-workspace.ts';

/**
 * Archives a workspace, by an owner: nothing new is sent or written in it, and all of it stays readable. What is in
 * progress completes. Idempotent. Needs a transaction. Refuses: not_found, insufficient_role (agents too),
 * reauthentication_required, invalid_state (the last active one).
 */
export async function archiveWorkspace(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await lockOwn(ctx, workspaceId);
  if (workspace.archivedAt) return workspace;
  const { accountId } = workspace;
  // If two owners archive the last two, one is refused.
  await lockWorkspacesOf(ctx, accountId);
  if ((await ctx.em.count(Workspace, { accountId, archivedAt: null })) < 2) {
    throw new DomainError('invalid_state', { message: say`It is the last workspace of the account in use. Make another one first.` });
  }
  const now = ctx.clock.now();
  Object.assign(workspace, { archivedAt: now, pausedAt: workspace.pausedAt ?? now });
  await ctx.em.flush();
  await record(ctx, workspace, 'archived');
  return workspace;
}

/** Restores it, paused if it was paused. Refuses what archiving refuses, and invalid_state if the limit is reached. */
export async function restoreWorkspace(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await lockOwn(ctx, workspaceId);
  if (!workspace.archivedAt) return workspace;
  await requireRoom(ctx, workspace.accountId);
  workspace.archivedAt = null;
  await ctx.em.flush();
  await record(ctx, workspace, 'restored');
  return workspace;
}

async function lockOwn(ctx: Context, workspaceId: string): Promise<Workspace> {
  assertTransaction(ctx);
  await requireWorkspaceOrArchived(ctx, workspaceId, 'manage');
  requirePerson(ctx);
  await requireRecentSignIn(ctx);
  await lockAgainstSenders(ctx, workspaceId);
  return ctx.em.findOneOrFail(Workspace, workspaceId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

async function record(ctx: Context, { id, accountId }: Workspace, happening: 'archived' | 'restored'): Promise<void> {
  await recordAudit(ctx, { accountId, action: `workspace.${happening}`, subjectId: id });
  recordEvent(ctx, { type: `workspace.${happening}`, accountId, workspaceId: id, subjectId: id });
}

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
