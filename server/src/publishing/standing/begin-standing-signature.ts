import { requestSignature, type SignatureRequest } from '../../approvals/signatures/request-signature.ts';
import { challengeForStanding, STANDING_FORMAT, type StandingStatement } from '../../approvals/signatures/standing-statement.ts';
import type { Context } from '../../context.ts';
import { DAY_MS } from './history.ts';
import { loadStandingToSign, type SignStandingInput } from './sign-standing.ts';

/**
 * Stores what the signed-in person is about to sign as the challenge for their passkey: valid for five minutes, once,
 * in this session. Refuses what signStanding() refuses, and passkey_missing. Needs a transaction.
 */
export async function beginStandingSignature(
  ctx: Context,
  input: Omit<SignStandingInput, 'signature'>,
): Promise<SignatureRequest<StandingStatement>> {
  const { standing, workspace } = await loadStandingToSign(ctx, input);
  const { id, agentId, templateHash } = standing;
  const { perDay, credits, days } = input;
  const endsAt = new Date(ctx.clock.now().getTime() + days * DAY_MS);
  return requestSignature(
    ctx,
    (around): StandingStatement => ({
      format: STANDING_FORMAT,
      workspace_id: workspace.id,
      standing_approval_id: id,
      agent_id: agentId,
      template_hash: templateHash,
      per_day: perDay,
      time_zone: workspace.timeZone,
      credits,
      ends_at: endsAt.toISOString(),
      ...around,
    }),
    challengeForStanding,
  );
}
