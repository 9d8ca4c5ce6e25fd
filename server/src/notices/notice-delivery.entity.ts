import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Notice } from '../access/notices/notice.entity.ts';
import { User } from '../access/user.entity.ts';
import { timestamp } from '../db/columns.ts';
import { NOTICE_CHANNELS } from './notice-topics.ts';

export const DELIVERY_STATES = ['waiting', 'sending', 'sent', 'not_needed', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A notice to be sent to its person on one channel. Those that wait together are sent as one message. */
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
