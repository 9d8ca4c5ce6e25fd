import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, idColumn, timestamp } from '../../db/columns.ts';
import type { StateTable } from '../../state-table.ts';
import { Account } from '../account.entity.ts';
import type { Scope } from '../actor.ts';
import { User } from '../user.entity.ts';
import { Workspace } from '../workspace.entity.ts';

/**
 * An external program with access granted by a customer. A program chooses its own name, so each one that a person
 * approves is a separate agent even under the same name; the operator's command line identifies agents by name.
 */
export const Agent = defineEntity({
  name: 'Agent',
  tableName: 'agents',
  indexes: [
    {
      name: 'agents_of_operator_unique',
      expression: 'create unique index agents_of_operator_unique on agents (account_id, name) where let_in_by_user_id is null',
    },
    { properties: ['accountId', 'id'] },
    {
      name: 'agents_search_index',
      expression: "create index agents_search_index on agents using gin (to_tsvector('simple', name))",
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    name: p.text(),
    vendor: p.text().nullable(),
    homePage: p.text().nullable(),
    /** The person; null for the operator, or from before this was stored. */
    letInByUserId: () => p.manyToOne(User).mapToPk().name('let_in_by_user_id').deleteRule('restrict').nullable(),
    /** The person's name at that time. */
    letInByName: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type Agent = InferEntity<typeof Agent>;

const GRANT_STATES = ['pending', 'active', 'revoked', 'expired'] as const;

/** A grant is created as `active`; that it has expired is derived and not stored (`stateOfGrant`). */
export const GRANT_TRANSITIONS: StateTable<(typeof GRANT_STATES)[number]> = {
  pending: ['active', 'revoked'],
  active: ['revoked'],
  revoked: [],
  expired: ['revoked'],
};

/** The kind of access: an agent, which prepares posts, or a person's own program, which reads for them. */
export const GRANT_KINDS = ['agent', 'integration'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** The customer's permission: one agent, one workspace, these scopes, within these limits. */
export const Grant = defineEntity({
  name: 'Grant',
  tableName: 'grants',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }],
  indexes: [{ properties: ['personUserId'] }],
  checks: [{ name: 'grants_integration_check', expression: `person_user_id is null or (scopes = '{read}' and expires_at is not null)` }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    agentId: () => p.manyToOne(Agent).mapToPk().name('agent_id'),
    scopes: p.array<Scope>().columnType('text[]'),
    state: p.enum(GRANT_STATES),
    /** The owner of an integration; null for an agent. */
    personUserId: () => p.manyToOne(User).mapToPk().name('person_user_id').deleteRule('restrict').nullable(),
    /** Such a grant publishes to the sandbox only. */
    isSandboxOnly: p.boolean().default(false),
    /** The limit of publish jobs per day of the workspace; null for none. */
    jobsPerDay: p.integer().nullable(),
    /** The limit of credits of any unit reserved per month; null for none. */
    creditsPerMonth: p.integer().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    /** When it was paused: its keys are refused and nothing of it is sent; null if it is not paused. */
    pausedAt: timestamp().nullable(),
    /** When the customer requested that the agent fetch a new key; null if no request is open. */
    rotationRequestedAt: timestamp().nullable(),
  },
});
export type Grant = InferEntity<typeof Grant>;

/** The current state: an expired grant is stored as active, since expiry needs no write. */
export function stateOfGrant({ state, expiresAt }: Pick<Grant, 'state' | 'expiresAt'>, now: Date): Grant['state'] {
  return state === 'active' && expiresAt && expiresAt <= now ? 'expired' : state;
}

export const kindOfGrant = ({ personUserId }: Pick<Grant, 'personUserId'>): GrantKind => (personUserId ? 'integration' : 'agent');

/**
 * The bearer secret of one grant, looked up by its public id and compared by a keyed hash. The database does not
 * contain the secret.
 */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  indexes: [{ properties: ['grantId'] }],
  properties: {
    /** The public key id, the part of the key between its second and third underscore. */
    id: p.text().primary(),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').createForeignKeyConstraint(false),
    ...belonging(),
    /** HMAC-SHA-256 of the whole key under the server's pepper, in hex. Read only where a key is checked; requests cannot. */
    keyHash: p.text().lazy(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    /** When its successor was issued: a key is exchanged once. */
    rotatedAt: timestamp().nullable(),
  },
});
export type ApiKey = InferEntity<typeof ApiKey>;
