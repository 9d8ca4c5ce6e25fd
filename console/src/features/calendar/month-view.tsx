import { useTimeZone } from '../../components/ui/time-zone.ts';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import { formatTimeOfDay } from '../../lib/time/format-time.ts';
import classes from './calendar.module.css';
import { DayStrip } from './day-strip.tsx';
import { type Day, dayOf, minutesOf, momentOf } from './days.ts';
import { DRAGGED, Entry, Ghost } from './entry.tsx';
import { dayName, dayNumber, texts } from './texts.ts';
import type { CalendarFrame } from './types.ts';
import type { Moving } from './use-moving.ts';

const MOST = 3;
const NINE = 540;

interface Props {
  days: readonly Day[];
  today: Day;
  frame: CalendarFrame;
  moving: Moving;
  onWeek: (day: Day) => void;
}

/** Whole weeks, one cell per day; dropping on a day keeps the time of day. */
export function MonthView({ days, today, frame, moving, onWeek }: Props) {
  const timeZone = useTimeZone();
  const byDay = Map.groupBy(frame.drafts, (draft) => dayOf(new Date(draft.scheduledAt ?? 0), timeZone));
  return (
    <div className={classes.month}>
      {texts.weekdays.map((name) => (
        <div key={name} className={classes.weekday} aria-hidden>
          {name}
        </div>
      ))}
      {days.map((shown) => (
        <MonthDay
          key={shown}
          day={shown}
          isFirst={shown === days[0]}
          isPast={shown < today}
          isToday={shown === today}
          drafts={byDay.get(shown) ?? []}
          frame={frame}
          moving={moving}
          onWeek={onWeek}
        />
      ))}
    </div>
  );
}

interface MonthDayProps extends Pick<Props, 'frame' | 'moving' | 'onWeek'> {
  day: Day;
  isFirst: boolean;
  isPast: boolean;
  isToday: boolean;
  drafts: CalendarDraftFragment[];
}

function MonthDay({ day, isFirst, isPast, isToday, drafts, frame, moving, onWeek }: MonthDayProps) {
  const timeZone = useTimeZone();
  const { picked } = moving;
  const hasGhost = picked !== null && dayOf(picked.at, timeZone) === day;
  const drop = (id: string): void => {
    const draft = [...frame.drafts, ...frame.unscheduled].find((known) => known.id === id);
    if (!draft) return;
    const minutes = draft.scheduledAt ? minutesOf(new Date(draft.scheduledAt), timeZone) : NINE;
    moving.drop(draft, momentOf(day, minutes, timeZone));
  };
  return (
    <section
      className={classes.day}
      data-past={isPast || undefined}
      data-today={isToday || undefined}
      aria-label={dayName(day)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event.dataTransfer.getData(DRAGGED))}
    >
      <p className={classes.dayNumber}>{dayNumber(day, isFirst)}</p>
      {drafts.slice(0, MOST).map((draft) => (
        <Entry key={draft.id} draft={draft} moving={moving} time={formatTimeOfDay(new Date(draft.scheduledAt ?? 0), timeZone)} />
      ))}
      {hasGhost && <Ghost title={picked.draft.title} time={formatTimeOfDay(picked.at, timeZone)} />}
      {drafts.length > MOST && (
        <button type="button" className={classes.more} onClick={() => onWeek(day)}>
          {texts.more({ count: drafts.length - MOST })}
        </button>
      )}
      <DayStrip day={day} frame={frame} />
    </section>
  );
}
