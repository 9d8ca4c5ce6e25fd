import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../access/user.entity.ts';
import { timestamp } from '../db/columns.ts';
import type { NoticeChoices } from './notice-topics.ts';

/** A person's notification settings; without a row, the defaults. */
export const NoticeSettings = defineEntity({
  name: 'NoticeSettings',
  tableName: 'notice_settings',
  properties: {
    userId: () => p.oneToOne(User).mapToPk().name('user_id').primary().unique(false),
    choices: p.json<NoticeChoices>(),
    /** "22:00": nothing but the console between these, by the clock of the zone; null: at any time. */
    quietFrom: p.text().nullable(),
    quietTo: p.text().nullable(),
    /** IANA name; null: UTC. */
    timeZone: p.text().nullable(),
    /** "08:00": mail and chats are sent once a day then; null: immediately. */
    digestAt: p.text().nullable(),
    updatedAt: timestamp(),
  },
});
export type NoticeSettings = InferEntity<typeof NoticeSettings>;
