import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../access/user.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Approval } from './approval.entity.ts';

export const DECISIONS = ['approved', 'rejected', 'changes_requested'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What one person decided. Never changed. */
export const ApprovalDecision = defineEntity({
  name: 'ApprovalDecision',
  tableName: 'approval_decisions',
  uniques: [{ properties: ['approvalId', 'userId'] }],
  properties: {
    id: idColumn(),
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id'),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    decision: p.enum(DECISIONS),
    comment: p.text().nullable(),
    /** The hash the person named, equal to the approval's. */
    contentHash: p.text(),
    createdAt: timestamp(),
  },
});
export type ApprovalDecision = InferEntity<typeof ApprovalDecision>;
