import { Empty } from '../../components/ui/empty.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { WriteDraft } from '../../components/write-draft.tsx';
import { formatTimeOfDay } from '../../lib/time/format-time.ts';
import classes from './calendar.module.css';
import { type Day, dayOf } from './days.ts';
import { Entry } from './entry.tsx';
import { dayName, texts } from './texts.ts';
import type { CalendarFrame } from './types.ts';
import type { Moving } from './use-moving.ts';

interface Props {
  days: readonly Day[];
  /** The frame is still that of other days. */
  isLoading: boolean;
  frame: CalendarFrame;
  moving: Moving;
}

/** On a phone: a list of days with entries. A tap opens the actions. */
export function AgendaView({ days, isLoading, frame, moving }: Props) {
  const timeZone = useTimeZone();
  const byDay = Map.groupBy(frame.drafts, (draft) => dayOf(new Date(draft.scheduledAt ?? 0), timeZone));
  const filled = days.filter((day) => byDay.has(day));
  if (isLoading) return <SkeletonRows />;
  if (filled.length === 0) {
    return (
      <Empty title={texts.empty}>
        <p>{texts.emptyHow}</p>
        <WriteDraft />
      </Empty>
    );
  }
  return (
    <ul className={classes.agenda}>
      {filled.map((day) => (
        <li key={day}>
          <h2 className={classes.agendaDay}>{dayName(day)}</h2>
          {byDay.get(day)?.map((draft) => (
            <Entry key={draft.id} draft={draft} moving={moving} time={formatTimeOfDay(new Date(draft.scheduledAt ?? 0), timeZone)} />
          ))}
        </li>
      ))}
    </ul>
  );
}
