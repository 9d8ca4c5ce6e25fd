import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { type AttemptBucket, limitGuesses, slowingBucket } from '../attempt-limit.ts';
import { openAuthorizationRequest } from './authorization-request.ts';
import { GRANT_REQUEST_TRANSITIONS, GrantRequest, type GrantRequestState } from './grant-request.entity.ts';
import { readUserCode } from './start-device-flow.ts';

/** Exactly one of the first two is set. */
interface FindGrantRequestInput {
  /** As typed. */
  userCode?: string | null | undefined;
  /** From the grant screen's address, or the id of a request that this session has looked up. */
  request?: string | null | undefined;
  /** The address of the person's browser, as seen by the server. */
  clientAddress: string;
}

type UserActor = Extract<Context['actor'], { kind: 'user' }>;

/**
 * Finds the request that a person wants to decide on, and binds it to this session. After five wrong codes a person
 * and a session are refused for a while, without a check. After ten an address is slowed down, but a correct code
 * from it still passes.
 */
export async function findGrantRequest(ctx: Context, input: FindGrantRequestInput): Promise<GrantRequest> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if (actor.kind !== 'user')
    throw new DomainError('insufficient_role', { message: say`Only a member of an account can approve an agent.` });
  const request = await limitGuesses(ctx, bucketsOf(actor, input.clientAddress), async (tx) => {
    const found = await lookUp(tx, actor, input);
    return found && bindToSession(tx, found, actor.sessionId);
  });
  if (!request) throw new DomainError('not_found', { message: say`No request has this code. Check the code and enter it again.` });
  return request;
}

function bucketsOf(actor: UserActor, clientAddress: string): AttemptBucket[] {
  return [
    { name: `user-code/session/${actor.sessionId}`, most: 5 },
    { name: `user-code/person/${actor.userId}`, most: 5 },
    // Several people may share an address: guesses slow it down but lock no one out.
    slowingBucket('user-code', clientAddress, 10),
  ];
}

async function lookUp(ctx: Context, actor: UserActor, { userCode, request }: FindGrantRequestInput): Promise<GrantRequest | null> {
  if (typeof userCode === 'string' && typeof request !== 'string') {
    const code = readUserCode(userCode);
    return code === null ? null : ctx.em.findOne(GrantRequest, { userCodeHash: ctx.sealer.hash('user-code', code) });
  }
  if (typeof request !== 'string' || typeof userCode === 'string') {
    throw new DomainError('bad_user_input', { message: 'Send either the code or the request.' });
  }
  return request.startsWith('grq_')
    ? ctx.em.findOne(GrantRequest, { id: request, sessionId: actor.sessionId })
    : openAuthorizationRequest(ctx, request);
}

async function bindToSession(ctx: Context, request: GrantRequest, sessionId: string): Promise<GrantRequest> {
  const now = ctx.clock.now();
  if (request.sessionId === sessionId || currentState(request, now) !== 'pending') return request;
  await ctx.em.nativeUpdate(GrantRequest, { id: request.id, state: 'pending' }, { sessionId, lookedUpAt: now });
  return ctx.em.refreshOrFail(request);
}

/** The deadline of the next step: an authorization code expires before the request. */
function endOf(request: Pick<GrantRequest, 'state' | 'expiresAt' | 'codeExpiresAt'>): Date {
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
