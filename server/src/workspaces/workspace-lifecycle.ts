import { LockMode } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { lockAgainstSenders } from '../access/accounts.ts';
import { requireOperator, requirePerson, requireRole, requireWorkspace, requireWorkspaceOrArchived } from '../access/authorise.ts';
import { readName } from '../access/people.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { recordEvent } from '../events/record-event.ts';
import { grouped, say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { lockInUse } from './workspace-queries.ts';

const MOST = 1_000;

/** Sets how many active workspaces an account may have, by the operator; existing ones stay. */
export async function limitWorkspaces(ctx: Context, accountId: string, most: number): Promise<Account> {
  assertTransaction(ctx);
  requireOperator(ctx);
  if (!Number.isInteger(most) || most < 1 || most > MOST) {
    const message = say`must be a whole number from 1 to ${grouped(MOST)}.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/most', message }] });
  }
  await lockWorkspacesOf(ctx, accountId);
  const account = await ctx.em.findOne(Account, { id: accountId }, { refresh: true });
  if (!account) throw new DomainError('not_found');
  const { mostWorkspaces: from } = account;
  account.mostWorkspaces = most;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'account.workspaces_limited', subjectId: accountId, details: { from, to: most } });
  return account;
}

/** Serializes counting an account's workspaces until the commit. */
async function lockWorkspacesOf(ctx: Context, accountId: string): Promise<void> {
  await lockUntilCommit(ctx.em, `workspaces/${accountId}`);
}

/** Requires room for one more active workspace, and locks against others being created. */
async function requireRoom(ctx: Context, accountId: string): Promise<void> {
  await lockWorkspacesOf(ctx, accountId);
  const { mostWorkspaces } = await ctx.em.findOneOrFail(Account, { id: accountId }, { refresh: true });
  const inUse = await ctx.em.count(Workspace, { accountId, archivedAt: null });
  if (inUse < mostWorkspaces) return;
  throw new DomainError('invalid_state', {
    message: say`The account has ${inUse} workspaces in use, and may have ${mostWorkspaces}. Archive one, or ask the operator for more.`,
  });
}

interface CreateWorkspaceInput {
  accountId: string;
  name: string;
  /** A workspace of the account whose settings it begins with; as any new one by default. */
  copyFrom?: string | null | undefined;
}

/** Everything that an owner sets; connections, agents' access, drafts and links to clients belong to their own workspace. */
const COPIED = [
  'timeZone',
  'quietHours',
  'postingSlots',
  'voice',
  'blockedTerms',
  'deniedHosts',
  'safety',
  'allowsAuto',
  'approvalsRequired',
  'deciders',
  'refusesSelfApproval',
  'countsClients',
  'requiresSignature',
  'signedPlatforms',
  'stages',
  'askInTurn',
  'turnHours',
  'approvalHours',
  'movesAskAgain',
  'creditsPerMonth',
] satisfies (keyof Workspace)[];

/**
 * Creates another workspace of the account, with the settings of an existing one, by an owner. Needs a transaction.
 * Refuses: not_found, insufficient_role (agents too), invalid_state (the limit is reached), validation_failed.
 */
export async function createWorkspace(ctx: Context, { accountId, name, copyFrom }: CreateWorkspaceInput): Promise<Workspace> {
  assertTransaction(ctx);
  requirePerson(ctx);
  await requireRole(ctx, accountId, 'manage');
  await requireRoom(ctx, accountId);
  const source = copyFrom ? await requireWorkspaceOrArchived(ctx, copyFrom, 'manage') : null;
  if (source && source.accountId !== accountId) throw new DomainError('not_found');
  const settings = source ? Object.fromEntries(COPIED.map((field) => [field, source[field]])) : {};
  const id = newId('wsp');
  const workspace = ctx.em.create(Workspace, { ...settings, id, accountId, name: readName(name, '/name'), createdAt: ctx.clock.now() });
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'workspace.created', subjectId: id, details: { copiedFrom: source?.id ?? null } });
  return workspace;
}

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
    throw new DomainError('invalid_state', { message: say`It is the last active workspace of the account. Create another one first.` });
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
