import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { answerRedirect, type Decided } from './approve-grant-request.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { requireOwnLook, requireStep } from './grant-request-state.ts';

/** Denies an agent's request. Anyone who looked it up may: denying is always safe. */
export async function denyGrantRequest(ctx: Context, requestId: string): Promise<Decided> {
  assertTransaction(ctx);
  const { request, actor } = await requireOwnLook(ctx, requestId);
  requireStep(ctx, request, 'denied');
  const now = ctx.clock.now();
  const changed = await ctx.em.nativeUpdate(
    GrantRequest,
    { id: requestId, state: 'pending', expiresAt: { $gt: now }, sessionId: actor.sessionId },
    { state: 'denied', decidedByUserId: actor.userId, decidedAt: now },
  );
  if (changed === 0) {
    requireStep(ctx, (await requireOwnLook(ctx, requestId)).request, 'denied');
    throw new Error('A pending request could not be denied.');
  }
  const { clientId, clientName, address } = request;
  await recordAudit(ctx, {
    accountId: null,
    action: 'grant_request.denied',
    subjectId: requestId,
    details: { clientId, clientName, address },
  });
  const denial = { error: 'access_denied', error_description: 'The customer denied the request.' };
  return {
    request: await ctx.em.refreshOrFail(request),
    redirectUrl: request.flow === 'code' ? answerRedirect(ctx, request, denial) : null,
  };
}
