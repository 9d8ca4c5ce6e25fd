import { Temporal } from 'temporal-polyfill';
import { quietUntil } from '../../planning/quiet-until.ts';
import type { NoticeSettings } from '../notice-settings.entity.ts';
import type { NoticeChannel } from '../notice-topics.ts';

/** When a person was last notified on a channel. */
export interface ChannelRhythm {
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
export function dueAt(now: Date, channel: NoticeChannel, wishes: Wishes | null, rhythm: ChannelRhythm | null): Date {
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
