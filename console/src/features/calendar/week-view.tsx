import { Box, Menu } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { draftState } from '../../components/ui/states.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import { number } from '../../lib/language.ts';
import { formatTimeOfDay } from '../../lib/time/format-time.ts';
import classes from './calendar.module.css';
import { quietStretches, slotsOfDay } from './day-strip.tsx';
import { type Day, dayOf, minutesOf, momentOf, snapped } from './days.ts';
import { DRAGGED, Entry, Ghost, GRABBED } from './entry.tsx';
import { inLanes, type Place } from './lanes.ts';
import { dayName, dayShort, texts } from './texts.ts';
import type { CalendarFrame } from './types.ts';
import type { Moving } from './use-moving.ts';

const MINUTES_A_DAY = 1_440;
const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);
const MORNING = 7 / 24;
/** As in the style sheet: the days' names above the hours. */
const HEAD_PX = 32;

interface Props {
  days: readonly Day[];
  today: Day;
  frame: CalendarFrame;
  moving: Moving;
}

/** Seven days by the hour, quiet hours shaded, slots marked; dropping takes the quarter of an hour. */
export function WeekView({ days, today, frame, moving }: Props) {
  const timeZone = useTimeZone();
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: MINUTES_A_DAY });
  const look = (): void => {
    const box = scroller.current;
    if (!box) return;
    const minutes = (pixels: number): number => (pixels / (box.scrollHeight - HEAD_PX)) * MINUTES_A_DAY;
    setSeen({ from: minutes(box.scrollTop), to: minutes(box.scrollTop + box.clientHeight - HEAD_PX) });
  };
  const measure = useRef(look);
  measure.current = look;
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight * MORNING;
    const resized = new ResizeObserver(() => measure.current());
    resized.observe(box);
    return () => resized.disconnect();
  }, []);
  const byDay = Map.groupBy(frame.drafts, (draft) => dayOf(new Date(draft.scheduledAt ?? 0), timeZone));
  const minutes = days.flatMap((day) => byDay.get(day)?.map(({ scheduledAt }) => minutesOf(new Date(scheduledAt ?? 0), timeZone)) ?? []);
  const earlier = minutes.filter((minute) => minute < seen.from);
  const later = minutes.filter((minute) => minute >= seen.to);
  const goTo = (minute: number | undefined): void => {
    const box = scroller.current;
    if (box && minute !== undefined) box.scrollTop = ((box.scrollHeight - HEAD_PX) * Math.max(0, minute - 30)) / MINUTES_A_DAY;
  };
  return (
    <div className={classes.weekFrame}>
      {earlier.length > 0 && (
        <button
          type="button"
          className={classes.beyond}
          data-edge="top"
          aria-label={texts.earlier({ count: earlier.length })}
          onClick={() => goTo(Math.max(...earlier))}
        >
          <IconChevronUp size={14} aria-hidden /> {number(earlier.length)}
        </button>
      )}
      <Box ref={scroller} component="section" className={classes.week} aria-label={texts.week} tabIndex={0} onScroll={look}>
        <div className={classes.hours} aria-hidden>
          {HOURS.map((hour) => (
            <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
          ))}
        </div>
        {days.map((day) => (
          <WeekDay key={day} day={day} isToday={day === today} drafts={byDay.get(day) ?? []} frame={frame} moving={moving} />
        ))}
      </Box>
      {later.length > 0 && (
        <button
          type="button"
          className={classes.beyond}
          data-edge="bottom"
          aria-label={texts.laterHours({ count: later.length })}
          onClick={() => goTo(Math.min(...later))}
        >
          <IconChevronDown size={14} aria-hidden /> {number(later.length)}
        </button>
      )}
    </div>
  );
}

interface WeekDayProps extends Pick<Props, 'frame' | 'moving'> {
  day: Day;
  isToday: boolean;
  drafts: CalendarDraftFragment[];
}

