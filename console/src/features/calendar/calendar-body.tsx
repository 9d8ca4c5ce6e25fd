import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ShareWithClient } from '../../components/share/share-with-client.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import { formatWhen } from '../../lib/time/format-time.ts';
import { AgendaView } from './agenda-view.tsx';
import classes from './calendar.module.css';
import type { Day, View } from './days.ts';
import { Entry } from './entry.tsx';
import { MonthView } from './month-view.tsx';
import { PostPanel } from './post-panel.tsx';
import { texts } from './texts.ts';
import type { CalendarFrame } from './types.ts';
import { useMoveAtOnce } from './use-move-at-once.ts';
import { type Moving, useMoving } from './use-moving.ts';
import { WeekView } from './week-view.tsx';

const DAY = 1_440;
const STEPS = { month: { vertical: 7 * DAY, horizontal: DAY }, week: { vertical: 30, horizontal: DAY } };

interface Props {
  view: View;
  days: readonly Day[];
  today: Day;
  /** Of the period shown before, until this one is loaded. */
  isLoading: boolean;
  frame: CalendarFrame;
  onWeek: (day: Day) => void;
}

/** The days, the unscheduled drafts, and the open post. */
export function CalendarBody({ view, days, today, isLoading, frame, onWeek }: Props) {
  const timeZone = useTimeZone();
  const goOn = useGoOn(frame);
  const name = (at: Date): string => formatWhen(at, new Date(), timeZone);
  const { move, tell } = useMoveAtOnce({ onMoved: goOn, onAsk: (proposal) => moving.ask(proposal) });
  const moving = useMoving({ frame, days, timeZone, steps: STEPS[view === 'week' ? 'week' : 'month'], name, moveAtOnce: move });
  const { proposal } = moving;
  return (
    <div className={classes.split} data-tray={frame.unscheduled.length > 0 || undefined} data-open={proposal !== null || undefined}>
      {view !== 'agenda' && <Tray frame={frame} hint={texts.unscheduledHint} moving={moving} />}
      <div className={classes.main} aria-busy={isLoading}>
        {view === 'agenda' ? (
          <AgendaView days={days} isLoading={isLoading} frame={frame} moving={moving} />
        ) : view === 'month' ? (
          <MonthView days={days} today={today} frame={frame} moving={moving} onWeek={onWeek} />
        ) : (
          <WeekView days={days} today={today} frame={frame} moving={moving} />
        )}
        {view === 'week' && (
          <div>
            <ShareWithClient draftIds={sharedOf(frame)} />
          </div>
        )}
        {view !== 'agenda' && !isLoading && frame.drafts.length === 0 && (
          <p className={classes.hint}>
            {texts.empty}. {texts.emptyHow}
          </p>
        )}
      </div>
      {view === 'agenda' && <Tray frame={frame} hint={texts.unscheduledHintPhone} moving={moving} />}
      {proposal && (
        <PostPanel
          key={`${proposal.draft.id} ${proposal.at?.toISOString()}`}
          proposal={proposal}
          nextFreeSlot={frame.nextFreeSlot}
          isPhone={view === 'agenda'}
          onClose={() => {
            moving.close();
            focusOn(proposal.draft.id);
          }}
          onMoved={(before, after) => {
            moving.close();
            tell(before, after);
          }}
        />
      )}
      <VisuallyHidden role="status">{moving.announcement}</VisuallyHidden>
    </div>
  );
}

/** Approved posts without a time, published as soon as possible; dragging or opening one sets a time. */
function Tray({
  frame: { unscheduled: drafts, hasMoreUnscheduled },
  hint,
  moving,
}: {
  frame: CalendarFrame;
  hint: string;
  moving: Moving;
}) {
  if (drafts.length === 0) return null;
  return (
    <section className={classes.tray} aria-labelledby="calendar-tray">
      <h2 id="calendar-tray" className={classes.trayTitle}>
        {texts.unscheduled}
      </h2>
      <p className={classes.hint}>{hint}</p>
      {drafts.map((draft) => (
        <Entry key={draft.id} draft={draft} moving={moving} time={null} />
      ))}
      {hasMoreUnscheduled && (
        <Link to="/drafts" search={{ state: 'APPROVED' }}>
          {texts.allUnscheduled}
        </Link>
      )}
    </section>
  );
}

/** The submitted, unpublished drafts, which can be shared with a client. */
function sharedOf({ drafts }: CalendarFrame): string[] {
  return drafts.filter(({ state }) => ['IN_REVIEW', 'APPROVED', 'SCHEDULED'].includes(state)).map(({ id }) => id);
}

function focusOn(draftId: string): void {
  document.querySelector<HTMLElement>(`[data-draft~="${draftId}"]`)?.focus();
}

/** Moves the focus to the moved item, which is another element now. */
function useGoOn(frame: CalendarFrame): (moved: CalendarDraftFragment) => void {
  const awaited = useRef<CalendarDraftFragment | null>(null);
  const arrive = ({ drafts }: CalendarFrame): void => {
    const { id, revision } = awaited.current ?? {};
    if (!id || !drafts.some((draft) => draft.id === id && draft.revision === revision)) return;
    focusOn(id);
    awaited.current = null;
  };
  const arrived = useRef(arrive);
  arrived.current = arrive;
  useEffect(() => arrived.current(frame), [frame]);
  return (moved) => {
    awaited.current = moved;
    arrive(frame);
  };
}
