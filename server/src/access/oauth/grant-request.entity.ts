import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import type { StateTable } from '../../state-table.ts';
import type { Scope } from '../actor.ts';
import { GRANT_KINDS, Grant } from '../grants/grant.entity.ts';
import { User } from '../user.entity.ts';
import { Workspace } from '../workspace.entity.ts';

export const GRANT_REQUEST_STATES = ['pending', 'approved', 'denied', 'expired', 'redeemed'] as const;
export type GrantRequestState = (typeof GRANT_REQUEST_STATES)[number];

/** `redeemed` is when the grant and its key are created. */
export const GRANT_REQUEST_TRANSITIONS: StateTable<GrantRequestState> = {
  pending: ['approved', 'denied', 'expired'],
  approved: ['redeemed', 'expired'],
  denied: [],
  expired: [],
  redeemed: [],
};

export const GRANT_FLOWS = ['device', 'code'] as const;
export type GrantFlow = (typeof GRANT_FLOWS)[number];

/**
 * An agent's request for access, until the exchange for a key. Both flows use it. Codes are stored as keyed hashes
 * only, keys not at all.
 */
export const GrantRequest = defineEntity({
  name: 'GrantRequest',
  tableName: 'grant_requests',
  uniques: [{ properties: ['deviceCodeHash'] }, { properties: ['userCodeHash'] }, { properties: ['codeHash'] }],
  indexes: [{ properties: ['expiresAt'] }],
  checks: [{ name: 'grant_requests_decision_check', expression: `state not in ('approved', 'redeemed') or workspace_id is not null` }],
  properties: {
    id: idColumn(),
    flow: p.enum(GRANT_FLOWS),
    state: p.enum(GRANT_REQUEST_STATES),
    /** The requested kind of access. */
    kind: p.enum(GRANT_KINDS).default('agent'),
    /** Registered, or chosen by an unregistered agent. */
    clientId: p.text(),
    clientName: p.text(),
    clientUri: p.text().nullable(),
    scopes: p.array<Scope>().columnType('text[]'),
    /** RFC 8707; null if not given. */
    resource: p.text().nullable(),
    /** The address of the request, as seen by the server. */
    address: p.text(),
    createdAt: timestamp(),
    expiresAt: timestamp(),

    deviceCodeHash: p.text().nullable(),
    userCodeHash: p.text().nullable(),
    /** The minimum polling interval; grows with every poll that is too early. */
    intervalSeconds: p.integer().nullable(),
    lastPolledAt: timestamp().nullable(),

    redirectUri: p.text().nullable(),
    /** The client's `state`, sealed. */
    sealedClientState: p.text().nullable(),
    /** S256 of the client's verifier (RFC 7636). */
    codeChallenge: p.text().nullable(),
    codeHash: p.text().nullable(),
    codeExpiresAt: timestamp().nullable(),

    /** The last session that looked it up; only that one may decide. */
    sessionId: p.text().nullable(),
    /** When that session first looked it up. */
    lookedUpAt: timestamp().nullable(),

    decidedByUserId: () => p.manyToOne(User).mapToPk().name('decided_by_user_id').nullable(),
    decidedAt: timestamp().nullable(),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id').nullable(),
    grantedScopes: p.array<Scope>().columnType('text[]').nullable(),
    isSandboxOnly: p.boolean().default(false),
    jobsPerDay: p.integer().nullable(),
    creditsPerMonth: p.integer().nullable(),
    grantExpiresAt: timestamp().nullable(),

    redeemedAt: timestamp().nullable(),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
  },
});
export type GrantRequest = InferEntity<typeof GrantRequest>;
