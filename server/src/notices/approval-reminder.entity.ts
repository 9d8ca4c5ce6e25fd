import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Approval } from '../approvals/approval.entity.ts';
import { belonging } from '../db/columns.ts';

export const REMINDER_STAGES = ['waiting', 'soon_out', 'soon_over'] as const;
export type ReminderStage = (typeof REMINDER_STAGES)[number];

/** That people were reminded of an approval: once for each reason, whichever process notices it. */
export const ApprovalReminder = defineEntity({
  name: 'ApprovalReminder',
  tableName: 'approval_reminders',
  primaryKeys: ['approvalId', 'stage'],
  properties: {
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    stage: p.enum(REMINDER_STAGES).primary(),
  },
});
export type ApprovalReminder = InferEntity<typeof ApprovalReminder>;
