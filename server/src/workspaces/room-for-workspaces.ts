import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { lockUntilCommit } from '../db/advisory-lock.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';

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
