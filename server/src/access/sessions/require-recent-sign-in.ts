import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { type PersonActor, requirePerson } from '../authorise.ts';
import { Session } from './session.entity.ts';

/** How long a session counts as recently signed in. */
export const FRESH_MS = 5 * 60_000;

/**
 * For changes of access, payments and publishing: the signed-in person, if they confirmed their identity within the
 * last five minutes, so a borrowed browser or a stolen cookie is not enough.
 */
export async function requireRecentSignIn(ctx: Context): Promise<PersonActor> {
  const actor = requirePerson(ctx);
  if (!(await freshUntil(ctx, actor.sessionId))) throw new DomainError('reauthentication_required');
  return actor;
}

/**
 * As above, for sensitive actions that the operator may also do at the command line: only a person's session could
 * have been stolen. Called after the permission check.
 */
export async function requireRecentIfPerson(ctx: Context): Promise<void> {
  if (ctx.actor.kind === 'user') await requireRecentSignIn(ctx);
}

/** When the sign-in stops counting as recent; null if it does not count. */
export async function freshUntil(ctx: Context, sessionId: string): Promise<Date | null> {
  // A stolen token ends with the renewal; until then it does not count as recently signed in.
  if (ctx.actor.kind === 'user' && ctx.actor.hasOldToken) return null;
  const session = await ctx.em.findOne(Session, { id: sessionId }, { refresh: true });
  if (!session?.reauthenticatedAt) return null;
  const until = new Date(session.reauthenticatedAt.getTime() + FRESH_MS);
  return until > ctx.clock.now() ? until : null;
}
