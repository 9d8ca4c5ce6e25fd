import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { currentState } from './grant-request-state.ts';
import { issueAccess, type TokenAnswer } from './issue-access.ts';
import { OauthError, type OauthErrorCode } from './oauth-error.ts';

/** A refusal is returned if the poll must be recorded, and thrown if not. */
export type Poll = { token: TokenAnswer } | { refused: Extract<OauthErrorCode, 'authorization_pending' | 'slow_down'> };

/** A poll may be a little early by the network's whim. */
const TOLERANCE_MS = 250;
const SLOWER_BY_SECONDS = 5;

/**
 * A poll with a device code (RFC 8628, section 3.4). Of all polls on an approved code one wins,
 * whatever the number of processes: the conditional UPDATE is where they meet.
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
  if (!token) throw new OauthError('access_denied', 'The customer may not let anybody in any more.');
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
