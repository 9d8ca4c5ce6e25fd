import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { Notice } from '../../access/notice.entity.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { quietUntil } from '../../planning/quiet-until.ts';
import { NoticeDelivery, NoticeSettings } from '../notice.entities.ts';
import { isChosen, NOTICE_CHANNELS, type NoticeChannel, TOPIC_OF } from '../notice-topics.ts';

/** When a person was last notified on a channel. */
interface ChannelRhythm {
  last: Date;
}

/** How long further notices are collected, and the minimum interval of messages: a hundred drafts are one mail. */
const PACE: Record<NoticeChannel, { gatherMs: number; restMs: number }> = {
  mail: { gatherMs: 60_000, restMs: 600_000 },
  push: { gatherMs: 3_000, restMs: 60_000 },
  chat: { gatherMs: 60_000, restMs: 600_000 },
};
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

type Wishes = Pick<NoticeSettings, 'quietFrom' | 'quietTo' | 'timeZone' | 'digestAt'>;

/** When a notice created now is to be sent to its person on that channel. */
function dueAt(now: Date, channel: NoticeChannel, wishes: Wishes | null, rhythm: ChannelRhythm | null): Date {
  const { gatherMs, restMs } = PACE[channel];
  const soonest = new Date(Math.max(now.getTime() + gatherMs, (rhythm?.last.getTime() ?? 0) + restMs));
  if (!wishes) return soonest;
  const timeZone = wishes.timeZone ?? 'UTC';
  const daily = channel !== 'push' && wishes.digestAt ? nextAt(soonest, wishes.digestAt, timeZone) : soonest;
  const { quietFrom: from, quietTo: to } = wishes;
  if (!from || !to) return daily;
  return quietUntil(daily, { timeZone, windows: [{ weekdays: [...EVERY_DAY], from, to }] }) ?? daily;
}

/** The next time that it is "08:00" in the time zone. */
function nextAt(after: Date, time: string, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone);
  const today = start.withPlainTime(Temporal.PlainTime.from(time));
  const next =
    Temporal.ZonedDateTime.compare(today, start) >= 0 ? today : start.add({ days: 1 }).withPlainTime(Temporal.PlainTime.from(time));
  return new Date(next.epochMilliseconds);
}

const AT_ONCE = 500;

/** Routes every new notice to the channels its person chose; one without a channel is shown in the console only. */
export async function routeNotices(services: Services): Promise<number> {
  for (let routed = 0; ; ) {
    const taken = await inTransaction(systemContext(services), routePage);
    routed += taken;
    if (taken < AT_ONCE) return routed;
  }
}

async function routePage(tx: Context): Promise<number> {
  const rows = await query(
    tx.em,
    tables
      .selectFrom('notices')
      .select(['id', 'user_id', 'kind'])
      .where('routed_at', 'is', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked(),
  );
  if (rows.length === 0) return 0;
  const userIds = [...new Set(rows.map(({ user_id: userId }) => userId))];
  const settings = new Map((await tx.em.find(NoticeSettings, { userId: { $in: userIds } })).map((row) => [row.userId, row]));
  const reachable = await channelsOf(tx, userIds);
  const rhythms = await rhythmsOf(tx, userIds);
  const now = tx.clock.now();
  const deliveries = rows.flatMap(({ id, user_id: userId, kind }) =>
    NOTICE_CHANNELS.filter(
      (channel) => reachable(userId, channel) && isChosen(settings.get(userId)?.choices ?? {}, TOPIC_OF[kind], channel),
    ).map((channel) => ({
      noticeId: id,
      channel,
      userId,
      state: 'waiting' as const,
      attempts: 0,
      dueAt: dueAt(now, channel, settings.get(userId) ?? null, rhythms.get(`${userId}/${channel}`) ?? null),
    })),
  );
  if (deliveries.length > 0) await tx.em.insertMany(NoticeDelivery, deliveries);
  await tx.em.nativeUpdate(Notice, { id: { $in: rows.map(({ id }) => id) } }, { routedAt: now });
  return rows.length;
}

/** Whether a channel has any recipient of the person. An address that was never confirmed may be another person's. */
async function channelsOf(tx: Context, userIds: readonly string[]): Promise<(userId: string, channel: NoticeChannel) => boolean> {
  const rows = await query(
    tx.em,
    tables
      .selectFrom('push_devices')
      .select(['user_id', sql<NoticeChannel>`'push'`.as('channel')])
      .where('user_id', '=', anyOf(userIds))
      .union(
        tables
          .selectFrom('notice_chats')
          .select(['user_id', sql<NoticeChannel>`'chat'`.as('channel')])
          .where('user_id', '=', anyOf(userIds))
          .where('stopped_at', 'is', null),
      )
      .union(
        tables
          .selectFrom('users')
          .select(['id as user_id', sql<NoticeChannel>`'mail'`.as('channel')])
          .where('id', '=', anyOf(tx.config.mail ? userIds : []))
          .where('email_confirmed_at', 'is not', null),
      ),
  );
  const found = new Set(rows.map(({ user_id: userId, channel }) => `${userId}/${channel}`));
  return (userId, channel) => found.has(`${userId}/${channel}`);
}

/** When each person was last notified, by user id and channel. */
async function rhythmsOf(tx: Context, userIds: readonly string[]): Promise<Map<string, ChannelRhythm>> {
  const rows = await query(
    tx.em,
    tables
      .selectFrom('notice_deliveries')
      .select(['user_id', 'channel', sql<Date>`max(ended_at)`.as('last')])
      .where('user_id', '=', anyOf(userIds))
      .where('state', 'in', [literal('sent'), literal('sending')])
      .groupBy(['user_id', 'channel']),
  );
  return new Map(rows.map(({ user_id: userId, channel, last }) => [`${userId}/${channel}`, { last: new Date(last) }]));
}
