import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { newId } from '../new-id.ts';
import { Session } from './session.entity.ts';

const SESSION_LIFE_MS = 14 * 86_400_000;

/** Signs a browser in. The token goes into its cookie; only a keyed hash of it stays here. */
export async function startSession(ctx: Context, userId: string, userAgent: string): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_MS);
  await ctx.em.insert(Session, {
    id: newId('ses'),
    userId,
    tokenHash: ctx.sealer.hash('session', token),
    userAgent: userAgent.slice(0, 300),
    createdAt,
    expiresAt,
  });
  return { token, expiresAt };
}
