import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Connection } from './connection.entity.ts';

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
