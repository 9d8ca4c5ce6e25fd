import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import type { AccountLimit } from '../platforms/platform.ts';

export const CONNECTION_HEALTHS = ['healthy', 'failing', 'revoked'] as const;
/**
 * Why sending is paused. `service_refused`: the platform no longer knows this service, so credentials cannot be
 * renewed.
 */
export const REST_REASONS = ['quota', 'rate_limited', 'service_refused'] as const;
export type RestReason = (typeof REST_REASONS)[number];

/** A workspace's connected account on a platform, with sealed credentials. */
export const Connection = defineEntity({
  name: 'Connection',
  tableName: 'connections',
  indexes: [{ properties: ['workspaceId', 'platform'] }, { properties: ['platform', 'externalId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    platform: p.text(),
    /** The account's public name there, for instance `harbour.example.org`. */
    handle: p.text(),
    /** The platform's own lasting id of the account, for instance a DID. */
    externalId: p.text(),
    /** Origin of the server that it lives on, where the platform has many; null where that is not known. */
    server: p.text().nullable(),
    /** AES-256-GCM, bound to this row and column; opened only by the worker. */
    sealedCredentials: p.text(),
    health: p.enum(CONNECTION_HEALTHS),
    /** What is wrong, in a sentence for a person: while healthy, that the access could not be renewed, or null. */
    healthMessage: p.text().nullable(),
    /** The message with its parameters, for other languages; null in rows from before this was stored. */
    healthSentence: p.json<StoredSentence>().nullable(),
    /** When the pause ends: the quota is used up, the platform has asked for it, or refuses the service itself. */
    restsUntil: timestamp().nullable(),
    restReason: p.enum(REST_REASONS).nullable(),
    /** What the network says of this account or its server, which overrides the platform's rules; null if it says nothing. */
    limits: p.json<AccountLimit[]>().nullable(),
    /** When the credentials stop working; null where they last. */
    expiresAt: timestamp().nullable(),
    /** When the access ends unless the person signs in again, for instance as its renewal was refused; null where it lasts, or is renewed. */
    endsAt: timestamp().nullable(),
    /** The days before that end that were announced last; null before. */
    endAnnounced: p.integer().nullable(),
    /** What the person allowed at the sign-in; null where the network does not say. */
    grantedScopes: p.array<string>().columnType('text[]').nullable(),
    /** Counts up with every renewal of the credentials; a write with an older number is refused. */
    refreshLease: p.integer().default(0),
    /** The end of a process's lease on the renewal. */
    refreshLeasedUntil: timestamp().nullable(),
    /** When the platform was last asked whether it accepts the credentials. */
    checkedAt: timestamp().nullable(),
    createdAt: timestamp(),
    disconnectedAt: timestamp().nullable(),
  },
});
export type Connection = InferEntity<typeof Connection>;

/** A person on the way to a platform and back. One use, for the session that began it. */
export const ConnectRequest = defineEntity({
  name: 'ConnectRequest',
  tableName: 'connect_requests',
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    sessionId: () => p.manyToOne(Session).mapToPk().name('session_id').deleteRule('cascade'),
    platform: p.text(),
    /** The connection to renew, with the same account; null for a new one. */
    connectionId: () => p.manyToOne(Connection).mapToPk().name('connection_id').nullable(),
    /** Keyed hash of the `state` that travels with the person. */
    stateHash: p.text().unique(),
    /** PKCE verifier and the platform's state; encrypted, bound to this row. */
    sealedMemory: p.text(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
});
export type ConnectRequest = InferEntity<typeof ConnectRequest>;
