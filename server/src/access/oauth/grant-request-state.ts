import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { GRANT_REQUEST_TRANSITIONS, type GrantRequestState } from './grant-request-states.ts';

/** When it is too late for the next step: an authorization code has less time than the request. */
export function endOf(request: Pick<GrantRequest, 'state' | 'expiresAt' | 'codeExpiresAt'>): Date {
  return request.state === 'approved' ? (request.codeExpiresAt ?? request.expiresAt) : request.expiresAt;
}

/** The current state: expiry needs no write. */
export function currentState(request: Pick<GrantRequest, 'state' | 'expiresAt' | 'codeExpiresAt'>, now: Date): GrantRequestState {
  const isOpen = request.state === 'pending' || request.state === 'approved';
  return isOpen && endOf(request) <= now ? 'expired' : request.state;
}

/** The request, if the actor's session was the last to look it up. */
export async function requireOwnLook(
  ctx: Context,
  requestId: string,
): Promise<{ request: GrantRequest; actor: Extract<Context['actor'], { kind: 'user' }> }> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if (actor.kind !== 'user') throw new DomainError('insufficient_role', { message: say`Agents cannot approve access requests.` });
  const request = await ctx.em.findOne(GrantRequest, { id: requestId }, { refresh: true });
  // Same error as for a missing one, so requests cannot be enumerated.
  if (request?.sessionId !== actor.sessionId) throw new DomainError('other_session');
  return { request, actor };
}

/** Throws the 409 that names both states, unless the step is allowed now. */
export function requireStep(ctx: Context, request: GrantRequest, to: GrantRequestState): void {
  nextState('request', GRANT_REQUEST_TRANSITIONS, currentState(request, ctx.clock.now()), to);
}
