import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { belonging, timestamp } from '../db/columns.ts';

/** Records that the next person of a stage was asked: once per turn, whichever process does it. */
export const ApprovalTurn = defineEntity({
  name: 'ApprovalTurn',
  tableName: 'approval_turns',
  primaryKeys: ['approvalId', 'askedSince', 'turn'],
  properties: {
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    /** When its stage began. */
    askedSince: timestamp().primary(),
    turn: p.integer().primary(),
  },
});
export type ApprovalTurn = InferEntity<typeof ApprovalTurn>;

/** Records that a person's week in a workspace was summarised, even if there was nothing to report. */
export const WeeklySummary = defineEntity({
  name: 'WeeklySummary',
  tableName: 'weekly_summaries',
  primaryKeys: ['userId', 'workspaceId', 'week'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().name('user_id').primary(),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id').primary().createForeignKeyConstraint(false),
    /** The workspace's. */
    accountId: p.text(),
    /** Its Monday. */
    week: p.date().primary(),
  },
});
export type WeeklySummary = InferEntity<typeof WeeklySummary>;
