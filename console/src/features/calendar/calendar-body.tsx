import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ShareWithClient } from '../../components/share/share-with-client.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import { formatWhen } from '../../lib/time/format-time.ts';
import { AgendaView } from './agenda-view.tsx';
import classes from './calendar.module.css';
import type { Day } from './days.ts';
import { Entry } from './entry.tsx';
import { MonthView } from './month-view.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { type Moved, MovedNotice } from './moved-notice.tsx';
import { texts } from './texts.ts';
import type { CalendarFrame } from './types.ts';
import { useMoving } from './use-moving.ts';
import { WeekView } from './week-view.tsx';

const DAY = 1_440;
const STEPS = { month: { vertical: 7 * DAY, horizontal: DAY }, week: { vertical: 30, horizontal: DAY } };

interface Props {
  view: 'month' | 'week';
  isPhone: boolean;
  day: Day;
  days: readonly Day[];
  today: Day;
  frame: CalendarFrame;
  onWeek: (day: Day) => void;
}

/** The view, what has no time yet, and the question before a move. */
export function CalendarBody({ view, isPhone, day, days, today, frame, onWeek }: Props) {
  const timeZone = useTimeZone();
  const [moved, setMoved] = useState<Moved | null>(null);
  const followFocus = useFollowFocus(frame);
  const name = (at: Date): string => formatWhen(at, new Date(), timeZone);
  const moving = useMoving({ frame, days, timeZone, steps: STEPS[view], name });
  return (
    <div className={classes.body}>
      {moved && <MovedNotice key={moved.after.revision} moved={moved} onUndone={followFocus} onDone={() => setMoved(null)} />}
      {isPhone ? (
        <AgendaView days={days} frame={frame} moving={moving} />
      ) : view === 'month' ? (
        <MonthView days={days} day={day} today={today} frame={frame} moving={moving} onWeek={onWeek} />
      ) : (
        <WeekView days={days} today={today} frame={frame} moving={moving} />
      )}
      {view === 'week' && !isPhone && <ShareWithClient draftIds={sharedOf(frame)} />}
      {!isPhone && frame.drafts.length === 0 && (
        <p className={classes.hint}>
          {texts.empty}. {texts.emptyHow}
        </p>
      )}
      {frame.unscheduled.length > 0 && (
        <Panel title={texts.unscheduled}>
          <p className={classes.hint}>{texts.unscheduledHint}</p>
          <div className={classes.unscheduled}>
            {frame.unscheduled.map((draft) => (
              <Entry key={draft.id} draft={draft} moving={moving} time={null} />
            ))}
          </div>
        </Panel>
      )}
      {moving.proposal && (
        <MoveDialog
          key={`${moving.proposal.draft.id} ${moving.proposal.at?.toISOString()}`}
          proposal={moving.proposal}
          nextFreeSlot={frame.nextFreeSlot}
          onClose={moving.close}
          onMoved={(before, after) => {
            moving.close();
            setMoved({ before, after });
            followFocus(after);
            moving.announce(texts.movedTo(after.title, after.scheduledAt ? name(new Date(after.scheduledAt)) : texts.noTime));
          }}
        />
      )}
      <VisuallyHidden role="status">{moving.announcement}</VisuallyHidden>
    </div>
  );
}

/** What a client can look at: what was submitted, and is not out yet. */
function sharedOf({ drafts }: CalendarFrame): string[] {
  return drafts.filter(({ state }) => ['IN_REVIEW', 'APPROVED', 'SCHEDULED'].includes(state)).map(({ id }) => id);
}

/** The keyboard goes on where the moved thing is now: it stands in another place, as another element. */
function useFollowFocus(frame: CalendarFrame): (moved: CalendarDraftFragment) => void {
  const awaited = useRef<CalendarDraftFragment | null>(null);
  useEffect(() => {
    const { id, revision } = awaited.current ?? {};
    if (!frame.drafts.some((draft) => draft.id === id && draft.revision === revision)) return;
    document.querySelector<HTMLElement>(`[data-draft="${id}"]`)?.focus();
    awaited.current = null;
  }, [frame]);
  return (moved) => {
    awaited.current = moved;
  };
}
