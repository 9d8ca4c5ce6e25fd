import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { isSameDigest } from '../../sealing/sealer.ts';
import { statesBefore } from '../../state-table.ts';
import { Account } from '../account.entity.ts';
import { authenticateKey, issueKey, parseApiKey } from '../grants/api-keys.ts';
import { recordGrantEvent } from '../grants/change-grant.ts';
import { createGrant } from '../grants/create-grant.ts';
import { Agent, ApiKey, GRANT_TRANSITIONS, Grant } from '../grants/grant.entity.ts';
import { addNotice } from '../notices.ts';
import { Membership, User } from '../user.entity.ts';
import { Workspace } from '../workspace.entity.ts';
import { OauthClient } from './clients/oauth-client.entity.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { OauthError } from './oauth-error.ts';

/** RFC 7662, section 2.2. */
type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      token_type: 'Bearer';
      iat: number;
      exp: number;
      iss: string;
      /** The grant. */
      sub: string;
      workspace_id: string;
      key_id: string;
      /** The customer has requested a rotation. */
      rotation_requested: boolean;
    };

const INACTIVE: Introspection = { active: false };

/** The current validity of a key. An authenticated agent may only query keys of its own grant. */
export async function introspectToken(ctx: Context, token: string): Promise<Introspection> {
  const holder = await authenticateKey(ctx, ctx.em, token).catch((error: unknown) => {
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  });
  if (!holder || (ctx.actor.kind === 'agent' && ctx.actor.grantId !== holder.grantId)) return INACTIVE;
  const key = await ctx.em.findOneOrFail(ApiKey, { id: holder.keyId });
  const grant = await ctx.em.findOneOrFail(Grant, { id: holder.grantId });
  const end = Math.min(key.expiresAt.getTime(), grant.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return {
    active: true,
    scope: holder.scopes.join(' '),
    token_type: 'Bearer',
    iat: Math.floor(key.createdAt.getTime() / 1_000),
    exp: Math.floor(end / 1_000),
    iss: ctx.config.publicUrl,
    sub: holder.grantId,
    workspace_id: holder.workspaceId,
    key_id: holder.keyId,
    rotation_requested: Boolean(grant.rotationRequestedAt),
  };
}

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

  // The owner has decided already; now the service acts on it.
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

function tokenAnswer(ctx: Context, issued: { key: string; expiresAt: Date; scopes: readonly string[]; workspaceId: string }): TokenAnswer {
  return {
    access_token: issued.key,
    token_type: 'Bearer',
    expires_in: Math.floor((issued.expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000),
    scope: issued.scopes.join(' '),
    workspace_id: issued.workspaceId,
  };
}

const OVERLAP_MS = DAY_MS;

/** Replaces the agent's current key by a new one, once; the old one stays valid for a day at most. */
export async function rotateKey(ctx: Context): Promise<TokenAnswer> {
  assertTransaction(ctx);
  const { actor } = ctx;
  if (actor.kind !== 'agent') throw new DomainError('unauthenticated');
  const now = ctx.clock.now();
  const rotated = await query(
    ctx.em,
    tables
      .updateTable('api_keys')
      .set(({ ref }) => ({
        rotated_at: now,
        expires_at: sql<Date>`least(${ref('expires_at')}, ${new Date(now.getTime() + OVERLAP_MS)})`,
      }))
      .where('id', '=', actor.keyId)
      .where('rotated_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('id'),
  );
  if (rotated.length === 0) throw new OauthError('invalid_grant', 'This key was exchanged for a new one already.');
  const grant = await ctx.em.findOneOrFail(Grant, { id: actor.grantId }, { refresh: true });
  const { keyId, key, expiresAt } = await issueKey(ctx, grant);
  await ctx.em.nativeUpdate(Grant, { id: grant.id }, { rotationRequestedAt: null });
  await recordAudit(ctx, {
    accountId: grant.accountId,
    action: 'key.rotated',
    subjectId: grant.id,
    details: { keyId, replaces: actor.keyId },
  });
  const { name } = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  const message = say`${name} exchanged its key for a new one; the old one ends within a day.`;
  await addNotice(ctx, { accountId: grant.accountId, kind: 'key_rotated', message });
  return tokenAnswer(ctx, { key, expiresAt, scopes: grant.scopes, workspaceId: grant.workspaceId });
}

/**
 * Revokes a key for its holder (RFC 7009), and the grant with its last key. An unknown or revoked key changes
 * nothing, with the same response.
 */
export async function revokeToken(ctx: Context, token: string): Promise<void> {
  assertTransaction(ctx);
  const parsed = parseApiKey(token);
  const key = parsed && (await ctx.em.findOne(ApiKey, { id: parsed.keyId }, { populate: ['keyHash'] }));
  if (!key || !isSameDigest(key.keyHash, ctx.sealer.hash('api-key', token))) return;
  const now = ctx.clock.now();
  const revoked = await ctx.em.nativeUpdate(ApiKey, { id: key.id, revokedAt: null }, { revokedAt: now });
  if (revoked === 0) return;
  // The replaced key, still valid for a day after a rotation, ends with the new one.
  if (!key.rotatedAt) {
    await ctx.em.nativeUpdate(ApiKey, { grantId: key.grantId, rotatedAt: { $ne: null }, revokedAt: null }, { revokedAt: now });
  }
  const live = await ctx.em.count(ApiKey, { grantId: key.grantId, revokedAt: null, expiresAt: { $gt: now } });
  const ended =
    live === 0
      ? await ctx.em.nativeUpdate(
          Grant,
          { id: key.grantId, state: { $in: statesBefore(GRANT_TRANSITIONS, 'revoked') } },
          { state: 'revoked', revokedAt: now },
        )
      : 0;
  const grant = await ctx.em.findOneOrFail(Grant, { id: key.grantId });
  const { accountId } = grant;
  const own: Context = { ...ctx, actor: { kind: 'system' } };
  const details = { keyId: key.id, byItsHolder: true, endsGrant: ended === 1 };
  await recordAudit(own, { accountId, action: 'key.revoked', subjectId: grant.id, details });
  if (ended === 0) return;
  recordGrantEvent(own, 'revoked', grant);
  const { name } = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  await addNotice(ctx, { accountId, kind: 'access_ended', message: say`${name} gave up its access.` });
}

/**
 * For the reconciler: marks expired requests, and deletes month-old requests and clients that never requested access
 * or have not for long. Anyone can create both, so neither may accumulate.
 */
export async function purgeOauth(em: EntityManager, now: Date): Promise<{ expired: number; requests: number; clients: number }> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const expired = await em.nativeUpdate(
    GrantRequest,
    {
      expiresAt: { $lte: now },
      $or: [{ state: 'pending' }, { state: 'approved', flow: 'device' }, { state: 'approved', codeExpiresAt: { $lte: now } }],
    },
    { state: 'expired' },
  );
  const requests = await em.nativeDelete(GrantRequest, { expiresAt: { $lte: ago(30) } });
  const neverUsed = await countChanged(
    em,
    tables.deleteFrom('oauth_clients').whereRef('last_used_at', '=', 'created_at').where('created_at', '<=', ago(1)),
  );
  const longUnused = await em.nativeDelete(OauthClient, { lastUsedAt: { $lte: ago(180) } });
  return { expired, requests, clients: neverUsed + longUnused };
}
