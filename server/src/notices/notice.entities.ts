import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Notice } from '../access/notice.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { belonging, timestamp } from '../db/columns.ts';
import type { StateTable } from '../state-table.ts';
import { NOTICE_CHANNELS, type NoticeChoices } from './notice-topics.ts';

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
    /** The workspace's account. */
    accountId: p.text(),
    /** The week's Monday. */
    week: p.date().primary(),
  },
});
export type WeeklySummary = InferEntity<typeof WeeklySummary>;

const DELIVERY_STATES = ['waiting', 'sending', 'sent', 'not_needed', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A mail is `sent` once it is queued; push messages and chats are `sending` first, and wait again if none arrived. */
export const DELIVERY_TRANSITIONS: StateTable<DeliveryState> = {
  waiting: ['sending', 'sent', 'not_needed'],
  sending: ['waiting', 'sent', 'given_up'],
  sent: [],
  not_needed: [],
  given_up: [],
};

/**
 * A notice to be sent to its person on one channel. Deliveries that are pending together are sent as one
 * message.
 */
export const NoticeDelivery = defineEntity({
  name: 'NoticeDelivery',
  tableName: 'notice_deliveries',
  primaryKeys: ['noticeId', 'channel'],
  indexes: [
    {
      name: 'notice_deliveries_waiting_index',
      expression: "create index notice_deliveries_waiting_index on notice_deliveries (user_id, channel, due_at) where state = 'waiting'",
    },
    { properties: ['userId', 'channel', 'endedAt'] },
  ],
  properties: {
    noticeId: () => p.manyToOne(Notice).mapToPk().name('notice_id').primary().deleteRule('cascade').updateRule('no action'),
    channel: p.enum(NOTICE_CHANNELS).primary(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /**
     * A delivery that a dead process left in `sending` may have arrived, so it is never repeated: the console shows
     * the notice anyway.
     */
    state: p.enum(DELIVERY_STATES),
    /** The earliest time of sending, which collects further ones until then. */
    dueAt: timestamp(),
    attempts: p.integer(),
    endedAt: timestamp().nullable(),
  },
});
export type NoticeDelivery = InferEntity<typeof NoticeDelivery>;

/** A person's notification settings; without a row, the defaults. */
export const NoticeSettings = defineEntity({
  name: 'NoticeSettings',
  tableName: 'notice_settings',
  properties: {
    userId: () => p.oneToOne(User).mapToPk().name('user_id').primary().unique(false),
    choices: p.json<NoticeChoices>(),
    /** "22:00": outside the console nothing is sent between these, in the time zone; null: at any time. */
    quietFrom: p.text().nullable(),
    quietTo: p.text().nullable(),
    /** IANA name; null: UTC. */
    timeZone: p.text().nullable(),
    /** "08:00": mail and chats are sent once a day at this time; null: immediately. */
    digestAt: p.text().nullable(),
    updatedAt: timestamp(),
  },
});
export type NoticeSettings = InferEntity<typeof NoticeSettings>;

const REMINDER_STAGES = ['waiting', 'soon_out', 'soon_over'] as const;
export type ReminderStage = (typeof REMINDER_STAGES)[number];

/** Records that people were reminded of an approval: once for each reason, stage and time of publishing, in any process. */
export const ApprovalReminder = defineEntity({
  name: 'ApprovalReminder',
  tableName: 'approval_reminders',
  primaryKeys: ['approvalId', 'stage'],
  properties: {
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    stage: p.enum(REMINDER_STAGES).primary(),
    /** When the stage began whose people were reminded; null for the first one, by a worker of the previous version. */
    askedSince: timestamp().nullable(),
    /** The time of publishing that `soon_out` named; null for the other reasons. */
    scheduledAt: timestamp().nullable(),
  },
});
export type ApprovalReminder = InferEntity<typeof ApprovalReminder>;
