import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

const CHALLENGE_PURPOSES = ['register', 'sign_in', 'reauthenticate', 'sign'] as const;
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

/** The public half of a person's passkey (WebAuthn credential). The private half never leaves their device. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  uniques: [{ properties: ['credentialId'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** The authenticator's name for it, in base64url. */
    credentialId: p.text(),
    /** COSE key in base64url. */
    publicKey: p.text(),
    /** The authenticator's signature counter; always 0 if it does not count. */
    counter: p.bigint('number'),
    transports: p.array(),
    /** The name that its owner chose. */
    name: p.text(),
    createdAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;