function WeekDay({ day, isToday, drafts, frame, moving }: WeekDayProps) {
  const timeZone = useTimeZone();
  const body = useRef<HTMLDivElement>(null);
  const { picked } = moving;
  const top = (minute: number) => `${(minute / MINUTES_A_DAY) * 100}%`;
  const minuteOf = ({ scheduledAt }: CalendarDraftFragment): number => minutesOf(new Date(scheduledAt ?? 0), timeZone);
  const drop = (id: string, share: number): void => {
    const draft = [...frame.drafts, ...frame.unscheduled].find((known) => known.id === id);
    if (!draft) return;
    const was = draft.scheduledAt ? minutesOf(new Date(draft.scheduledAt), timeZone) : null;
    moving.drop(draft, momentOf(day, snapped(share * MINUTES_A_DAY, was), timeZone));
  };
  return (
    <section
      className={classes.column}
      aria-label={dayName(day)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const box = body.current?.getBoundingClientRect();
        // Its upper edge determines the time, wherever it was grabbed.
        const top = event.clientY - Number(event.dataTransfer.getData(GRABBED));
        if (box) drop(event.dataTransfer.getData(DRAGGED), (top - box.top) / box.height);
      }}
    >
      <p className={classes.columnHead} data-today={isToday || undefined}>
        {dayShort(day)}
      </p>
      <div ref={body} className={classes.columnBody}>
        {quietStretches(day, frame, timeZone).map(({ from, length }) => (
          <span key={from} className={classes.quiet} style={{ top: `${from}%`, height: `${length}%` }} title={texts.inQuiet} />
        ))}
        {slotsOfDay(day, frame, timeZone).map(({ at, from, isTaken }) => (
          <span key={at} className={classes.slot} data-taken={isTaken || undefined} style={{ top: `${from}%` }} title={texts.onSlot} />
        ))}
        {inLanes(drafts, minuteOf).map(({ posts, minute, lane, isHalf }) => {
          const style = { top: top(minute), ...(isHalf && { [lane === 0 ? 'insetInlineEnd' : 'insetInlineStart']: '50%' }) };
          const [draft] = posts;
          if (posts.length > 1) return <Crowd key={draft?.id} posts={posts} moving={moving} style={style} />;
          return draft && <Entry key={draft.id} draft={draft} moving={moving} time={timeOf(draft, timeZone)} style={style} />;
        })}
        {picked && dayOf(picked.at, timeZone) === day && (
          <Ghost
            title={picked.draft.title}
            time={formatTimeOfDay(picked.at, timeZone)}
            style={{ top: top(minutesOf(picked.at, timeZone)) }}
          />
        )}
      </div>
    </section>
  );
}

const timeOf = ({ scheduledAt }: CalendarDraftFragment, timeZone: string): string => formatTimeOfDay(new Date(scheduledAt ?? 0), timeZone);

interface CrowdProps extends Pick<Props, 'moving'>, Pick<Place<CalendarDraftFragment>, 'posts'> {
  style: CSSProperties;
}

/** More posts than there is room for side by side, as a menu. */
function Crowd({ posts, moving, style }: CrowdProps) {
  const timeZone = useTimeZone();
  return (
    <div style={style}>
      <Menu width={340} position="bottom-end" styles={{ itemLabel: { minWidth: 0 } }}>
        <Menu.Target>
          {/* The focus returns to it from each of its posts. */}
          <button
            type="button"
            className={classes.crowd}
            data-draft={posts.map(({ id }) => id).join(' ')}
            aria-label={texts.more({ count: posts.length })}
          >
            <span dir="ltr">+{number(posts.length)}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.crowdList}>
          {posts.map((draft) => (
            <Menu.Item
              key={draft.id}
              leftSection={<ToneIcon tone={draftState(draft).tone} size={12} />}
              rightSection={timeOf(draft, timeZone)}
              onClick={() => moving.open(draft)}
            >
              <span className={classes.crowdTitle} dir="auto">
                {draft.title}
              </span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
