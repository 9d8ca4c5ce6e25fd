import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../../db/columns.ts';

export const CLIENT_GRANT_TYPES = ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] as const;
export type ClientGrantType = (typeof CLIENT_GRANT_TYPES)[number];

/** A program that registered itself (RFC 7591). Always public: it has no secret, and its metadata are only claims. */
export const OauthClient = defineEntity({
  name: 'OauthClient',
  tableName: 'oauth_clients',
  indexes: [{ properties: ['lastUsedAt'] }],
  properties: {
    /** The `client_id`. */
    id: idColumn(),
    name: p.text(),
    homePage: p.text().nullable(),
    redirectUris: p.array<string>().columnType('text[]'),
    grantTypes: p.array<ClientGrantType>().columnType('text[]'),
    createdAt: timestamp(),
    /** When it last requested access; initially the time of registration. */
    lastUsedAt: timestamp(),
  },
});
export type OauthClient = InferEntity<typeof OauthClient>;
