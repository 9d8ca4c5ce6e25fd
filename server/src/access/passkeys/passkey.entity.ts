import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** The public half of a person's passkey (WebAuthn credential). The private half never leaves their device. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  uniques: [{ properties: ['credentialId'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** As the authenticator calls it, in base64url. */
    credentialId: p.text(),
    /** COSE key in base64url. */
    publicKey: p.text(),
    /** Signatures so far, as the authenticator counts them; 0 forever where it does not count. */
    counter: p.bigint('number'),
    transports: p.array(),
    /** As its owner calls it. */
    name: p.text(),
    createdAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;
