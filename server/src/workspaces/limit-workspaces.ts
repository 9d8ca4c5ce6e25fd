import { Account } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { lockUntilCommit } from '../db/advisory-lock.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { grouped, say } from '../languages/sentence.ts';

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
export async function lockWorkspacesOf(ctx: Context, accountId: string): Promise<void> {
  await lockUntilCommit(ctx.em, `workspaces/${accountId}`);
}

/** Requires room for one more active workspace, and locks against others being created. */
export async function requireRoom(ctx: Context, accountId: string): Promise<void> {
  await lockWorkspacesOf(ctx, accountId);
  const { mostWorkspaces } = await ctx.em.findOneOrFail(Account, { id: accountId }, { refresh: true });
  const inUse = await ctx.em.count(Workspace, { accountId, archivedAt: null });
  if (inUse < mostWorkspaces) return;
  throw new DomainError('invalid_state', {
    message: say`The account has ${inUse} workspaces in use, and may have ${mostWorkspaces}. Archive one, or ask the operator for more.`,
  });
}
