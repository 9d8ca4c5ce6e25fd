import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { tables } from '../../db/tables.ts';
import { type ChallengePurpose, WebauthnChallenge } from './webauthn-challenge.entity.ts';

/** The time limit for using the device. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

interface Asked {
  purpose: ChallengePurpose;
  /** The requesting session; null before sign-in. */
  sessionId: string | null;
}

/** Stores a challenge sent to a browser. */
export async function keepChallenge(services: Services, em: EntityManager, challenge: string, asked: Asked): Promise<void> {
  const expiresAt = new Date(services.clock.now().getTime() + CHALLENGE_LIFE_MS);
  await em.insert(WebauthnChallenge, { challengeHash: hashOf(services, challenge), ...asked, expiresAt });
}

/**
 * Consumes a challenge, whether or not its response is accepted; false if it is unknown, for another purpose or
 * session, expired, or used. Commits on its own, so a refused response does not restore it.
 */
export async function takeChallenge(services: Services, challenge: string, { purpose, sessionId }: Asked): Promise<boolean> {
  const taken = await query(
    forkAsOwner(services.orm),
    tables
      .deleteFrom('webauthn_challenges')
      .where('challenge_hash', '=', hashOf(services, challenge))
      .where('purpose', '=', purpose)
      .where('session_id', 'is not distinct from', sessionId)
      .where('expires_at', '>', services.clock.now())
      .returning('challenge_hash'),
  );
  return taken.length === 1;
}

const hashOf = ({ sealer }: Services, challenge: string): string => sealer.hash('webauthn-challenge', challenge);
