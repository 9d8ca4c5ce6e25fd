import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../../access/user.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';

export const CHAT_KINDS = ['slack', 'discord', 'telegram'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

/** A chat for a person's notifications: an incoming webhook of Slack or Discord, or a Telegram bot. */
export const NoticeChat = defineEntity({
  name: 'NoticeChat',
  tableName: 'notice_chats',
  uniques: [{ properties: ['addressHash'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    kind: p.enum(CHAT_KINDS),
    /** The name that its person chose: "#posts". */
    name: p.text(),
    /** The same address is the same chat. */
    addressHash: p.text(),
    /** The webhook's address, or the bot's token and the chat: a secret, as it permits posting there. */
    sealedAddress: p.text(),
    createdAt: timestamp(),
    /** When the chat reported that it no longer accepts messages, had refused several in a row or failed for a day; null if it works. */
    stoppedAt: timestamp().nullable(),
    /** Since when, and how often, nothing but failures came of its messages; null and 0 once it has responded to one. */
    failingSince: timestamp().nullable(),
    failures: p.integer().default(0),
    /** How many messages in a row it refused. */
    refusals: p.integer().default(0),
    /** Its response to the last message, if it refused it and gave a reason. */
    fault: p.text().nullable(),
  },
});
export type NoticeChat = InferEntity<typeof NoticeChat>;

/** The encryption context of an address. */
export const chatPlace = (id: string): string => `notice_chats/${id}/sealed_address`;
