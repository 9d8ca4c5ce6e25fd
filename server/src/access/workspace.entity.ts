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
    /** Grows by one with every change of the settings, so that two who change them at once notice. */
    revision: p.integer().default(1),
    /** IANA name, for instance `Europe/Lisbon`. */
    timeZone: p.text().default('UTC'),
    /** Nothing goes out in these, by the clock of the time zone. */
    quietHours: p.json<QuietWindow[]>().defaultRaw(`'[]'`),
    /** Where "the next free slot" is looked for. */
    postingSlots: p.json<PostingSlot[]>().defaultRaw(`'[]'`),
    /** A grant's `publish:auto` counts only where this allows it too. */
    allowsAuto: p.boolean().default(false),
    /** How many different people have to approve before anything goes out. */
    approvalsRequired: p.integer().default(1),
    /** Which people's decisions count. */
    deciders: p.enum(DECIDERS).default('owners_and_approvers'),
    /** Whether the person who wrote the last revision is refused as its approver. */
    refusesSelfApproval: p.boolean().default(false),
    /** Whether a client's approval by a link counts as one of those; else it is an opinion on the record. */
    countsClients: p.boolean().default(true),
    /** In which steps something is approved; empty: in one, by as many as are required. */
    stages: p.json<Stage[]>().defaultRaw(`'[]'`),
    /** People who are asked one after another; empty: all who may decide, at once. */
    askInTurn: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** After how many hours without a decision the next one is asked. */
    turnHours: p.integer().default(DEFAULT_TURN_HOURS),
    /** Whether every approval has to be signed with the approver's passkey, on any platform. */
    requiresSignature: p.boolean().default(false),
    /** Platforms for which it has to be, where it need not be for all. */
    signedPlatforms: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** For how long one can decide, and for how long an approval counts, from when it was asked for or was to go out. */
    approvalHours: p.integer().default(DEFAULT_APPROVAL_HOURS),
    /** Whether another time asks for approval again even where a person sets it; an agent's always does. */
    movesAskAgain: p.boolean().default(true),
    /** The most credits that may be set aside or spent in a calendar month of its time zone; null: as many as there are. */
    creditsPerMonth: p.integer().nullable(),
    /** Whether a standing approval was ever signed here: where not, none is looked for. */
    hasStanding: p.boolean().default(false),
    voice: p.json<Voice>().defaultRaw(`'${JSON.stringify(PLAIN_VOICE)}'`),
    /** Words and phrases that stop a post. */
    blockedTerms: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** Hosts that a post may not link to, with everything below them. */
    deniedHosts: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** Since when an owner has stopped everything that goes out of here; null while it goes. */
    pausedAt: timestamp().nullable(),
    /** Since when it is put away: nothing is written in it and nothing goes out; null while it is in use. */
    archivedAt: timestamp().nullable(),
    /** How much weight the safety checks have. */
    safety: p.json<SafetyPolicy>().defaultRaw(`'${JSON.stringify(PLAIN_SAFETY)}'`),
    createdAt: timestamp(),
  },
});
export type Workspace = InferEntity<typeof Workspace>;
