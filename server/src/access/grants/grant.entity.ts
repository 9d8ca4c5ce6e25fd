import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Account } from '../account.entity.ts';
import type { Scope } from '../actor.ts';
import { Workspace } from '../workspace.entity.ts';
import { Agent } from './agent.entity.ts';

export const GRANT_STATES = ['pending', 'active', 'revoked', 'expired'] as const;

/** The customer's permission: one agent, one workspace, these scopes, within these limits. */
export const Grant = defineEntity({
  name: 'Grant',
  tableName: 'grants',
  indexes: [{ properties: ['workspaceId', 'id'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    agentId: () => p.manyToOne(Agent).mapToPk().name('agent_id'),
    scopes: p.array<Scope>().columnType('text[]'),
    state: p.enum(GRANT_STATES),
    /** Such a grant publishes to the sandbox only. */
    isSandboxOnly: p.boolean().default(false),
    /** Publish jobs that may be made in a day of the workspace; no limit when null. */
    jobsPerDay: p.integer().nullable(),
    /** Credits of any unit that may be held in a month; no limit when null. */
    creditsPerMonth: p.integer().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    /** Since when nothing is taken from its keys and nothing of it is sent; null while it runs. */
    pausedAt: timestamp().nullable(),
    /** Since when the customer asks the agent to fetch a new key; null when nobody does. */
    rotationRequestedAt: timestamp().nullable(),
  },
});
export type Grant = InferEntity<typeof Grant>;
