import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireWorkspace, roleIn } from './authorise.ts';
import { requirePerson } from './require-person.ts';
import type { Workspace } from './workspace.entity.ts';

/**
 * The workspace, if the caller owns its account. For what only owners read: unlike a change, it
 * needs no approved account, since a suspended customer's own records stay theirs.
 */
export async function requireOwner(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  requirePerson(ctx);
  const role = roleIn(ctx, workspace.accountId);
  if (role !== 'owner') throw new DomainError('insufficient_role', { message: `Your role here is ${role}; this needs owner.` });
  return workspace;
}
