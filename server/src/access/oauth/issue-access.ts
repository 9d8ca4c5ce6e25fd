import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { Account } from '../account.entity.ts';
import { ApiKey } from '../grants/api-key.entity.ts';
import { createGrant } from '../grants/create-grant.ts';
import { Membership } from '../membership.entity.ts';
import { User } from '../user.entity.ts';
import { Workspace } from '../workspace.entity.ts';
import { GrantRequest } from './grant-request.entity.ts';

/** The only response that contains a key (RFC 6749, section 5.1). */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  workspace_id: string;
}

/**
 * Creates the grant and its key, in the transaction that has just marked the request as redeemed. Null if that is no
 * longer permitted: the account was suspended or the approver lost the permission; the caller rolls back.
 */
export async function issueAccess(ctx: Context, requestId: string): Promise<TokenAnswer | null> {
  const request = await ctx.em.findOneOrFail(GrantRequest, { id: requestId }, { refresh: true });
  const { kind, workspaceId, grantedScopes, decidedByUserId, grantExpiresAt } = request;
  if (!workspaceId || !grantedScopes || !decidedByUserId) throw new Error('A redeemed request was never approved.');
  const workspace = await ctx.em.findOneOrFail(Workspace, { id: workspaceId });
  const account = await ctx.em.findOneOrFail(Account, { id: workspace.accountId });
  // Locked, so an integration is created before its person leaves, and ends with that, or not at all.
  const membership = { userId: decidedByUserId, accountId: workspace.accountId };
  const approver = await ctx.em.findOne(Membership, membership, { lockMode: LockMode.PESSIMISTIC_READ });
  const isOver = grantExpiresAt && grantExpiresAt <= ctx.clock.now();
  // Any member may approve a program that reads for them; owners approve agents.
  const mayStill = approver && (kind === 'integration' || approver.role === 'owner');
  if (account.state !== 'approved' || !mayStill || isOver) return null;

  const { name } = await ctx.em.findOneOrFail(User, { id: decidedByUserId });

  // The owner decided before; now the service acts on it.
  const asService: Context = { ...ctx, actor: { kind: 'system' } };
  const { grantId, keyId, key } = await createGrant(asService, {
    workspaceId,
    agentName: request.clientName,
    homePage: request.clientUri ?? null,
    letInBy: { userId: decidedByUserId, name },
    personUserId: kind === 'integration' ? decidedByUserId : null,
    scopes: grantedScopes,
    isSandboxOnly: request.isSandboxOnly,
    jobsPerDay: request.jobsPerDay ?? null,
    creditsPerMonth: request.creditsPerMonth ?? null,
    expiresAt: grantExpiresAt ?? null,
  });
  await ctx.em.nativeUpdate(GrantRequest, { id: requestId }, { grantId });
  const { expiresAt } = await ctx.em.findOneOrFail(ApiKey, { id: keyId });
  return tokenAnswer(ctx, { key, expiresAt, scopes: grantedScopes, workspaceId });
}

export function tokenAnswer(
  ctx: Context,
  issued: { key: string; expiresAt: Date; scopes: readonly string[]; workspaceId: string },
): TokenAnswer {
  return {
    access_token: issued.key,
    token_type: 'Bearer',
    expires_in: Math.floor((issued.expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000),
    scope: issued.scopes.join(' '),
    workspace_id: issued.workspaceId,
  };
}
