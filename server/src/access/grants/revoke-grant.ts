import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { requireWorkspaceOrArchived } from '../authorise.ts';
import { addNotice } from '../notices/add-notice.ts';
import { Agent } from './agent.entity.ts';
import { endGrant } from './end-grant.ts';
import { Grant } from './grant.entity.ts';
import { isOwnIntegration } from './integrations.ts';
import { lockGrant } from './lock-grant.ts';

/**
 * Revokes a grant with all its keys, by an owner or the person whose program it is; effective in every process with
 * the commit. Idempotent.
 */
export async function revokeGrant(ctx: Context, grantId: string): Promise<Grant> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(Grant, { id: grantId });
  if (!found) throw new DomainError('not_found');
  const workspace = await requireWorkspaceOrArchived(ctx, found.workspaceId, isOwnIntegration(ctx, found) ? 'read' : 'manage');
  const grant = await lockGrant(ctx, found);
  if (grant.state === 'revoked') return grant;
  await endGrant(ctx, grant);
  const agent = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  const by = ctx.actor.kind === 'user' ? ctx.actor.name : say`The operator`;
  const message = say`${by} ended the access of ${agent.name} to ${workspace.name}.`;
  await addNotice(ctx, { accountId: grant.accountId, kind: 'access_ended', message });
  return grant;
}
