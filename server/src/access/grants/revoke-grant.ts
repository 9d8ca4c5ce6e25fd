import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { requireWorkspaceOrArchived } from '../authorise.ts';
import { addNotice } from '../notices/add-notice.ts';
import { lockAgainstSenders } from '../sending-locks.ts';
import { Agent } from './agent.entity.ts';
import { endGrant } from './end-grant.ts';
import { Grant } from './grant.entity.ts';
import { isOwnIntegration } from './integrations.ts';

/** Ends a grant and every key of it, by an owner or whose own program it is, from the commit on in every process. Doing it twice changes nothing. */
export async function revokeGrant(ctx: Context, grantId: string): Promise<Grant> {
  assertTransaction(ctx);
  await lockAgainstSenders(ctx, grantId);
  const grant = await ctx.em.findOne(Grant, { id: grantId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!grant) throw new DomainError('not_found');
  const workspace = await requireWorkspaceOrArchived(ctx, grant.workspaceId, isOwnIntegration(ctx, grant) ? 'read' : 'manage');
  if (grant.state === 'revoked') return grant;
  await endGrant(ctx, grant);
  const agent = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  const by = ctx.actor.kind === 'user' ? ctx.actor.name : say`The operator`;
  const message = say`${by} ended the access of ${agent.name} to ${workspace.name}.`;
  await addNotice(ctx, { accountId: grant.accountId, kind: 'access_ended', message });
  return grant;
}
