import { useTimeZone } from '../../components/ui/time-zone.ts';
import classes from './calendar.module.css';
import { addDays, type Day, dayOf, minutesOf, momentOf } from './days.ts';
import type { CalendarFrame } from './types.ts';

const MINUTES_A_DAY = 1_440;

export interface Stretch {
  /** In hundredths of the day. */
  from: number;
  length: number;
}

/** The quiet hours of one day, in local time. */
export function quietStretches(day: Day, { quietPeriods }: Pick<CalendarFrame, 'quietPeriods'>, timeZone: string): Stretch[] {
  const [begin, end] = [momentOf(day, 0, timeZone), momentOf(addDays(day, 1), 0, timeZone)];
  return quietPeriods
    .map((period) => ({ start: new Date(period.start), end: new Date(period.end) }))
    .filter((period) => period.start < end && period.end > begin)
    .map((period) => {
      const from = period.start <= begin ? 0 : minutesOf(period.start, timeZone);
      const to = period.end >= end ? MINUTES_A_DAY : minutesOf(period.end, timeZone);
      return { from: (from / MINUTES_A_DAY) * 100, length: ((to - from) / MINUTES_A_DAY) * 100 };
    });
}

/** The posting slots of one day. */
export function slotsOfDay(day: Day, { slots }: Pick<CalendarFrame, 'slots'>, timeZone: string) {
  return slots
    .filter(({ at }) => dayOf(new Date(at), timeZone) === day)
    .map(({ at, isTaken }) => ({ at, isTaken, from: (minutesOf(new Date(at), timeZone) / MINUTES_A_DAY) * 100 }));
}

/** A day as a thin line: quiet hours shaded, slots as marks; empty without either. The week shows the same as text. */
export function DayStrip({ day, frame }: { day: Day; frame: CalendarFrame }) {
  const timeZone = useTimeZone();
  if (frame.quietPeriods.length === 0 && frame.slots.length === 0) return null;
  return (
    <div className={classes.strip} aria-hidden>
      {quietStretches(day, frame, timeZone).map(({ from, length }) => (
        <span key={from} className={classes.stripQuiet} style={{ insetInlineStart: `${from}%`, width: `${length}%` }} />
      ))}
      {slotsOfDay(day, frame, timeZone).map(({ at, isTaken, from }) => (
        <span key={at} className={classes.stripSlot} data-taken={isTaken || undefined} style={{ insetInlineStart: `${from}%` }} />
      ))}
    </div>
  );
}
