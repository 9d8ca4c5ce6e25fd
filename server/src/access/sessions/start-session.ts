import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { newId } from '../../new-id.ts';
import { Session } from './session.entity.ts';

const SESSION_LIFE_MS = 14 * 86_400_000;

/** The browser's data for the list of sessions. */
export interface Browser {
  userAgent: string;
  /** As the connection shows it. */
  address: string | null;
}

export interface StartedSession {
  /** For the cookie alone. */
  token: string;
  expiresAt: Date;
}

interface SessionStart extends Browser {
  /** An app's code, a recovery code or a passkey has been shown just now. */
  hasShownSecondFactor?: boolean;
}

/** Signs a browser in. The token goes into its cookie; only a keyed hash of it stays here. */
export async function startSession(
  ctx: Context,
  userId: string,
  { userAgent, address, hasShownSecondFactor = false }: SessionStart,
): Promise<StartedSession> {
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
    address,
    lastSeenAt: createdAt,
    // Signing in counts as a recent sign-in.
    reauthenticatedAt: createdAt,
    secondFactorAt: hasShownSecondFactor ? createdAt : null,
  });
  return { token, expiresAt };
}
