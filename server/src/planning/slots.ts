import { Temporal } from 'temporal-polyfill';
import type { Period } from './quiet-until.ts';
import type { PostingSlot } from './week.ts';

/**
 * The posting slots of a period, in order. A slot in an hour that the clock skips is in the hour after it; in
 * a repeated hour, in its first occurrence.
 */
export function slotsIn({ start, end }: Period, timeZone: string, slots: readonly PostingSlot[]): Date[] {
  const found = new Set<number>();
  const zoned = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const last = zoned(end).toPlainDate();
  for (let day = zoned(start).toPlainDate(); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    for (const { weekdays, at } of slots) {
      if (weekdays.some((weekday) => weekday === day.dayOfWeek)) {
        found.add(day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) }).epochMilliseconds);
      }
    }
  }
  return [...found]
    .filter((moment) => moment >= start.getTime() && moment < end.getTime())
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment));
}
