import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import type { PostingSlot, QuietWindow } from '../planning/week.ts';
import { Account } from './account.entity.ts';
import { PLAIN_SAFETY, type SafetyPolicy } from './safety-policy.ts';
import { DECIDERS, DEFAULT_APPROVAL_HOURS, DEFAULT_TURN_HOURS, PLAIN_VOICE, type Stage, type Voice } from './workspace-policies.ts';

/** An account's unit of work: its policies, connections and drafts. */
export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  uniques: [{ properties: ['accountId', 'id'] }],
  indexes: [
    {
      name: 'workspaces_search_index',
      expression: "create index workspaces_search_index on workspaces using gin (to_tsvector('simple', name))",
    },
    {
      name: 'workspaces_budgets_index',
      expression: 'create index workspaces_budgets_index on workspaces (id) where credits_per_month is not null',
    },
  ],
  checks: [
    { name: 'workspaces_approvals_required_check', expression: 'approvals_required >= 1 and approvals_required <= 10' },
    { name: 'workspaces_approval_hours_check', expression: 'approval_hours >= 1 and approval_hours <= 8760' },
    { name: 'workspaces_credits_per_month_check', expression: 'credits_per_month >= 1 and credits_per_month <= 100000' },
    { name: 'workspaces_archived_check', expression: 'archived_at is null or paused_at is not null' },
    { name: 'workspaces_turn_hours_check', expression: 'turn_hours >= 1 and turn_hours <= 168' },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    name: p.text(),
    /** Incremented with every change of the settings, to detect conflicts. */
    revision: p.integer().default(1),
    /** IANA name, for example `Europe/Lisbon`. */
    timeZone: p.text().default('UTC'),
    /** Nothing is published in these windows of the time zone. */
    quietHours: p.json<QuietWindow[]>().defaultRaw(`'[]'`),
    /** The slots for "the next free slot". */
    postingSlots: p.json<PostingSlot[]>().defaultRaw(`'[]'`),
    /** A grant's `publish:auto` counts only if this allows it too. */
    allowsAuto: p.boolean().default(false),
    /** How many different people must approve before anything is published. */
    approvalsRequired: p.integer().default(1),
    /** Which people's decisions count. */
    deciders: p.enum(DECIDERS).default('owners_and_approvers'),
    /** Whether the author of the last revision may not approve it. */
    refusesSelfApproval: p.boolean().default(false),
    /**
     * Whether a client's approval by a link counts as one of those; otherwise it is an opinion on the record.
     */
    countsClients: p.boolean().default(true),
    /** The approval steps; empty for one step, by as many people as required. */
    stages: p.json<Stage[]>().defaultRaw(`'[]'`),
    /** The order in which people are asked; empty: all who may decide, at once. */
    askInTurn: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** The hours without a decision until the next one is asked. */
    turnHours: p.integer().default(DEFAULT_TURN_HOURS),
    /** Whether every approval must be signed with the approver's passkey, on any platform. */
    requiresSignature: p.boolean().default(false),
    /** The platforms that need a signature, if not all do. */
    signedPlatforms: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** How long a decision can be made, and an approval is valid, from the request or from the scheduled time. */
    approvalHours: p.integer().default(DEFAULT_APPROVAL_HOURS),
    /** Whether a person's move needs a new approval; an agent's always does. */
    movesAskAgain: p.boolean().default(true),
    /**
     * The most credits that may be reserved or spent in a calendar month of its time zone; null for no limit.
     */
    creditsPerMonth: p.integer().nullable(),
    /** Whether a standing approval was ever signed here: otherwise lookups are skipped. */
    hasStanding: p.boolean().default(false),
    voice: p.json<Voice>().defaultRaw(`'${JSON.stringify(PLAIN_VOICE)}'`),
    /** Words and phrases that block a post. */
    blockedTerms: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** Hosts that a post may not link to, including subdomains. */
    deniedHosts: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** When an owner paused publishing; null if it is not paused. */
    pausedAt: timestamp().nullable(),
    /** When it was archived: it is read-only and publishes nothing; null if it is not archived. */
    archivedAt: timestamp().nullable(),
    /** The severities of the safety checks. */
    safety: p.json<SafetyPolicy>().defaultRaw(`'${JSON.stringify(PLAIN_SAFETY)}'`),
    createdAt: timestamp(),
  },
});
export type Workspace = InferEntity<typeof Workspace>;
