import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import { statesBefore } from '../../state-table.ts';
import { recordGrantEvent } from '../grants/change-grant.ts';
import { GRANT_TRANSITIONS, Grant } from '../grants/grant.entity.ts';
import { addNotice } from '../notices.ts';
import { currentState } from './find-grant-request.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { OauthError, type OauthErrorCode } from './oauth-error.ts';
import { issueAccess, type TokenAnswer } from './tokens.ts';

interface RedeemAuthorizationCodeInput {
  code: string;
  clientId: string;
  redirectUri: string;
  codeVerifier: string;
  /** Must equal that of the authorization request, if both have one. */
  resource: string | null;
}

/** A second use later than this is not the duplicate request of a hasty client. */
const DOUBLED_WITHIN_MS = 10_000;

/**
 * Exchanges an authorization code for a key, once (RFC 6749, section 4.1.3, and RFC 7636). Null: `invalid_grant`. All
 * conditions are part of the one UPDATE, so a wrong verifier neither succeeds nor consumes the code.
 */
export async function redeemAuthorizationCode(ctx: Context, input: RedeemAuthorizationCodeInput): Promise<TokenAnswer | null> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const codeHash = ctx.sealer.hash('authorization-code', input.code);
  const codeChallenge = createHash('sha256').update(input.codeVerifier).digest('base64url');
  const fits = { codeHash, codeChallenge, clientId: input.clientId, redirectUri: input.redirectUri, flow: 'code' as const };
  const [won] = await query(
    ctx.em,
    tables
      .updateTable('grant_requests')
      .set({ state: 'redeemed', redeemed_at: now })
      .where('code_hash', '=', codeHash)
      .where('code_challenge', '=', codeChallenge)
      .where('client_id', '=', input.clientId)
      .where('redirect_uri', '=', input.redirectUri)
      .where('flow', '=', literal('code'))
      .where('state', '=', literal('approved'))
      .where('code_expires_at', '>', now)
      .returning(['id', 'resource']),
  );
  if (!won) {
    const used = await ctx.em.findOne(GrantRequest, { ...fits, state: 'redeemed' });
    if (used?.redeemedAt && now.getTime() - used.redeemedAt.getTime() > DOUBLED_WITHIN_MS) await revokeReused(ctx, used);
    return null;
  }
  if (input.resource !== null && won.resource !== null && input.resource !== won.resource) {
    throw new OauthError('invalid_target', 'The resource is not the one of the authorization request.');
  }
  const token = await issueAccess(ctx, won.id);
  if (!token) throw new OauthError('invalid_grant', 'The customer may no longer approve agents.');
  return token;
}

/**
 * The authorization code was redeemed twice, so it may have leaked: the issued tokens are revoked (RFC 6749, section
 * 4.1.2).
 */
async function revokeReused(ctx: Context, request: GrantRequest): Promise<void> {
  const { grantId, clientName } = request;
  if (!grantId) return;
  const revoked = await ctx.em.nativeUpdate(
    Grant,
    { id: grantId, state: { $in: statesBefore(GRANT_TRANSITIONS, 'revoked') } },
    { state: 'revoked', revokedAt: ctx.clock.now() },
  );
  if (revoked === 0) return;
  const grant = await ctx.em.findOneOrFail(Grant, { id: grantId });
  const { accountId } = grant;
  await recordAudit(
    { ...ctx, actor: { kind: 'system' } },
    {
      accountId,
      action: 'grant.revoked',
      subjectId: grantId,
      details: { reason: 'authorization code used twice', requestId: request.id },
    },
  );
  recordGrantEvent({ ...ctx, actor: { kind: 'system' } }, 'revoked', grant);
  const message = say`The access of ${clientName} was ended: its authorization code was used a second time. It must request access again.`;
  await addNotice(ctx, { accountId, kind: 'access_reused', message });
}

/** A refusal is returned if the poll must be recorded, and thrown otherwise. */
type Poll = { token: TokenAnswer } | { refused: Extract<OauthErrorCode, 'authorization_pending' | 'slow_down'> };

/** Network latency can make a poll slightly early. */
const TOLERANCE_MS = 250;
const SLOWER_BY_SECONDS = 5;

/**
 * A poll with a device code (RFC 8628, section 3.4). Of all polls on an approved code one succeeds, in any
 * number of processes: the conditional UPDATE decides.
 */
export async function redeemDeviceCode(ctx: Context, input: { deviceCode: string; clientId: string }): Promise<Poll> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const deviceCodeHash = ctx.sealer.hash('device-code', input.deviceCode);
  const [won] = await query(
    ctx.em,
    tables
      .updateTable('grant_requests')
      .set({ state: 'redeemed', redeemed_at: now })
      .where('device_code_hash', '=', deviceCodeHash)
      .where('client_id', '=', input.clientId)
      .where('flow', '=', literal('device'))
      .where('state', '=', literal('approved'))
      .where('expires_at', '>', now)
      .returning('id'),
  );
  if (!won) return notePoll(ctx, deviceCodeHash, input.clientId);
  const token = await issueAccess(ctx, won.id);
  if (!token) throw new OauthError('access_denied', 'The customer may no longer approve agents.');
  return { token };
}

async function notePoll(ctx: Context, deviceCodeHash: string, clientId: string): Promise<Poll> {
  const request = await ctx.em.findOne(GrantRequest, { deviceCodeHash, clientId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!request) throw new OauthError('invalid_grant', 'The device code is not known for this client.');
  const now = ctx.clock.now();
  switch (currentState(request, now)) {
    case 'denied':
      throw new OauthError('access_denied', 'The customer denied the request.');
    case 'expired':
      throw new OauthError('expired_token', 'The device code has expired. Start again.');
    case 'redeemed':
      throw new OauthError('invalid_grant', 'The device code was used already.');
    case 'approved':
      // Approved between the two statements: the next poll gets it.
      return { refused: 'authorization_pending' };
    case 'pending': {
      const interval = request.intervalSeconds ?? SLOWER_BY_SECONDS;
      const isEarly = request.lastPolledAt && now.getTime() - request.lastPolledAt.getTime() < interval * 1_000 - TOLERANCE_MS;
      request.intervalSeconds = isEarly ? interval + SLOWER_BY_SECONDS : interval;
      request.lastPolledAt = now;
      await ctx.em.flush();
      return { refused: isEarly ? 'slow_down' : 'authorization_pending' };
    }
  }
}
