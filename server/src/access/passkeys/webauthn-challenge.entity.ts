import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

export const CHALLENGE_PURPOSES = ['register', 'sign_in', 'reauthenticate', 'sign'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** A challenge for an authenticator, valid once. In the database, so any process can receive the response. */
export const WebauthnChallenge = defineEntity({
  name: 'WebauthnChallenge',
  tableName: 'webauthn_challenges',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    challengeHash: p.text().primary(),
    purpose: p.enum(CHALLENGE_PURPOSES),
    /** The session that requested it; null before sign-in. */
    sessionId: p.text().nullable(),
    expiresAt: timestamp(),
  },
});
export type WebauthnChallenge = InferEntity<typeof WebauthnChallenge>;
