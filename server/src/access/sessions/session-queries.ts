import type { Context } from '../../context.ts';
import { requirePerson } from '../authorise.ts';
import { Session } from './session.entity.ts';

/** A session as its owner sees it: without its token's hash. */
export type SessionView = Omit<Session, 'tokenHash'>;

/** The person's own sessions that are still good, newest first. */
export async function listSessions(ctx: Context): Promise<SessionView[]> {
  const { userId } = requirePerson(ctx);
  return ctx.em.find(Session, { userId, expiresAt: { $gt: ctx.clock.now() } }, { orderBy: { id: 'desc' } });
}
