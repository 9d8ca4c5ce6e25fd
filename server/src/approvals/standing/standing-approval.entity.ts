import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { Agent } from '../../access/grants/grant.entity.ts';
import { User } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';
import type { StateTable } from '../../state-table.ts';
import { DecisionSignature } from '../signatures/decision-signature.entity.ts';
import type { TargetTemplate } from './template.ts';

export const STANDING_STATES = ['proposed', 'declined', 'lapsed', 'active', 'ended'] as const;
export type StandingState = (typeof STANDING_STATES)[number];

export const STANDING_TRANSITIONS: StateTable<StandingState> = {
  proposed: ['active', 'declined', 'lapsed'],
  declined: [],
  lapsed: [],
  active: ['ended'],
  ended: [],
};

/** Why a standing approval has ended. */
export const STANDING_ENDS = ['revoked', 'refused', 'time', 'signer_left', 'access_ended', 'recombines'] as const;
export type StandingEnd = (typeof STANDING_ENDS)[number];

/** A signed or proposed standing approval: posts of one agent that follow a template, within limits, until an end date. */
export const StandingApproval = defineEntity({
  name: 'StandingApproval',
  tableName: 'standing_approvals',
  indexes: [
    { properties: ['workspaceId', 'state', 'id'] },
    { properties: ['agentId'] },
    {
      name: 'standing_approvals_one_open_unique',
      expression: `create unique index standing_approvals_one_open_unique on standing_approvals (workspace_id, agent_id, template_hash) where state in ('proposed', 'active')`,
    },
  ],
  checks: [
    {
      name: 'standing_approvals_signed_check',
      expression: `(state in ('active', 'ended')) = (signed_by is not null and signed_at is not null and ends_at is not null)`,
    },
    {
      name: 'standing_approvals_ended_check',
      expression: `(state = 'ended') = (end_reason is not null) and (state in ('proposed', 'active')) = (closed_at is null)`,
    },
    {
      name: 'standing_approvals_limits_check',
      expression: 'per_day >= 1 and per_day <= 20 and credits >= 1 and credits <= 500 and ends_at > signed_at',
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    agentId: () => p.manyToOne(Agent).mapToPk().name('agent_id'),
    state: p.enum(STANDING_STATES),
    /** One for each target account, in the order of the content hash. Immutable. */
    template: p.json<TargetTemplate[]>(),
    /** SHA-256 over the template: the signed hash. */
    templateHash: p.text(),
    /** The number of decided examples when it was proposed, and how many of them were signed unchanged. */
    decided: p.integer(),
    signed: p.integer(),
    perDay: p.integer(),
    credits: p.integer(),
    /** The time zone of its days: the workspace's when it was signed. */
    timeZone: p.text(),
    createdAt: timestamp(),
    signedBy: () => p.manyToOne(User).mapToPk().name('signed_by').nullable().deleteRule('no action'),
    signedAt: timestamp().nullable(),
    /** The passkey signature; null if it was approved by the session alone. */
    signatureId: () => p.manyToOne(DecisionSignature).mapToPk().name('signature_id').nullable().deleteRule('no action'),
    endsAt: timestamp().nullable(),
    closedAt: timestamp().nullable(),
    /** The person who ended or declined it; null if none did. */
    closedBy: () => p.manyToOne(User).mapToPk().name('closed_by').nullable().deleteRule('no action'),
    endReason: p.enum(STANDING_ENDS).nullable(),
  },
});
export type StandingApproval = InferEntity<typeof StandingApproval>;
